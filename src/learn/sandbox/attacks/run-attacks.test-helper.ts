/** The whole suite: every attack on a real sandbox, every honest use, and what came of it. */
import { createServer } from "node:net";
import { findBubblewrap } from "../index.ts";
import { bypassedPolicyAttacks } from "./bypassed-policy.test-helper.ts";
import { contentAttacks, secretsInFiles } from "./content-attacks.test-helper.ts";
import { pathAttacks, raceAttacks } from "./file-attacks.test-helper.ts";
import { type Attack, judge, type Verdict } from "./judge.test-helper.ts";
import { LEGITIMATE_USES } from "./legitimate-uses.test-helper.ts";
import {
  BARE_GIT_COMMANDS,
  EVIL_GIT_COMMANDS,
  LEAKY_GIT_COMMANDS,
  NESTED_GIT_COMMANDS,
  NO_GIT_COMMANDS,
  shellAttacks,
} from "./shell-attacks.test-helper.ts";
import { createWorld, type ShellMode, type World, type WorldOptions } from "./world.test-helper.ts";

export interface SuiteResult {
  verdicts: Verdict[];
  /** Honest uses that did not work, by name and shell. */
  blocked: string[];
  legitimate: number;
  /** Connections that reached the server. */
  connections: number;
  bubblewrap: boolean;
}

interface Batch {
  attacks: readonly Attack[];
  world: WorldOptions;
  shells: readonly ShellMode[];
  /** A world for each attack, because the attack (or the person in it) changes it. */
  fresh: boolean;
}

export async function runSuite(progress: (verdict: Verdict) => void = () => {}): Promise<SuiteResult> {
  const bubblewrap = (await findBubblewrap()) !== undefined;
  const shells: ShellMode[] = bubblewrap ? ["bwrap", "plain"] : ["plain"];
  const only = shells.slice(0, 1);
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const before = process.env.AUTOSKILL_ATTACK_CANARY;
  const commands = (group: string, texts: readonly string[]): Attack[] =>
    texts.map((command) => ({
      group,
      name: command,
      attempt: async (run) => {
        await run.call("shell", { command });
      },
    }));
  const batches: Batch[] = [
    { attacks: shellAttacks(port), world: {}, shells, fresh: false },
    {
      attacks: commands("shell: a repository that names programs", EVIL_GIT_COMMANDS),
      world: { evilGit: true },
      shells,
      fresh: false,
    },
    {
      attacks: commands("shell: repositories within", NESTED_GIT_COMMANDS),
      world: { nestedLeak: "with_files" },
      shells,
      fresh: false,
    },
    {
      attacks: commands("shell: no repository", NO_GIT_COMMANDS),
      world: { noGit: true },
      shells,
      fresh: false,
    },
    {
      attacks: commands("shell: repositories within", BARE_GIT_COMMANDS),
      world: { nestedLeak: "bare" },
      shells,
      fresh: false,
    },
    {
      attacks: commands("shell: a history with secrets", LEAKY_GIT_COMMANDS),
      world: { leakyHistory: true },
      shells,
      fresh: false,
    },
    { attacks: await bypassedPolicyAttacks(port), world: {}, shells: ["bwrap"], fresh: false },
    { attacks: pathAttacks(), world: {}, shells: only, fresh: false },
    { attacks: contentAttacks(), world: {}, shells: only, fresh: false },
    { attacks: secretsInFiles(), world: {}, shells: shells.slice(1), fresh: false },
    { attacks: raceAttacks(), world: {}, shells, fresh: true },
  ];
  const verdicts: Verdict[] = [];
  const blocked: string[] = [];
  let legitimate = 0;
  try {
    for (const batch of batches) {
      for (const verdict of await runBatch(batch)) {
        verdicts.push(verdict);
        progress(verdict);
      }
    }
    for (const shell of shells) {
      const world = await createWorld();
      for (const use of LEGITIMATE_USES) {
        legitimate += 1;
        const verdict = await judge(
          {
            group: "legitimate",
            name: use.name,
            mayBeAccepted: ["count-words", "check-types", "fabu", "corrected", "release"],
            options: () => ({ readTurn: () => ({ text: "| a line", total: 2, next: 1 }) }),
            attempt: async (run) => {
              const worked = await use.work(run, world);
              if (!worked) blocked.push(`${shell}: ${use.name}`);
            },
          },
          world,
          shell,
        );
        verdicts.push(verdict);
        progress(verdict);
      }
      await world.close();
    }
  } finally {
    if (before === undefined) delete process.env.AUTOSKILL_ATTACK_CANARY;
    else process.env.AUTOSKILL_ATTACK_CANARY = before;
    await new Promise((resolve) => server.close(resolve));
  }
  return { verdicts, blocked, legitimate, connections, bubblewrap };
}

async function runBatch({ attacks, world: options, shells, fresh }: Batch): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const shell of shells) {
    let world: World | undefined;
    for (const attack of attacks) {
      world ??= await createWorld(options);
      // The environment of this very process holds a canary, too.
      process.env.AUTOSKILL_ATTACK_CANARY = world.canaries[0] ?? "";
      const verdict = await judge(attack, world, shell);
      verdicts.push(verdict);
      if (
        fresh ||
        verdict.escapes.length > 0 ||
        attack.group === "secrets: read" ||
        attack.group === "planted instructions"
      ) {
        await world.close();
        world = undefined;
      }
    }
    await world?.close();
  }
  return verdicts;
}
