import { describe, expect, it } from "vitest";
import { ALPHABETS, random } from "./redact.test-helper.ts";
import { redactText } from "./redact.ts";

/** A generated token, a person's password, a hexadecimal key: fresh for every test. */
const token = () => random(32);
const password = () => `Gr${random(3)}een!${random(4)}`;
const hexKey = () => random(32, ALPHABETS.hexadecimal);

const POSITIVE: readonly [string, () => string, (secret: string) => string][] = [
  ["a quoted assignment", password, (secret) => `const password = "${secret}";`],
  ["single quotes", password, (secret) => `db_password = '${secret}'`],
  ["a typed declaration", password, (secret) => `private password: string = "${secret}";`],
  ["a Python keyword argument", password, (secret) => `connect(user="me", password="${secret}", port=5432)`],
  ["a comparison", token, (secret) => `if token == "${secret}":`],
  ["a hash rocket", token, (secret) => `:api_key => '${secret}'`],
  ["a JSON member", token, (secret) => `{"apiKey": "${secret}", "model": "m"}`],
  ["a JSON member of hexadecimal digits", hexKey, (secret) => `{"client_secret":"${secret}"}`],
  ["JSON inside a JSON string", token, (secret) => JSON.stringify(JSON.stringify({ accessToken: secret }))],
  ["a YAML line", password, (secret) => `db:\n  user: me\n  password: ${secret}\n  port: 1`],
  ["an .env line", password, (secret) => `USER=me\nDB_PASSWORD=${secret}\nPORT=1\n`],
  ["an .env word that only a name betrays", () => "correct" + "horse", (secret) => `DB_PASSWORD=${secret}`],
  ["an exported variable", token, (secret) => `export OPENAI_API_KEY=${secret} && run`],
  ["an exported variable in quotes", token, (secret) => `export SERVICE_TOKEN="${secret}"`],
  ["a variable before a command", password, (secret) => `PGPASSWORD=${secret} psql -h host.test`],
  ["docker -e", password, (secret) => `docker run -e MYSQL_ROOT_PASSWORD=${secret} mysql`],
  ["a Dockerfile", token, (secret) => `ENV NPM_AUTH_TOKEN=${secret}`],
  ["a flag", token, (secret) => `deploy --token ${secret} --force`],
  ["a flag with =", token, (secret) => `deploy --api-key=${secret}`],
  ["a password flag", password, (secret) => `tool --password ${secret} run`],
  ["mysql -p", password, (secret) => `mysql -u root -p${secret} shop < dump.sql`],
  ["curl -u", password, (secret) => `curl -s -u admin:${secret} https://host.test/api`],
  ["sshpass", password, (secret) => `sshpass -p ${secret} ssh me@host.test`],
  ["redis-cli -a", password, (secret) => `redis-cli -h host.test -a ${secret} ping`],
  ["docker login", password, (secret) => `docker login -u me -p ${secret} registry.test`],
  ["an Authorization header", token, (secret) => `curl -H "Authorization: Bearer ${secret}" https://host.test`],
  ["a header object", token, (secret) => `headers: { Authorization: 'Bearer ${secret}' }`],
  ["a header with another scheme", token, (secret) => `Authorization: token ${secret}`],
  ["a header without a scheme", token, (secret) => `authorization: ${secret}`],
  [
    "basic credentials",
    () => Buffer.from(`me:${password()}`).toString("base64"),
    (secret) => `Authorization: Basic ${secret}`,
  ],
  [
    "basic credentials alone",
    () => Buffer.from(`me:${password()}`).toString("base64"),
    (secret) => `send 'Basic ${secret}'`,
  ],
  ["a bearer token alone", token, (secret) => `use Bearer ${secret} here`],
  ["an API key header", token, (secret) => `-H 'X-API-Key: ${secret}'`],
  ["a Cookie header", token, (secret) => `Cookie: session=${secret}; theme=dark`],
  ["a Set-Cookie header", token, (secret) => `set-cookie: sid=${secret}; Path=/; HttpOnly`],
  ["a database URL", password, (secret) => `postgres://app:${secret}@db.host.test:5432/shop`],
  ["a database URL in a variable", token, (secret) => `DATABASE_URL="mysql://app:${secret}@db.host.test/shop"`],
  ["a redis URL without user", password, (secret) => `redis://:${secret}@cache.host.test:6379/0`],
  ["a token as user in a git remote", token, (secret) => `git clone https://${secret}@git.host.test/a/b.git`],
  ["a token beside a user in a git remote", token, (secret) => `https://x-access-token:${secret}@git.host.test/a/b`],
  ["a query string", token, (secret) => `GET /v1?access_token=${secret}&page=2`],
  ["a query string's plain key", token, (secret) => `https://host.test/v1?key=${secret}`],
  [
    "a signed URL",
    () => random(64, ALPHABETS.hexadecimal),
    (secret) => `https://b.host.test/o?X-Amz-Date=1&X-Amz-Signature=${secret}`,
  ],
  [
    "a shared access signature",
    () => `${random(40)}%3D`,
    (secret) => `https://a.host.test/c?sv=2024&sig=${secret}&se=1`,
  ],
  [
    "a storage connection string",
    () => `${random(86)}==`,
    (secret) => `AccountName=a;AccountKey=${secret};EndpointSuffix=x`,
  ],
  ["an AWS secret beside its name", () => random(40), (secret) => `aws_secret_access_key = ${secret}`],
  [".npmrc", token, (secret) => `//registry.host.test/:_authToken=${secret}`],
  [".netrc in prose", password, (secret) => `machine host.test login me password "${secret}"`],
  ["XML", password, (secret) => `<server><password>${secret}</password></server>`],
  ["SQL", password, (secret) => `CREATE USER app WITH PASSWORD '${secret}';`],
  ["an environment call", token, (secret) => `os.environ["API_KEY"] = "${secret}"`],
  ["a setter with a name", token, (secret) => `headers.set("X-Auth-Token", "${secret}")`],
  ["a bold name in Markdown", token, (secret) => `- **Auth Token**: \`${secret}\``],
  ["a bold name with its colon in Markdown", token, (secret) => `- **API key:** ${secret}`],
  ["English prose", password, (secret) => `The password is ${secret} for now`],
  ["Chinese, full-width colon", password, (secret) => `密码：${secret}`],
  ["Chinese prose", password, (secret) => `数据库密码是 ${secret}`],
  ["a Chinese token", token, (secret) => `令牌: ${secret}`],
  ["a Chinese key in JSON", token, (secret) => `{"密钥": "${secret}"}`],
  ["Japanese", password, (secret) => `パスワード：${secret}`],
  ["Korean", password, (secret) => `비밀번호: ${secret}`],
  ["Russian", password, (secret) => `Пароль: ${secret}`],
  ["Spanish", password, (secret) => `contraseña: ${secret}`],
  ["German", password, (secret) => `Passwort: ${secret}`],
  ["French", password, (secret) => `mot de passe : ${secret}`],
  ["a suffix that keeps the meaning", token, (secret) => `SECRET_KEY_BASE=${secret}`],
];

