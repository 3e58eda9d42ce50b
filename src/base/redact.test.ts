import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random, SHAPED_SECRETS } from "./redact.test-helper.ts";
import { findSecrets, mayContainSecret, redactText } from "./redact.ts";

const CONTEXTS: readonly [string, (secret: string) => string][] = [
  ["alone", (secret) => secret],
  ["in a sentence", (secret) => `I used ${secret}, and it worked.`],
  ["in an assignment", (secret) => `const value = "${secret}";`],
  ["in JSON", (secret) => JSON.stringify({ note: secret })],
  ["in JSON inside JSON, after a line break", (secret) => JSON.stringify(JSON.stringify({ note: `line\n${secret}` }))],
  ["in a command", (secret) => `run --with ${secret} | head`],
  ["percent-encoded neighbour", (secret) => `https://host.test/?x%3D${secret}`],
  ["coloured", (secret) => `\u001b[32m${secret}\u001b[0m`],
  ["in a list", (secret) => `- ${secret}\n- other`],
];

describe("secrets known by their shape", () => {
  for (const [kind, make] of SHAPED_SECRETS) {
    it(`redacts ${kind} wherever it stands`, () => {
      for (const [where, put] of CONTEXTS) {
        const secret = make();
        const redacted = redactText(put(secret));
        expect(redacted, where).not.toContain(secret);
        expect(redacted, where).toContain(`[redacted:${kind}]`);
      }
    });
  }

  it("leaves no tail of a long key behind", () => {
    const key = `sk-proj-${random(48)}-${random(48)}_${random(20)}`;
    expect(redactText(`key ${key}.`)).toBe("key [redacted:api-key].");
  });

  it("redacts a Discord token only beside a name, for it has no letters of its own", () => {
    const token = `M${random(23)}.${random(6)}.${random(32)}`;
    expect(redactText(`DISCORD_TOKEN=${token}`)).toBe("DISCORD_TOKEN=[redacted:discord-token]");
  });
});

describe("private key blocks", () => {
  const line = `${random(63)}+`;
  const begin = `-----BEGIN RSA ${"PRIVATE"} KEY-----`;
  const end = `-----END RSA ${"PRIVATE"} KEY-----`;
  it.each([
    ["a whole block", `${begin}\n${line}\n${line}\n${random(20)}==\n${end}`],
    ["escaped line breaks", `${begin}\\n${line}\\n${line}\\n${end}\\n`.replace(/\\n$/, "")],
    ["a block cut off before its end", `${begin}\n${line}\n${line}`],
    ["joined string literals", `${begin}\\n" +\n  "${line}\\n" +\n  "${line}\\n" +\n  "${end}`],
    ["encryption headers", `${begin}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00FF\n\n${line}\n${end}`],
    ["an OpenSSH key", `-----BEGIN OPENSSH ${"PRIVATE"} KEY-----\n${line}\n-----END OPENSSH ${"PRIVATE"} KEY-----`],
    [
      "a PGP key",
      `-----BEGIN PGP ${"PRIVATE"} KEY BLOCK-----\n\n${line}\n=AbCd\n-----END PGP ${"PRIVATE"} KEY BLOCK-----`,
    ],
  ])("redacts %s whole", (_what, block) => {
    expect(redactText(`key: "${block}"\nnext line`)).toBe('key: "[redacted:private-key]"\nnext line');
  });

  it("leaves public keys, certificates and mere mentions of the header", () => {
    for (const text of [
      `-----BEGIN PUBLIC KEY-----\n${line}\n-----END PUBLIC KEY-----`,
      `-----BEGIN CERTIFICATE-----\n${line}\n-----END CERTIFICATE-----`,
      `if (text.includes("${begin}")) return;`,
      `${begin}\n...\n${end}`,
    ]) {
      expect(redactText(text)).toBe(text);
    }
  });
});

