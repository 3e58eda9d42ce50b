import { expect, test } from "vitest";
import { apiError, withoutSecrets } from "./api-error.ts";

const context = { who: "m at host", apiKey: "key-abc", now: new Date("2026-05-01T12:00:00Z") };
const network = (code: string): Error =>
  Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error("below"), { code }) });

test.each([
  ["UND_ERR_HEADERS_TIMEOUT", "MODEL_TIMEOUT"],
  ["UND_ERR_BODY_TIMEOUT", "MODEL_TIMEOUT"],
  ["ECONNRESET", "MODEL_UNREACHABLE"],
  ["ENOTFOUND", "MODEL_UNREACHABLE"],
])("a connection that ends with %s is %s", (code, expected) => {
  expect(apiError(network(code), context).code).toBe(expected);
});

test.each([undefined, null, "text", 7, {}, new Error("?")])("anything thrown is a model error: %s", (thrown) => {
  expect(apiError(thrown, context)).toMatchObject({
    code: "MODEL_UNREACHABLE",
    message: expect.stringContaining("m at host"),
  });
});

test("messages are one redacted line of bounded length", () => {
  const text = withoutSecrets(`the key-abc\nis\u0020wrong ${"x".repeat(1000)}`, "key-abc");
  expect(text).toMatch(/^the \[redacted:api-key\] is wrong x+…$/);
  expect(text.length).toBe(401);
});