describe("secrets known by what stands beside them", () => {
  it.each(POSITIVE)("redacts %s", (_where, make, put) => {
    const secret = make();
    const redacted = redactText(put(secret));
    expect(redacted).not.toContain(secret);
    expect(redacted).toMatch(/\[redacted:[a-z-]+\]/);
  });

  it("keeps everything but the secret", () => {
    const secret = token();
    expect(redactText(`curl -H "Authorization: Bearer ${secret}" https://a:${secret}@host.test`)).toBe(
      'curl -H "Authorization: Bearer [redacted:authorization]" https://a:[redacted:url-credential]@host.test',
    );
  });
});

/** Halves of drawn values that once were taken for words or placeholders; in one piece they would be secrets in a file. */
const ONCE_MISSED: readonly [why: string, ...halves: [string, string]][] = [
  ["pieces that look like words", "7UfcjWEbOT2Lafsf", "XOjev34CytYf64Ez"],
  ["letters only", "MJPvtQNeoLMgqzgs", "WFJCgqHtoYDmfraG"],
  ["long runs of capitals", "SMHFRBONZJUE", "IAT4MJIQK7"],
  ["few changes between capitals and small letters", "fpdbAdaWKwwerB", "mmsbczujx6ptuw"],
  ["a path's beginning", "/3HozQul+zlw", "EwNYmOW17dTq"],
  ["a placeholder's word", "q8ZkW2NntOD", "ORV5xJbLr3TpC9"],
  ["a placeholder's word in small letters", "q8ZkW2NnvTyo", "ur5xJbLr3TpC9Kd"],
  ["a run of x", "CHXtfufVqcUJ13WTJKxx", "xxCD2utq9qCM1Ex3J"],
];

