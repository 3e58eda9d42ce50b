import { describe, expect, test } from "vitest";
import { splitHostBlocks } from "./host-blocks.ts";

describe("splitHostBlocks", () => {
  test("leaves the person's words and hands the host's blocks out", () => {
    const text =
      "<current_datetime>2026-01-02</current_datetime>\n\nRun the tests\n<system-reminder>\nBe brief\n</system-reminder>";
    expect(splitHostBlocks(text)).toEqual({
      person: "Run the tests",
      host: ["<current_datetime>2026-01-02</current_datetime>", "<system-reminder>\nBe brief\n</system-reminder>"],
    });
  });

  test("finds nothing said by a person in a message that is all host", () => {
    expect(splitHostBlocks("<session_context>\nLinux\n</session_context>\n").person).toBe("");
  });

  test("takes a block that was cut off to the end of the text", () => {
    expect(splitHostBlocks("please\n<hook_context a='b'>\nlong text")).toEqual({
      person: "please",
      host: ["<hook_context a='b'>\nlong text"],
    });
  });

  test("keeps a tag that a person talks about, and tags that no host uses", () => {
    const text = "why does <system-reminder> appear?\n<div>hello</div>";
    expect(splitHostBlocks(text)).toEqual({ person: text, host: [] });
  });
});
