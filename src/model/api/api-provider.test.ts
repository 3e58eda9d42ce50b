import { expect, test } from "vitest";
import { asOpenAiWants } from "./api-provider.ts";

test("OpenAI itself gets the limit of output under its new name", () => {
  expect(asOpenAiWants({ model: "m", max_tokens: 5 })).toEqual({ model: "m", max_completion_tokens: 5 });
  expect(asOpenAiWants({ model: "m" })).toEqual({ model: "m" });
});
