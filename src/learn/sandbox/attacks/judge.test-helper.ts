/**
 * Runs one attack on a world and says whether it got through: something outside of the overlay changed that no person
 * changed, a canary came back in some form, a program or a connection was started, or a bad change was accepted.
 */
import { createSandbox, type SandboxChange, type SandboxOptions, validateChanges } from "../index.ts";
import { differences, type Run, type ShellMode, sandboxOptions, type World } from "./world.test-helper.ts";

export interface Attack {
  group: string;
  name: string;
  attempt(run: Run, world: World): Promise<void>;
  /** Options on top of the usual ones, e.g. a session. */
  options?(world: World): Partial<SandboxOptions>;
  /** More strings that must not come back. */
  secrets?(world: World): string[];
  /** A change to one of these may be accepted; default: none may. */
  mayBeAccepted?: readonly string[];
}

export interface Verdict {
  group: string;
  name: string;
  shell: ShellMode;
  /** Empty when nothing got through. */
  escapes: string[];
  userFilesChanged: string[];
  outputs: string[];
  refusals: number;
}

export async function judge(attack: Attack, world: World, shell: ShellMode): Promise<Verdict> {
  const options = { ...sandboxOptions(world, shell), ...attack.options?.(world) };
  const sandbox = createSandbox(options);
  const outputs: string[] = [];
  const offered: SandboxChange[] = [];
  const changed: string[] = [];
  let baseline = world.snapshot();
  const run: Run = {
    shell,
    sandbox,
    outputs,
    call: async (name, input) => {
      const tool = sandbox.tools.find((candidate) => candidate.name === name);
      if (tool === undefined) throw new Error(`no tool ${name}`);
      const { output } = await tool.execute(input, { signal: new AbortController().signal });
      outputs.push(output);
      return output;
    },
    person: async (act) => {
      changed.push(...differences(baseline, world.snapshot()));
      await act();
      baseline = world.snapshot();
    },
    offer: (change) => {
      offered.push({ kind: "create", text: "", files: [], citations: [], ...change });
    },
  };
  await attack.attempt(run, world);
  const changes = [...sandbox.changes(), ...offered];
  const { accepted, refused } = await validateChanges(changes, options);
  await sandbox.dispose();
  changed.push(...differences(baseline, world.snapshot()));
  const bad = accepted.filter(({ slug }) => attack.mayBeAccepted?.includes(slug) !== true);
  const told = [
    ...outputs,
    ...sandbox.refusals.map(({ message, next }) => `${message} ${next}`),
    ...refused.flatMap(({ problems }) => problems.map(({ message, next }) => `${message} ${next}`)),
  ];
  const secrets = [...world.canaries, ...(attack.secrets?.(world) ?? [])].filter((secret) =>
    told.some((text) => holds(text, secret)),
  );
  return {
    group: attack.group,
    name: attack.name,
    shell,
    escapes: [
      ...changed.map((path) => `changed ${path}`),
      ...secrets.map((secret) => `came back: ${secret.slice(0, 12)}…`),
      ...bad.map(({ slug }) => `accepted: ${slug}`),
    ],
    userFilesChanged: changed,
    outputs,
    refusals: sandbox.refusals.length + refused.length,
  };
}

/** Whether a text holds a secret: as it is, in another case, backwards, cut up by spaces or line marks, or coded. */
export function holds(text: string, secret: string): boolean {
  const plain = flat(text.replace(/^\|\s?/gm, ""));
  const forms = [
    flat(secret),
    flat([...secret].reverse().join("")),
    flat(Buffer.from(secret).toString("hex")),
    flat(rotated(secret)),
    ...[0, 1, 2].map((shift) =>
      flat(
        Buffer.from(" ".repeat(shift) + secret)
          .toString("base64")
          .slice(shift === 0 ? 0 : 4, -4),
      ),
    ),
  ];
  return forms.some((form) => form.length >= 8 && plain.includes(form));
}

function flat(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function rotated(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}
