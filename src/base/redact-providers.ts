/**
 * Secrets that are known by their own shape: provider keys, JSON web tokens, private key blocks.
 *
 * To add a provider, add a row to `PROVIDERS`: four characters that every key has (`anchor`, with `at` its distance
 * from the start of the key), and a sticky pattern of the whole key.
 */
import { type AnchorPattern, literalAnchor } from "./redact-anchors.ts";
import { matchAt, type SecretRule, startsWord } from "./redact-find.ts";
import { isPlaceholder, readsAsWords } from "./redact-judge.ts";

const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const HEX = "0123456789abcdef";
/** What may stand before a word: see `startsWord`. */
const BEFORE_WORD = ` \n\t\r"'\`=:,;(<[{>|/\\+&?@!#$%*.~^-nrtbfvmABCDEF${HEX}`;

interface ProviderRow {
  kind: string;
  anchors: readonly (string | AnchorPattern)[];
  pattern: RegExp;
  /** Characters of the key before its anchor; a pattern with a variable head gives its longest length. */
  at?: number | { upTo: number };
  /** The pattern also fits ordinary names, such as a class `sk-fade-in-circle`: words are then not a key. */
  fitsWords?: true;
}

const PROVIDERS: readonly ProviderRow[] = [
  { kind: "anthropic-key", anchors: ["sk-a"], pattern: /sk-ant-[\w-]{16,}/y },
  { kind: "api-key", anchors: [["s", "k", "-", ALPHANUMERIC]], pattern: /sk-(?!ant-)[\w-]{16,}/y, fitsWords: true },
  { kind: "api-key", anchors: ["csk-"], pattern: /csk-[A-Za-z0-9]{24,}/y },
  { kind: "stripe-key", anchors: ["sk_l", "sk_t", "rk_l", "rk_t"], pattern: /[sr]k_(?:live|test)_[A-Za-z0-9]{10,}/y },
  { kind: "stripe-webhook-secret", anchors: ["whse"], pattern: /whsec_[A-Za-z0-9+/=]{20,}/y },
  { kind: "aws-access-key", anchors: ["AKIA", "ASIA"], pattern: /A(?:KIA|SIA)[A-Z2-7]{16}(?![A-Za-z0-9])/y },
  { kind: "google-api-key", anchors: ["AIza"], pattern: /AIza[\w-]{30,}/y },
  { kind: "google-oauth-token", anchors: ["ya29"], pattern: /ya29\.[\w.-]{20,}/y },
  { kind: "google-oauth-secret", anchors: ["GOCS"], pattern: /GOCSPX-[\w-]{20,}/y },
  { kind: "github-token", anchors: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], pattern: /gh[pousr]_[A-Za-z0-9_]{20,}/y },
  { kind: "github-token", anchors: ["b_pa"], at: 5, pattern: /github_pat_[A-Za-z0-9_]{20,}/y },
  { kind: "docker-token", anchors: ["r_pa"], at: 3, pattern: /dckr_pat_[\w-]{20,}/y },
  { kind: "gitlab-token", anchors: ["glpa"], pattern: /glpat-[\w.-]{16,}/y },
  {
    kind: "gitlab-token",
    anchors: ["gldt", "glrt", "glcb", "glpt", "glft"],
    pattern: /gl(?:dt|rt|cbt|ptt|ft)-[\w.-]{16,}/y,
  },
  { kind: "slack-token", anchors: [["x", "o", "x", "abeoprs"]], pattern: /xox[abeoprs](?:\.xox[bp])?-[\w-]{10,}/y },
  { kind: "slack-token", anchors: ["xapp"], pattern: /xapp-\d-[\w-]{10,}/y },
  {
    kind: "webhook-url",
    anchors: ["s.sl"],
    at: 4,
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{20,}/y,
  },
  { kind: "webhook-url", anchors: ["bhoo"], at: 2, pattern: /webhooks\/\d{16,20}\/[\w-]{40,}/y },
  { kind: "npm-token", anchors: ["npm_"], pattern: /npm_[A-Za-z0-9]{20,}/y },
  { kind: "pypi-token", anchors: ["pypi"], pattern: /pypi-[\w-]{40,}/y, fitsWords: true },
  { kind: "rubygems-token", anchors: ["ruby"], pattern: /rubygems_[0-9a-f]{40,}/y },
  {
    kind: "sendgrid-key",
    anchors: [["S", "G", ".", `${ALPHANUMERIC}_-`]],
    pattern: /SG\.[\w-]{16,}\.[\w-]{16,}/y,
    fitsWords: true,
  },
  { kind: "twilio-key", anchors: [[BEFORE_WORD, "S", "K", HEX]], at: -1, pattern: /SK[0-9a-f]{32}(?![A-Za-z0-9])/y },
  { kind: "huggingface-token", anchors: [["h", "f", "_", ALPHANUMERIC]], pattern: /hf_[A-Za-z0-9]{20,}/y },
  { kind: "alibaba-access-key", anchors: ["LTAI"], pattern: /LTAI[A-Za-z0-9]{12,28}(?![A-Za-z0-9])/y },
  { kind: "databricks-token", anchors: ["dapi"], pattern: /dapi[0-9a-f]{32}(?:-\d)?(?![A-Za-z0-9])/y },
  { kind: "digitalocean-token", anchors: ["p_v1", "o_v1", "r_v1"], at: 2, pattern: /do[por]_v1_[0-9a-f]{40,}/y },
  {
    kind: "doppler-token",
    anchors: [["d", "p", ".", "pscra"]],
    pattern: /dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{20,}/y,
  },
  { kind: "linear-key", anchors: ["n_ap", "n_oa"], at: 2, pattern: /lin_(?:api|oauth)_[A-Za-z0-9]{24,}/y },
  { kind: "notion-token", anchors: [["t", "n", "_", ALPHANUMERIC]], at: 1, pattern: /ntn_[A-Za-z0-9]{24,}/y },
  { kind: "notion-token", anchors: ["secr"], pattern: /secret_[A-Za-z0-9]{40,}/y },
  { kind: "shopify-token", anchors: ["shpa", "shpc", "shpp", "shps"], pattern: /shp(?:at|ca|pa|ss)_[0-9a-fA-F]{24,}/y },
  { kind: "square-token", anchors: ["sq0a", "sq0c", "sq0i"], pattern: /sq0[a-z]{3}-[\w-]{20,}/y },
  { kind: "square-token", anchors: ["EAAA"], pattern: /EAAA[\w-]{56,}/y },
  { kind: "age-key", anchors: ["AGE-"], pattern: /AGE-SECRET-KEY-1[A-Z0-9]{40,}/y },
  { kind: "groq-key", anchors: ["gsk_"], pattern: /gsk_[A-Za-z0-9]{24,}/y },
  { kind: "replicate-token", anchors: [["r", "8", "_", ALPHANUMERIC]], pattern: /r8_[A-Za-z0-9]{24,}/y },
  { kind: "xai-key", anchors: ["xai-"], pattern: /xai-[A-Za-z0-9]{32,}/y },
  { kind: "perplexity-key", anchors: [["l", "x", "-", ALPHANUMERIC]], at: 2, pattern: /pplx-[A-Za-z0-9]{32,}/y },
  { kind: "tavily-key", anchors: ["tvly"], pattern: /tvly-[\w-]{20,}/y, fitsWords: true },
  { kind: "nvidia-key", anchors: ["nvap"], pattern: /nvapi-[\w-]{32,}/y },
  { kind: "langsmith-key", anchors: ["lsv2"], pattern: /lsv2_(?:pt|sk)_[0-9a-f]{24,}(?:_[0-9a-f]+)?/y },
  { kind: "figma-token", anchors: ["igd_"], at: 1, pattern: /figd_[\w-]{24,}/y },
  { kind: "supabase-token", anchors: ["sbp_", "sb_s"], pattern: /(?:sbp_[0-9a-f]{32,}|sb_secret_[\w-]{20,})/y },
  { kind: "tailscale-key", anchors: ["key-"], at: 2, pattern: /tskey-[a-z]+-[\w-]{16,}/y, fitsWords: true },
  { kind: "vault-token", anchors: ["hvs.", "hvb."], pattern: /hv[sb]\.[\w-]{20,}/y, fitsWords: true },
  { kind: "atlassian-token", anchors: ["ATAT", "ATCT"], pattern: /AT(?:ATT|CTT)3[\w=-]{40,}/y },
  { kind: "postman-key", anchors: ["PMAK"], pattern: /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/y },
  { kind: "new-relic-key", anchors: ["NRAK"], pattern: /NRAK-[A-Z0-9]{24,}/y },
  { kind: "grafana-token", anchors: ["glsa", "glc_"], pattern: /gl(?:sa|c)_[A-Za-z0-9+/=_]{24,}/y },
  { kind: "sentry-token", anchors: ["rys_", "ryu_"], at: 3, pattern: /sntry[su]_[A-Za-z0-9+/=_]{24,}/y },
  { kind: "fly-token", anchors: [["o", "1", "_", ALPHANUMERIC]], at: 1, pattern: /fo1_[\w-]{32,}/y, fitsWords: true },
  { kind: "posthog-key", anchors: ["phx_"], pattern: /phx_[A-Za-z0-9]{32,}/y },
  { kind: "planetscale-token", anchors: ["psca"], pattern: /pscale_(?:tkn|pw|oauth)_[\w.=-]{24,}/y, fitsWords: true },
  { kind: "mailgun-key", anchors: [["k", "e", "y", "-"]], pattern: /key-[0-9a-f]{32}(?![A-Za-z0-9])/y },
  {
    kind: "telegram-token",
    anchors: [[":", "A", "A", `${ALPHANUMERIC}_-`]],
    at: { upTo: 11 },
    pattern: /\d{8,11}:AA[\w-]{32,34}(?![\w-])/y,
  },
  {
    kind: "azure-secret",
    anchors: [["678", "Q", "~", `${ALPHANUMERIC}_.~-`]],
    at: 3,
    pattern: /[\w~.]{3}\dQ~[\w~.-]{31,34}/y,
  },
  { kind: "jwt", anchors: [["e", "y", "J", ALPHANUMERIC]], pattern: /eyJ[\w-]{10,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?/y },
  {
    kind: "jwt",
    anchors: [["e", "y", "J", ALPHANUMERIC]],
    pattern: /eyJ[\w-]{10,}\.[\w-]{16,}\.[\w-]{16,}(?:\.[\w-]*)*/y,
  },
];

