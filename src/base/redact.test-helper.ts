/** Secrets for tests, put together at run time so that no file holds one. */

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz";
const BASE62 = `${LETTERS}0123456789`;
let seed = 20261129;

/** A string that looks generated; the next call gives another one. Letters and digits always alternate somewhere. */
export function random(length: number, alphabet = BASE62): string {
  let text = "";
  for (let index = 0; index < length; index += 1) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    const from = alphabet === BASE62 && index % 5 === 2 ? "23456789" : alphabet;
    text += from[(seed >>> 8) % from.length] ?? "a";
  }
  return text;
}

const hex = (length: number) => random(length, "0123456789abcdef");
const upper = (length: number) => random(length, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567");
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Kinds that are recognised by shape alone, each with a generator. */
export const SHAPED_SECRETS: readonly [kind: string, make: () => string][] = [
  ["api-key", () => `sk-${random(48)}`],
  ["api-key", () => `sk-${"proj"}-${random(40)}_${random(30)}`],
  ["api-key", () => `sk-${hex(32)}`],
  ["anthropic-key", () => `sk-${"ant"}-api03-${random(60)}-${random(20)}AA`],
  ["aws-access-key", () => `AK${"IA"}${upper(16)}`],
  ["aws-access-key", () => `AS${"IA"}${upper(16)}`],
  ["google-api-key", () => `AI${"za"}${random(35)}`],
  ["google-oauth-token", () => `ya${"29"}.${random(60)}`],
  ["github-token", () => `gh${"p"}_${random(36)}`],
  ["github-token", () => `gh${"s"}_${random(36)}`],
  ["github-token", () => `github_${"pat"}_${random(22)}_${random(59)}`],
  ["gitlab-token", () => `gl${"pat"}-${random(20)}`],
  ["slack-token", () => `xo${"xb"}-${random(12, "123456789")}-${random(24)}`],
  ["slack-token", () => `xa${"pp"}-1-A${upper(10)}-${random(13, "123456789")}-${hex(40)}`],
  ["webhook-url", () => `hooks.${"slack"}.com/services/T${upper(8)}/B${upper(8)}/${random(24)}`],
  ["npm-token", () => `np${"m"}_${random(36)}`],
  ["pypi-token", () => `py${"pi"}-AgEI${random(80)}`],
  ["stripe-key", () => `sk_${"live"}_${random(24)}`],
  ["stripe-webhook-secret", () => `wh${"sec"}_${random(32)}`],
  ["twilio-key", () => `S${"K"}${hex(32)}`],
  ["sendgrid-key", () => `S${"G"}.${random(22)}.${random(43)}`],
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
  ["telegram-token", () => `${random(10, "123456789")}:AA${random(33)}`],
  ["azure-secret", () => `${random(3)}8${"Q"}~${random(34)}`],
  ["groq-key", () => `gs${"k"}_${random(52)}`],
  ["xai-key", () => `xa${"i"}-${random(80)}`],
  ["tailscale-key", () => `ts${"key"}-auth-${random(17)}-${random(32)}`],
  ["vault-token", () => `hv${"s"}.${random(90)}`],
  ["atlassian-token", () => `AT${"ATT"}3${random(60)}`],
  ["sentry-token", () => `sn${"trys"}_${random(60)}`],
  ["figma-token", () => `fi${"gd"}_${random(40)}`],
  ["mailgun-key", () => `ke${"y"}-${hex(32)}`],
  ["jwt", () => `${base64url({ alg: "HS256" })}.${base64url({ sub: random(8) })}.${random(43)}`],
];
