import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { seededNumbers, seededText } from "../../base/seeded.test-helper.ts";
import { chooseModel } from "./choose.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "autoskill-choose-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function install(program: string): void {
  writeFileSync(join(directory, program), "#!/bin/sh\nexit 1\n");
  chmodSync(join(directory, program), 0o755);
}

const random = seededNumbers("keys");
const key = (): string => `key-${seededText(random, 11)}`;

describe("the order", () => {
  test("settings win over everything", async () => {
    const choice = await chooseModel(
      { provider: "deepseek" },
      { DEEPSEEK_API_KEY: key(), AUTOSKILL_MODEL: "anthropic:claude-x", ANTHROPIC_API_KEY: key() },
    );
    expect(choice.model?.id).toBe("openai-compatible:deepseek-chat");
    expect(choice.why).toBe("Your settings name it.");
    expect(choice.candidates[0]).toMatchObject({ keyFrom: "DEEPSEEK_API_KEY", baseUrl: "https://api.deepseek.com/v1" });
  });

  test("AUTOSKILL_ variables win over the providers' own", async () => {
    const choice = await chooseModel(
      {},
      { AUTOSKILL_MODEL: "qwen3:8b", AUTOSKILL_BASE_URL: "http://127.0.0.1:11434", ANTHROPIC_API_KEY: key() },
    );
    expect(choice.model?.id).toBe("openai-compatible:qwen3:8b");
    expect(choice.candidates).toEqual([
      {
        from: "environment",
        id: "openai-compatible:qwen3:8b",
        usable: true,
        why: "The AUTOSKILL_ variables name it.",
        baseUrl: "http://127.0.0.1:11434/v1",
      },
    ]);
  });

  test("a provider's variable wins over an installed agent, and all are listed", async () => {
    install("claude");
    const choice = await chooseModel(
      { agentCli: "yes" },
      { PATH: directory, GEMINI_API_KEY: key(), OPENAI_API_KEY: key(), OPENAI_MODEL: "gpt-z" },
    );
    expect(choice.model?.id).toBe("openai-compatible:gpt-z");
    expect(choice.candidates.map(({ id, usable }) => [id, usable])).toEqual([
      ["openai-compatible:gpt-z", true],
      ["google:gemini-flash-latest", true],
      ["claude-cli", true],
    ]);
  });

  test("nothing at all is no model, with the reason", async () => {
    const choice = await chooseModel({}, { PATH: directory });
    expect(choice).toEqual({
      model: undefined,
      why: "No model is configured, no key is set, and no agent CLI is installed.",
      candidates: [],
    });
  });
});

describe("agent CLIs", () => {
  test.each([
    ["ask", "is not used before you say yes"],
    ["no", "you said no"],
  ] as const)("are not used on %s", async (agentCli, why) => {
    install("codex");
    const choice = await chooseModel({ agentCli }, { PATH: directory });
    expect(choice.model).toBeUndefined();
    expect(choice.why).toContain(why);
  });

  test("are used once the person said yes", async () => {
    install("codex");
    install("gemini");
    const choice = await chooseModel({ agentCli: "yes" }, { PATH: directory });
    expect(choice.model).toMatchObject({ id: "codex-cli:default", supports: { tools: false, streaming: false } });
  });

  test("can be named, which is a yes", async () => {
    install("claude");
    const choice = await chooseModel({}, { PATH: directory, AUTOSKILL_MODEL: "claude-cli:haiku" });
    expect(choice.model?.id).toBe("claude-cli:haiku");
    expect((await chooseModel({ provider: "qwen-cli" }, { PATH: directory })).why).toContain("not on the PATH");
  });

  test("started by us get no model of ours, so that none starts another", async () => {
    const choice = await chooseModel({}, { ANTHROPIC_API_KEY: key(), AUTOSKILL_CHILD: "1" });
    expect(choice.model).toBeUndefined();
  });

  test("that a project brings along are not found", async () => {
    const binaries = join(directory, "node_modules", ".bin");
    mkdirSync(binaries, { recursive: true });
    writeFileSync(join(binaries, "claude"), "#!/bin/sh\n");
    chmodSync(join(binaries, "claude"), 0o755);
    expect((await chooseModel({ agentCli: "yes" }, { PATH: binaries })).candidates).toEqual([]);
  });

  test("in a relative folder of the PATH are not found", async () => {
    install("claude");
    expect((await chooseModel({}, { PATH: `.:${directory}/./..` })).candidates).toEqual([]);
  });
});