const DISCORD = /[MNO][A-Za-z\d_-]{23,27}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,64}(?![\w-])/y;

/**
 * Open ends of patterns (`{20,}`) end here: no key is longer, and a megabyte of `sk-sk-sk-…` is not read again for each of
 * its anchors.
 */
const LONGEST_KEY = 256;
const LONGEST_JWT_PART = 4096;

function bounded({ kind, pattern }: ProviderRow): RegExp {
  const longest = kind === "jwt" ? LONGEST_JWT_PART : LONGEST_KEY;
  return new RegExp(pattern.source.replaceAll(",}", `,${longest}}`), pattern.flags);
}

function providerRule(row: ProviderRow): SecretRule {
  const pattern = bounded(row);
  const distances = typeof row.at === "object" ? range(row.at.upTo) : [row.at ?? 0];
  return (text, position) => {
    for (const distance of distances) {
      const start = position - distance;
      if (start < 0 || !startsWord(text, start)) continue;
      const match = matchAt(pattern, text, start);
      if (match === null) continue;
      const value = match[0];
      if (isPlaceholder(value) || (row.fitsWords === true && readsAsWords(value))) return undefined;
      return { kind: row.kind, start, end: start + value.length };
    }
    return undefined;
  };
}

function range(longest: number): number[] {
  return Array.from({ length: longest + 1 }, (_, index) => longest - index);
}

