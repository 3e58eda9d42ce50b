/**
 * A scripted model behind real HTTP that stands for an eager extractor: it quotes what the person said of finished work,
 * sentence by sentence, under one skill for each kind of thing, and cites the message. It knows no rule of the benchmark;
 * what of its quotes is kept is decided by our code. As a judge and a merger it answers nothing of use, so that the
 * deterministic ones stand in.
 */
import { startScriptedModelServer } from "../../src/model/scripted-model-server.test-helper.ts";

export interface QuotingModel {
  environment: Record<string, string>;
  requests(): number;
  problems(): string[];
  close(): Promise<void>;
}

/** Names of the skills that it would write, by the first word that fits. */
export type SkillNames = readonly (readonly [string, RegExp])[];

const MOST_SKILLS = 3;

export async function startQuotingModel(names: SkillNames): Promise<QuotingModel> {
  const server = await startScriptedModelServer({
    replies: ({ system, messages }) => {
      if (!system.includes("skills for later")) return { text: "I had rather not say." };
      return { text: JSON.stringify({ skills: skillsIn(messages[0]?.text ?? "", names) }) };
    },
  });
  return {
    environment: {
      AUTOSKILL_MODEL: "scripted",
      AUTOSKILL_BASE_URL: server.openaiBaseUrl,
      AUTOSKILL_API_KEY: server.apiKey,
    },
    requests: () => server.requests.length,
    problems: () => [...server.problems],
    close: () => server.close(),
  };
}

interface Quote {
  text: string;
  id: string;
}

function skillsIn(transcript: string, names: SkillNames): object[] {
  const bySkill = new Map<string, Quote[]>();
  for (const { id, text } of personMessages(transcript)) {
    for (const sentence of sentencesIn(text)) {
      const kind = names.find(([, pattern]) => pattern.test(sentence))?.[0];
      if (kind !== undefined) bySkill.set(kind, [...(bySkill.get(kind) ?? []), { text: sentence, id }]);
    }
  }
  return [...bySkill].slice(0, MOST_SKILLS).map(([name, quotes]) => ({
    name,
    description: `${name.replaceAll("-", " ")}: how this person wants files to be made. Use before any file is written.`,
    prompt: quotes.map(({ text, id }) => ({ part: "constraint", text, messages: [id] })),
    triggers: [],
    tags: ["files"],
    examples: [],
    confidence: 0.8,
  }));
}

/** What the person said right after work was done, with the ids of the condensed transcript. */
function personMessages(transcript: string): { id: string; text: string }[] {
  const found: { id: string; text: string }[] = [];
  let open: { id: string; text: string } | undefined;
  let finished = false;
  for (const line of transcript.split("\n")) {
    const head = /^\[.*?\b(T\d+\.\d+)\b(.*)\]$/.exec(line);
    if (head !== null) {
      const byPerson = /person/.test(line);
      open = byPerson ? { id: head[1] ?? "", text: "" } : undefined;
      if (open !== undefined && finished) found.push(open);
      finished = false;
    } else if (line.startsWith("| Done, see ")) finished = true;
    else if (open !== undefined && line.startsWith("|")) open.text += `${line.slice(1).trimStart()}\n`;
  }
  return found;
}

function sentencesIn(text: string): string[] {
  const blocks = text.replace(/\n```/g, "\u0000```").split("\u0000");
  return (blocks[0] ?? "")
    .split(/(?<=[.!?])(?<!e\.g\.)\s+(?=[A-Z("`])|\n\n/)
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence.length >= 20 && sentence.length <= 400);
}