/** A generator's alphabets in the places where people leave keys; in an address as it is written there. */
function missed(put: (secret: string) => string, alphabet: string, length: number, draws: number): string[] {
  const values = Array.from({ length: draws }, () => random(length, alphabet));
  const written = put("").includes("://") ? values.map(encodeURIComponent) : values;
  return written.filter((value) => redactText(put(value)).includes(value));
}

describe("secrets as they are drawn", () => {
  it.each(ONCE_MISSED)("redacts a key with %s", (_why, ...halves) => {
    const secret = halves.join("");
    for (const put of [(text: string) => `API_KEY=${text}`, (text: string) => `{"accessToken": "${text}"}`]) {
      expect(redactText(put(secret))).not.toContain(secret);
    }
  });

  it("redacts a web token with a placeholder's word in its signature", () => {
    const [head, body] = [{ alg: "HS256" }, { sub: "1" }].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    const secret = `${head}.${body}.${random(20)}TOdO_to${"do"}${random(20)}`;
    expect(redactText(`got ${secret} back`)).toBe("got [redacted:jwt] back");
  });

  it.each(Object.entries(ALPHABETS))("misses none of %s in any place", (_alphabet, characters) => {
    for (const [where, , put] of POSITIVE) {
      if (where === "basic credentials alone") continue; // Known only by a name and a colon in it.
      for (const length of [20, 24, 32, 43, 64]) {
        expect(missed(put, characters, length, 2), `${where}, ${length} characters`).toEqual([]);
      }
    }
  });

  it.each(Object.entries(ALPHABETS))("misses none of a thousand of %s, 20 characters long", (_alphabet, characters) => {
    expect(missed((secret) => `API_KEY=${secret}`, characters, 20, 1000)).toEqual([]);
  });
});