describe("what redaction promises", () => {
  it("gives placeholders that do not depend on the secret", () => {
    const [, make] = SHAPED_SECRETS[0] ?? ["", () => ""];
    expect(redactText(`use ${make()} now`)).toBe(redactText(`use ${make()} now`));
  });

  it("replaces a secret again where it stands without its name", () => {
    const secret = random(24);
    expect(redactText(`API_KEY=${secret}\nlater: curl host.test/${secret}`)).not.toContain(secret);
  });

  it("returns the same string when there is nothing to redact", () => {
    const text = "The token count was 12345; see src/auth/token.ts.";
    expect(redactText(text)).toBe(text);
    expect(findSecrets(text)).toEqual([]);
  });

  it("reports spans in order, without overlap, that cover exactly the secret", () => {
    const [a, b] = [random(20), random(30)];
    const text = `PASSWORD=${a}\nurl https://user:${b}@host.test/\n`;
    const spans = findSecrets(text);
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual([a, b]);
    expect(spans.map(({ kind }) => kind)).toEqual(["password", "url-credential"]);
  });
});

const secretInText = fc.record({
  which: fc.integer({ min: 0, max: SHAPED_SECRETS.length - 1 }),
  before: fc.string({ unit: "grapheme", maxLength: 60 }),
  after: fc.string({ unit: "grapheme", maxLength: 60 }),
  gap: fc.constantFrom(" ", "\n", '"', "=", ": ", "'", "`", "(", ","),
});

describe("properties", () => {
  it("no planted secret survives, whatever stands around it, across the edges of the scan's windows too", () => {
    fc.assert(
      fc.property(secretInText, fc.nat({ max: 60000 }), ({ which, before, after, gap }, padding) => {
        const secret = SHAPED_SECRETS[which]?.[1]() ?? "";
        const text = `${"word ".repeat(padding / 5)}${before}${gap}${secret}${gap}${after}`;
        expect(mayContainSecret(text)).toBe(true);
        expect(redactText(text)).not.toContain(secret);
      }),
      { numRuns: 300 },
    );
  });

  it("redacting twice is redacting once", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "password",
        "token=",
        "Bearer ",
        "[redacted:token]",
        "://",
        "@",
        '"',
        "\\",
        "-----BEGIN ",
        "密码：",
        "Cookie: ",
        "--token ",
      ),
      fc.nat({ max: SHAPED_SECRETS.length - 1 }).map((index) => SHAPED_SECRETS[index]?.[1]() ?? ""),
      fc.string({ maxLength: 24 }),
      fc.stringMatching(/^[A-Za-z0-9+/=_.~-]{8,40}$/),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const once = redactText(pieces.join(""));
        expect(redactText(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  it("what the prefilter calls clean is never changed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        if (!mayContainSecret(text)) expect(redactText(text)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it("JSON text stays JSON text with the same shape", () => {
    const value = fc.letrec((tie) => ({
      node: fc.oneof({ depthSize: "small" }, tie("leaf"), fc.array(tie("node"), { maxLength: 4 }), tie("object")),
      object: fc.dictionary(
        fc.constantFrom("apiKey", "password", "url", "token", "note", "Cookie", "Authorization", "密码"),
        tie("node"),
        {
          maxKeys: 4,
        },
      ),
      leaf: fc.oneof(
        fc.nat(),
        fc.boolean(),
        fc.string(),
        fc.stringMatching(/^[A-Za-z0-9+/=_.~"\\-]{8,40}$/),
        fc.nat({ max: SHAPED_SECRETS.length - 1 }).map((index) => SHAPED_SECRETS[index]?.[1]() ?? ""),
        fc.string().map((text) => `https://user:${text}@host.test/?token=${text}`),
        fc.string().map((text) => JSON.stringify({ secret: text, password: text })),
      ),
    })).node;
    fc.assert(
      fc.property(value, fc.boolean(), (original, pretty) => {
        const text = JSON.stringify(original, null, pretty ? 2 : 0);
        const redacted: unknown = JSON.parse(redactText(text));
        expect(shapeOf(redacted)).toEqual(shapeOf(original));
      }),
      { numRuns: 1500 },
    );
  });
});

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === "object" && value !== null) return Object.values(value).map(shapeOf);
  return typeof value;
}
