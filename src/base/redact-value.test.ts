import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { random, SHAPED_SECRETS } from "./redact.test-helper.ts";
import { redactValue } from "./redact-value.ts";

describe("redactValue", () => {
  it("redacts strings at any depth and keeps the structure", () => {
    const key = `sk-${random(40)}`;
    expect(redactValue({ a: [{ b: `use ${key}` }, 1, null, true], c: "plain" })).toEqual({
      a: [{ b: "use [redacted:api-key]" }, 1, null, true],
      c: "plain",
    });
  });

  it("takes the name of an object key as the name of its value", () => {
    const secret = `Tr${random(4)}bad&`;
    expect(
      redactValue({ password: secret, apiKey: random(32), 密码: "x", client_secret: random(32, "0123456789abcdef") }),
    ).toEqual({
      password: "[redacted:password]",
      apiKey: "[redacted:secret]",
      密码: "x",
      client_secret: "[redacted:secret]",
    });
  });

  it("knows header maps, cookie maps, named pairs and argument vectors", () => {
    const secret = random(32);
    expect(
      redactValue({
        headers: { authorization: `Bearer ${secret}`, cookie: `sid=${secret}; theme=dark`, accept: "text/html" },
        env: [{ name: "SERVICE_TOKEN", value: secret }],
        argv: ["deploy", "--token", secret, "--force"],
      }),
    ).toEqual({
      headers: { authorization: "Bearer [redacted:authorization]", cookie: "[redacted:cookie]", accept: "text/html" },
      env: [{ name: "SERVICE_TOKEN", value: "[redacted:token]" }],
      argv: ["deploy", "--token", "[redacted:token]", "--force"],
    });
  });

  it("leaves signatures of thinking blocks, ids, usage counts and placeholders", () => {
    const value = {
      type: "thinking",
      signature: random(200),
      id: `toolu_${random(24)}`,
      key: random(24),
      usage: { input_tokens: 12 },
      password: "<password>",
      token: null,
      secret: 12345678,
    };
    expect(redactValue(value)).toBe(value);
  });

  it("redacts object keys too, without losing an entry", () => {
    const make = SHAPED_SECRETS[0]?.[1] ?? (() => "");
    const redacted = redactValue({ [make()]: 1, [make()]: 2 });
    expect(redacted).toEqual({ "[redacted:api-key]": 1, "[redacted:api-key] 2": 2 });
  });

  it("shares what did not change, and returns the same value when nothing did", () => {
    const clean = { deep: [{ text: "hello" }] };
    const value = { clean, dirty: `ghp_${random(36)}` };
    const redacted = redactValue(value) as typeof value;
    expect(redacted).not.toBe(value);
    expect(redacted.clean).toBe(clean);
    expect(redactValue(clean)).toBe(clean);
  });

  it("keeps a __proto__ member as a member", () => {
    const value: unknown = JSON.parse(`{"__proto__":{"password":"Kx9!${random(6)}"}}`);
    expect(JSON.stringify(redactValue(value))).toBe('{"__proto__":{"password":"[redacted:password]"}}');
  });

  it("ends on values nested deeper than a stack, and lets nothing unread pass", () => {
    let value: unknown = `ghp_${random(36)}`;
    for (let depth = 0; depth < 100_000; depth += 1) value = [value];
    let redacted = redactValue(value);
    while (Array.isArray(redacted)) redacted = redacted[0];
    expect(redacted).toBe("[redacted:too-deep]");
  });

  it("changes nothing the second time", () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.nat({ max: SHAPED_SECRETS.length - 1 }).map((index) => SHAPED_SECRETS[index]?.[1]() ?? ""),
      fc.stringMatching(/^[A-Za-z0-9+/=_.~-]{8,40}$/),
      fc.integer(),
    );
    const names = fc.constantFrom("password", "token", "cookie", "authorization", "name", "value", "note");
    const value = fc.dictionary(names, fc.oneof(leaf, fc.array(leaf, { maxLength: 3 })));
    fc.assert(
      fc.property(value, (original) => {
        const once = redactValue(original);
        expect(redactValue(once)).toBe(once);
      }),
      { numRuns: 1000 },
    );
  });
});