const DIGEST = "3b18e512dba79e4c8300dd08aeb37f8e728b8dad";
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: placeholders of other languages
const NEAR_MISSES: readonly string[] = [
  "API_KEY=your-api-key",
  "API_KEY=<your key>",
  'apiKey: "YOUR_API_KEY_HERE"',
  "export TOKEN=$TOKEN",
  "export TOKEN=${TOKEN}",
  "export TOKEN=$(cat token.txt)",
  "token: {{ token }}",
  "password: ${{ secrets.DB_PASSWORD }}",
  "--token <token>",
  "--password ********",
  "OPENAI_API_KEY=sk-xxxxxxxxxxxxxxxxxxxxxxxx",
  "sk-ant-...",
  `AWS_ACCESS_KEY_ID=AK${"IA"}IOSFODNN7EXAMPLE`,
  "const apiKey = process.env.OPENAI_API_KEY",
  'token = os.environ["GITHUB_TOKEN"]',
  "const password = req.body.password;",
  "password = getPassword()",
  "const token = await fetchToken(user1, 2)",
  "token = tokenizer.next()",
  "this.apiKey = options.apiKey ?? defaults.apiKey;",
  "def login(self, token: str, password: Optional[str] = None) -> None:",
  "interface Auth { password: string; token?: string }",
  "if (password === undefined) return;",
  'password: "secret"',
  'password = "password123"',
  'token: "test-token"',
  'login("user", "hunter")',
  'label: "Password must have 8 characters"',
  'type="password"',
  'errors: { password: "password.too_short" }',
  "input_tokens: 12345, output_tokens=678",
  '{"usage":{"input_tokens":1204,"cache_read_input_tokens":99120}}',
  "max_tokens=4096",
  `commit ${DIGEST}`,
  `git checkout ${DIGEST}`,
  `"key": "${DIGEST}"`,
  '"sessionId": "0d9f7e2a-6a51-4d7e-9a56-0a7c2b7d0f11"',
  `"integrity": "sha512-${"aB3/".repeat(21)}Zg=="`,
  `sha256:${"0a1b2c3d".repeat(8)}`,
  `data:image/png;base64,${"iVBORw0KGgoAAAANSUhEUg".repeat(8)}`,
  "sk-circle-fade-dot-animation",
  "task-list-with-many-items-in-it",
  "see src/auth/token-store.ts and key.pem",
  'keyFile: "/etc/ssl/private/server.key"',
  "Bearer token authentication is required",
  "Authorization: Bearer <token>",
  "Authorization: Bearer ${token}",
  "Authorization header is missing",
  "Basic configuration guide",
  "Cookie: <name>=<value>",
  "cookies are enabled",
  "postgres://postgres:postgres@localhost:5432/test",
  "postgres://user:password@host/db",
  "https://user:${PASSWORD}@host.test",
  "git@github.com:owner/repository.git",
  "https://www.npmjs.com/package/@types/node",
  "ssh://git@host.test/repo",
  "mysql -u root -p shop",
  "mkdir -p build && mysql --version",
  "curl -u user:password https://host.test",
  '["SERVICE_API_KEY","DATA_GO_KR_KEY"]',
  "primaryKey: 'createdAtDescending1'",
  "nextPageToken: 'CAUQAAabcd1234efgh'",
  "SELL_TOKEN=0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
  "密码不能为空",
  "请输入密码：",
  "密码: <你的密码>",
  "API_KEY=YOUR_OPENAI_API_KEY_GOES_HERE",
  "API_KEY=putYourOpenAIApiKeyHere",
  "API_KEY=sk-todo",
  'apiKey: "your-32-character-key-0123456789abcdef"',
  "API_KEY=COMPRESSED_RGBA_S3TC_DXT5_EXT",
  'token: "getUserAccessTokenFromLocalStorage"',
  'token: "HTMLTableSectionElement"',
  'token: "useVueValidVSlotOptions"',
  'token: "anthropic/claude-3-5-sonnet-20240620"',
  'token: "2026-03-20T01:00:00.000Z"',
  'tokenName: "X-Goog-Api-Key"',
  'secret_key: "x-goog-api-key"',
  'client_secret: "v24.12.0"',
  'SECRET_TOKEN="/run/secrets/deploy-token-of-production"',
  '"password": "Adgangskode", "apiKey": "Wyszukiwanie"',
  "the secret is to keep it simple",
  "The key is stored in the vault",
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: placeholders of other languages

describe("long values", () => {
  it("redacts an encoded block of some thousand characters", () => {
    const secret = random(3000);
    expect(redactText(`export SIGNING_KEY=${secret}\nnext`)).toBe("export SIGNING_KEY=[redacted:secret]\nnext");
  });

  it("ends on long runs of names and beginnings of keys", () => {
    for (const text of ["TOKEN=".repeat(10_000), "password:".repeat(10_000), "sk-fading-".repeat(4_000)]) {
      expect(redactText(text)).toBe(text);
    }
  });
});

describe("what is not a secret", () => {
  it.each(NEAR_MISSES)("leaves %s", (text) => {
    expect(redactText(text)).toBe(text);
  });
});
