import { expect, test } from "vitest";
import { completeBaseUrl, shownBaseUrl, splitCredentials } from "./base-url.ts";

test.each([
  ["http://localhost:11434", "openai-compatible", "http://localhost:11434/v1"],
  ["http://localhost:11434/", "openai-compatible", "http://localhost:11434/v1"],
  ["https://open.bigmodel.cn/api/paas/v4/", "openai-compatible", "https://open.bigmodel.cn/api/paas/v4"],
  ["https://gateway.example/openai", "openai-compatible", "https://gateway.example/openai"],
  ["https://api.anthropic.com", "anthropic", "https://api.anthropic.com/v1"],
  ["https://proxy.example/anthropic", "anthropic", "https://proxy.example/anthropic/v1"],
  ["https://proxy.example/v1", "anthropic", "https://proxy.example/v1"],
  ["https://generativelanguage.googleapis.com", "google", "https://generativelanguage.googleapis.com/v1beta"],
] as const)("%s of %s is %s", (text, provider, expected) => {
  expect(completeBaseUrl(text, provider)).toBe(expected);
  expect(completeBaseUrl(expected, provider)).toBe(expected);
});

test.each(["", "localhost:1234/v1", "ftp://host/v1", "https://host/v1?key=abc", "https://host/v1#part"])(
  "%j is refused without being repeated",
  (text) => {
    expect(() => completeBaseUrl(text, "openai-compatible")).toThrow("The base URL of the model is not one");
  },
);

test("credentials are split off and never shown", () => {
  const url = "https://ada:p%40ss@models.example:8443/v1";
  expect(shownBaseUrl(url)).toBe("https://models.example:8443/v1");
  expect(splitCredentials(url)).toEqual({
    baseUrl: "https://models.example:8443/v1",
    authorization: `Basic ${Buffer.from("ada:p@ss").toString("base64")}`,
  });
  expect(splitCredentials("https://models.example/v1")).toEqual({ baseUrl: "https://models.example/v1" });
});
