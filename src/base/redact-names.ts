/**
 * Key-like names: which names say that the value beside them is a secret, and how strongly.
 *
 * To add a language, add its words to `FOREIGN_PASSWORDS` and the like, or to the patterns where it is written in Latin letters.
 */
import type { ValueContext } from "./redact-judge.ts";

export interface NameMeaning {
  kind: string;
  strength: ValueContext["strength"];
}

const NOT_A_SECRET_NAME =
  /(?:^|_)(?:next|page|cursor|continuation|cancel|cancellation|eos|bos|pad|unk|sep|cls|mask|special|stop|start|end|csrf|xsrf|sync|count|max|min|num|total|input|output|prompt|completion|public|primary|foreign|sort|partition|cache|row|idempotency|dedupe|composite|translation|i18n|hot|arrow)_?(?:token|key)$/;

/**
 * Words after the telling word which leave it telling: `SECRET_KEY_BASE`, `TOKEN_PROD`, `password_1`. Any other word
 * (`token_type`, `password_field`, `key_id`) takes the meaning away.
 */
const HARMLESS_TAIL =
  "(?:_?(?:base|value|prod|production|dev|staging|live|test|v?\\d{1,2}|b64|base64|raw|plain|text|new|old|current|default))?";

const PASSWORD = new RegExp(
  `(?:^|_|[a-z])(?:password|passwd|passphrase|passcode|passwort|kennwort)${HARMLESS_TAIL}$|(?:^|_)(?:pass|passe|pwd|psk|pw|wachtwoord|contraseña)${HARMLESS_TAIL}$`,
);
const SECRET = new RegExp(
  `(?:^|_|[a-z])secret(?:_?key|_?access_?key|_?token)?${HARMLESS_TAIL}$|(?:^|_|[a-z])(?:api|app|access|secret|private|signing|sign|encryption|encrypt|decryption|account|master|shared|subscription|license|auth|client|consumer|service|storage|deploy|ssh|hmac|jwt|webhook|admin|root|server|bot|user|team|project|provider|llm|openai|anthropic|azure|gemini|deepseek|dashscope|zhipu|moonshot|mistral|groq|cohere|stripe|sendgrid|datadog|sentry|github|gitlab|aws)_?key${HARMLESS_TAIL}$`,
);
const TOKEN = new RegExp(`(?:^|_|[a-z])(?:token|bearer|jwt)${HARMLESS_TAIL}$`);
const AUTHORIZATION = /^(?:https?_?)?(?:proxy_?)?(?:x_?)?authorization$/;
const COOKIE = /^(?:http_?)?(?:set_?)?cookies?$|^cookie_?(?:header|string|jar)$/;
const SIGNATURE = /^(?:x_(?:amz|goog|oss)_)?(?:signature|sig|security_token)$/;
const WEAK = /^(?:_?auth|key|session_?key|session_?id|sid|sess|code|_?csrf(?:_?token)?|xsrf_?token)$/;

const CACHE_SIZE = 4096;
const cache = new Map<string, NameMeaning | undefined>();

/** Meaning of an identifier, header, flag or object key; undefined when it says nothing. */
export function meaningOfName(name: string): NameMeaning | undefined {
  if (name.length < 3 || name.length > 80) return undefined;
  const known = cache.get(name);
  if (known !== undefined || cache.has(name)) return known;
  if (cache.size >= CACHE_SIZE) cache.clear();
  const meaning = meaningOf(normalise(name));
  cache.set(name, meaning);
  return meaning;
}

function meaningOf(plain: string): NameMeaning | undefined {
  if (AUTHORIZATION.test(plain)) return { kind: "authorization", strength: "secret" };
  if (COOKIE.test(plain)) return { kind: "cookie", strength: "weak" };
  if (SIGNATURE.test(plain)) return { kind: "signature", strength: "token" };
  if (PASSWORD.test(plain)) return { kind: "password", strength: "password" };
  if (NOT_A_SECRET_NAME.test(plain)) return undefined;
  if (SECRET.test(plain)) return { kind: "secret", strength: "secret" };
  if (TOKEN.test(plain)) return { kind: "token", strength: "token" };
  if (WEAK.test(plain)) return { kind: "token", strength: "weak" };
  return undefined;
}

/** `apiKey`, `API-KEY`, `api.key` → `api_key`; for dotted and bracketed names the last part counts. */
function normalise(name: string): string {
  const lastPart =
    name
      .replace(/[.\-$]+$/, "")
      .split(/[.:/]/)
      .at(-1) ?? name;
  return lastPart
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[\s-]+/g, "_")
    .replace(/^[_$@]+/, "")
    .toLowerCase();
}

const FOREIGN_PASSWORDS =
  "密码 口令 密碼 パスワード 暗証番号 비밀번호 암호 пароль Пароль ПАРОЛЬ κωδικός Κωδικός รหัสผ่าน المرور סיסמה पासवर्ड ẩu";
const FOREIGN_SECRETS = "密钥 秘钥 密鑰 私钥 秘密鍵 シークレット 시크릿 비밀키 секрет Секрет";
const FOREIGN_TOKENS = "令牌 凭证 凭据 權杖 トークン 토큰 токен Токен";

/**
 * Names in scripts other than Latin, by their first letter; a word of two parts is listed by its last. (`ẩu` ends the
 * Vietnamese word for password.)
 */
export const FOREIGN_NAMES: ReadonlyMap<string, readonly { word: string; meaning: NameMeaning }[]> = Map.groupBy(
  [
    ...named(FOREIGN_PASSWORDS, { kind: "password", strength: "password" }),
    ...named(FOREIGN_SECRETS, { kind: "secret", strength: "secret" }),
    ...named(FOREIGN_TOKENS, { kind: "token", strength: "token" }),
  ],
  ({ word }) => word.charAt(0),
);

function named(words: string, meaning: NameMeaning): { word: string; meaning: NameMeaning }[] {
  return words.split(" ").map((word) => ({ word, meaning }));
}
