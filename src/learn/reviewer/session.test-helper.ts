/** Sessions for the tests of reviews, in the shape that readers give. */
import { header, type Step } from "../../session/facts/facts.test-helper.ts";
import type { Message, SessionHeader } from "../../session/index.ts";

export { call, edits, person, runs, type Step, says } from "../../session/facts/facts.test-helper.ts";

export interface TestSession {
  header: SessionHeader;
  messages: Message[];
}

/** Messages get the ids `m0`, `m1`, … */
export function sessionOf(steps: (Step | Step[])[], overrides: Partial<SessionHeader> = {}): TestSession {
  return {
    header: { ...header, ...overrides },
    messages: steps.flat().map((step, index) => ({
      ...step.message,
      id: `m${index}`,
      spans: [{ start: index * 10, end: index * 10 + 9 }],
    })),
  };
}
