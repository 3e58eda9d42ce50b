/** `config get | set | list`: reading and changing settings. */
import { z } from "zod";
import { AutoskillError } from "../base/index.ts";
import { type ConfigurationEntry, configurationKeys, listConfiguration, setConfiguration } from "./configuration.ts";
import { defineOperation } from "./operation.ts";
import { SUMMARIES } from "./summaries.ts";

const key = z.enum(configurationKeys, {
  error: `unknown key; the keys are ${configurationKeys.join(", ")}`,
});
const project = z.string().optional().describe("Project root; default: the person's own settings alone");

export const configList = defineOperation({
  name: "config_list",
  summary: SUMMARIES.config_list,
  readOnly: true,
  input: z.object({ project }),
  handler: async (context, input): Promise<{ entries: ConfigurationEntry[] }> => ({
    entries: await listConfiguration(context, input.project),
  }),
});

export const configGet = defineOperation({
  name: "config_get",
  summary: SUMMARIES.config_get,
  readOnly: true,
  input: z.object({ key, project }),
  handler: async (context, input): Promise<ConfigurationEntry> => {
    const entries = await listConfiguration(context, input.project);
    const entry = entries.find((candidate) => candidate.key === input.key);
    if (entry === undefined) throw new AutoskillError({ code: "NOT_FOUND", message: `No setting ${input.key}.` });
    return entry;
  },
});

export const configSet = defineOperation({
  name: "config_set",
  summary: SUMMARIES.config_set,
  readOnly: false,
  input: z.object({
    key,
    value: z.union([z.string(), z.number(), z.boolean(), z.null()]).describe("null goes back to the default"),
    project,
  }),
  handler: (context, input) => setConfiguration(context, input.key, input.value, input.project),
});