describe("what cannot work", () => {
  test("is not replaced by something else that could", async () => {
    const choice = await chooseModel({ provider: "deepseek" }, { ANTHROPIC_API_KEY: key() });
    expect(choice.model).toBeUndefined();
    expect(choice.why).toBe("There is no key for it: set AUTOSKILL_API_KEY or DEEPSEEK_API_KEY in the environment.");
  });

  test.each([
    [{ AUTOSKILL_MODEL: "mystery-7b" }, "could be anybody's"],
    [{ AUTOSKILL_BASE_URL: "http://127.0.0.1:1234/v1" }, "No model is named"],
    [{ AUTOSKILL_BASE_URL: "localhost:1234", AUTOSKILL_MODEL: "m" }, "base URL of the model is not one"],
    [{ AUTOSKILL_BASE_URL: "file:///etc/passwd", AUTOSKILL_MODEL: "m" }, "base URL of the model is not one"],
    [{ AUTOSKILL_MODEL: "none" }, "there is to be none"],
  ])("%j says why", async (environment, why) => {
    const choice = await chooseModel({}, environment);
    expect(choice.model).toBeUndefined();
    expect(choice.why).toContain(why);
  });
});

describe("keys", () => {
  test("of a provider do not go to another address", async () => {
    const [candidate] = (await chooseModel({ baseUrl: "http://evil.example/v1", name: "m" }, { OPENAI_API_KEY: key() }))
      .candidates;
    expect(candidate).toMatchObject({ usable: true, baseUrl: "http://evil.example/v1" });
    expect(candidate?.keyFrom).toBeUndefined();
  });

  test("of a provider go to its address, however it was named", async () => {
    const { candidates } = await chooseModel(
      { baseUrl: "https://api.deepseek.com/v1", name: "m" },
      { DEEPSEEK_API_KEY: key(), OPENAI_API_KEY: key() },
    );
    expect(candidates[0]?.keyFrom).toBe("DEEPSEEK_API_KEY");
  });

  test("come from the variable that the settings name, and from no other", async () => {
    const settings = { provider: "openai", name: "m", apiKeyVariable: "WORK_KEY" };
    expect((await chooseModel(settings, { WORK_KEY: key() })).candidates[0]?.keyFrom).toBe("WORK_KEY");
    expect((await chooseModel(settings, { OPENAI_API_KEY: key() })).why).toContain("set WORK_KEY");
  });

  test("and passwords are in nothing that can be shown", async () => {
    const secret = key();
    const choice = await chooseModel(
      {},
      {
        AUTOSKILL_MODEL: "m",
        AUTOSKILL_API_KEY: secret,
        AUTOSKILL_BASE_URL: `https://user:${secret}@models.example/v1/`,
      },
    );
    expect(choice.candidates[0]).toMatchObject({ baseUrl: "https://models.example/v1", keyFrom: "AUTOSKILL_API_KEY" });
    expect(JSON.stringify(choice)).not.toContain(secret);
  });
});

test("a provider's own base URL variable is completed with the version that its service needs", async () => {
  const environment = {
    ANTHROPIC_API_KEY: key(),
    ANTHROPIC_BASE_URL: "http://127.0.0.1:9000/",
    ANTHROPIC_MODEL: "claude-y",
  };
  const { candidates } = await chooseModel({}, environment);
  expect(candidates[0]).toMatchObject({ id: "anthropic:claude-y", baseUrl: "http://127.0.0.1:9000/v1" });
});
