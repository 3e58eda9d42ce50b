import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createOperationContext } from "./context.ts";

test("the state lies where it was said, else in AUTOSKILL_HOME, else below the person's home", () => {
  const environment = { HOME: "/home/ada", AUTOSKILL_HOME: "/state" };
  expect(createOperationContext({ environment, home: "/here" }).home).toBe("/here");
  expect(createOperationContext({ environment }).home).toBe("/state");
  expect(createOperationContext({ environment: { HOME: "/home/ada" } }).home).toBe("/home/ada/.autoskill");
});

test("empty variables are not set: nothing is ever kept in the current folder by accident", () => {
  const environment = { HOME: "", AUTOSKILL_HOME: "", AUTOSKILL_USER: "" };
  const context = createOperationContext({ environment });
  expect(context.home).toBe(join(homedir(), ".autoskill"));
  expect(context.userHome).toBe(homedir());
  expect(context.userName).not.toBe("");
  expect(() => createOperationContext({ environment, home: "" })).toThrow("no name");
});
