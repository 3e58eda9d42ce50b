/** Secrets for tests, put together at run time so that no file holds one. */

const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SMALL = CAPITALS.toLowerCase();
const DIGITS = "0123456789";
const BASE62 = CAPITALS + SMALL + DIGITS;

/** What generators of keys draw from. */
export const ALPHABETS = {
  base62: BASE62,
  base64url: `${BASE62}-_`,
  base64: `${BASE62}+/`,
  hexadecimal: `${DIGITS}abcdef`,
  "hexadecimal in capitals": `${DIGITS}ABCDEF`,
  "capitals and digits": CAPITALS + DIGITS,
  base32: `${CAPITALS}234567`,
  "small letters and digits": SMALL + DIGITS,
};

let state = 20261129;

/** A drawn string, every character as likely as the others; the next call gives another one, the same in each run. */
export function random(length: number, alphabet = BASE62): string {
  let text = "";
  for (let index = 0; index < length; index += 1) {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    text += alphabet.charAt(Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * alphabet.length));
  }
  return text;
}

const hex = (length: number) => random(length, ALPHABETS.hexadecimal);
const upper = (length: number) => random(length, ALPHABETS.base32);
const url = (length: number) => random(length, ALPHABETS.base64url);
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Kinds that are recognised by shape alone, each with a generator. */
export const SHAPED_SECRETS: readonly [kind: string, make: () => string][] = [
  ["api-key", () => `sk-${random(48)}`],
  ["api-key", () => `sk-${"proj"}-${random(40)}_${random(30)}`],
  ["api-key", () => `sk-${hex(32)}`],
  ["anthropic-key", () => `sk-${"ant"}-api03-${url(86)}AA`],
  ["aws-access-key", () => `AK${"IA"}${upper(16)}`],
  ["aws-access-key", () => `AS${"IA"}${upper(16)}`],
  ["google-api-key", () => `AI${"za"}${url(35)}`],
  ["google-oauth-token", () => `ya${"29"}.${url(60)}`],
  ["github-token", () => `gh${"p"}_${random(36)}`],
  ["github-token", () => `gh${"s"}_${random(36)}`],
  ["github-token", () => `github_${"pat"}_${random(22)}_${random(59)}`],
  ["gitlab-token", () => `gl${"pat"}-${random(20)}`],
  ["slack-token", () => `xo${"xb"}-${random(12, "123456789")}-${random(24)}`],
  ["slack-token", () => `xa${"pp"}-1-A${upper(10)}-${random(13, "123456789")}-${hex(40)}`],
  ["webhook-url", () => `hooks.${"slack"}.com/services/T${upper(8)}/B${upper(8)}/${random(24)}`],
  ["npm-token", () => `np${"m"}_${random(36)}`],
  ["pypi-token", () => `py${"pi"}-AgEI${url(80)}`],
  ["stripe-key", () => `sk_${"live"}_${random(24)}`],
  ["stripe-webhook-secret", () => `wh${"sec"}_${random(32)}`],
  ["twilio-key", () => `S${"K"}${hex(32)}`],
  ["sendgrid-key", () => `S${"G"}.${url(22)}.${url(43)}`],
  ["huggingface-token", () => `h${"f"}_${random(34)}`],
  ["alibaba-access-key", () => `LT${"AI"}5t${random(20)}`],
  ["databricks-token", () => `da${"pi"}${hex(32)}`],
  ["digitalocean-token", () => `do${"p"}_v1_${hex(64)}`],
  ["doppler-token", () => `dp.${"pt"}.${random(43)}`],
  ["linear-key", () => `lin_${"api"}_${random(40)}`],
  ["notion-token", () => `nt${"n"}_${random(46)}`],
  ["shopify-token", () => `shp${"at"}_${hex(32)}`],
  ["square-token", () => `sq0${"atp"}-${random(22)}`],
  ["age-key", () => `AGE-${"SECRET"}-KEY-1${upper(58)}`],
  ["telegram-token", () => `${random(10, "123456789")}:AA${url(33)}`],
  ["azure-secret", () => `${random(3)}8${"Q"}~${random(34)}`],
  ["groq-key", () => `gs${"k"}_${random(52)}`],
  ["xai-key", () => `xa${"i"}-${random(80)}`],
  ["tailscale-key", () => `ts${"key"}-auth-${random(17)}-${random(32)}`],
  ["vault-token", () => `hv${"s"}.${url(90)}`],
  ["atlassian-token", () => `AT${"ATT"}3${random(60)}`],
  ["sentry-token", () => `sn${"trys"}_${random(60)}`],
  ["figma-token", () => `fi${"gd"}_${random(40)}`],
  ["mailgun-key", () => `ke${"y"}-${hex(32)}`],
  ["jwt", () => `${base64url({ alg: "HS256" })}.${base64url({ sub: random(8) })}.${url(43)}`],
];