const PEM_HEADER = /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
const PEM_TO_END = /(?:(?!-----)[^{}[\]<>]){20,16384}?-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
/** Lines of base64 after a header, through whatever quotes, escapes and joins stand between them. */
const PEM_BODY =
  /(?:(?:\\+[nrt]|[\s"'`+,\\])*(?:(?:Proc-Type|DEK-Info|Version|Comment): [^\n\\"]*|[A-Za-z0-9+/=]{16,}))+(?:(?:\\+[nr]|\s)*[A-Za-z0-9+/=]{2,15}={0,2}(?=\s|\\|["']|$))?/y;

/** PEM and PGP private keys: whole, with `\n` escapes, split over string literals, or cut off before their end. */
const privateKeyRule: SecretRule = (text, position) => {
  const start = position - 5;
  if (start < 0) return undefined;
  const header = matchAt(PEM_HEADER, text, start);
  if (header === null) return undefined;
  const bodyStart = start + header[0].length;
  const whole = matchAt(PEM_TO_END, text, bodyStart);
  if (whole !== null && /[A-Za-z0-9+/]{20,}/.test(whole[0])) {
    return { kind: "private-key", start, end: bodyStart + whole[0].length };
  }
  const body = matchAt(PEM_BODY, text, bodyStart);
  if (body === null || !/[A-Za-z0-9+/]{16,}/.test(body[0])) return undefined;
  return { kind: "private-key", start, end: bodyStart + body[0].length };
};

/** Discord bot tokens have no fixed letters of their own; they are looked for where the name says so. */
export function discordTokenAt(text: string, start: number): number | undefined {
  const match = matchAt(DISCORD, text, start);
  return match === null ? undefined : start + match[0].length;
}

/** Every anchor of this file with its rule. */
export function providerAnchors(): { pattern: AnchorPattern; value: SecretRule }[] {
  const anchors = PROVIDERS.flatMap((row) => {
    const value = providerRule(row);
    return row.anchors.map((anchor) => ({
      pattern: typeof anchor === "string" ? literalAnchor(anchor) : anchor,
      value,
    }));
  });
  return [...anchors, { pattern: literalAnchor("BEGI"), value: privateKeyRule }];
}
