/** Why each rule of an exported skill is there, without saying on whose machine or in which session. */
import type { Bank, BankSkill } from "../../bank/index.ts";
import { canonicalJson } from "../../base/index.ts";
import type { ExportedFile } from "./zip-export.ts";

export async function evidenceFile(
  bank: Bank,
  skill: BankSkill,
  clean: (text: string) => string,
): Promise<ExportedFile> {
  const sessions = new Map<string, number>();
  const numberOf = (sessionId: string): number => {
    const number = sessions.get(sessionId) ?? sessions.size + 1;
    sessions.set(sessionId, number);
    return number;
  };
  const groups = await bank.evidence(skill.scope, skill.slug);
  const rules = groups
    .filter((group) => group.active)
    .map((group) => ({
      rule: group.ruleId,
      section: group.section ?? "",
      text: clean(group.text ?? ""),
      byUser: group.byUser,
      evidence: group.evidence.map((record) => ({
        session: numberOf(record.sessionId),
        agent: record.source,
        turn: record.pointer.turn,
        support: record.support,
        quote: clean(record.quote),
        digest: record.pointer.digest,
      })),
    }));
  const text = `${JSON.stringify(JSON.parse(canonicalJson({ skill: skill.slug, sessions: sessions.size, rules })), undefined, 2)}\n`;
  return { path: `evidence/${skill.slug}.json`, bytes: Buffer.from(text), executable: false };
}
