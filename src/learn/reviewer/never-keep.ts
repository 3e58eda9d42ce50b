/**
 * What a skill must never hold, whoever asks for it (seeds 000 and 003, and what users of such systems reported): told
 * from the wording alone. Whether a rule is true is the business of `support.ts`.
 */
import { isEnvironmentTrouble, isHostTrouble } from "../distil/trouble.ts";

/** Says that a tool is no good, not what to do. One pattern per language; add a line to teach another. */
const NEGATIVE_CLAIMS: readonly RegExp[] = [
  /\b(?:is|are|was|were|seems?|remains?|proved)\s+(?:\w+\s+){0,2}(?:broken|unavailable|unusable|unreliable|useless|flaky|inaccessible|non-?functional|down|not\s+(?:working|available|usable|accessible|supported|functional|reliable|installed))\b/iu,
  /\b(?:does\s+not|doesn['’]?t|do\s+not|don['’]?t|did\s+not|didn['’]?t|never|won['’]?t|will\s+not)\s+(?:\w+\s+)?(?:work|function|respond|start|load)s?\b/iu,
  /\b(?:can(?:not|\s+not|['’]?t)|could\s+not|couldn['’]?t)\s+be\s+(?:\w+\s+)?(?:used|reached|trusted|relied|accessed|opened|run|installed)\b/iu,
  /\b(?:always|keeps?|constantly)\s+(?:fail(?:s|ing)?|crash(?:es|ing)?|tim(?:es|ing)\s+out|hang(?:s|ing)?)\b/iu,
  /(?:不可用|无法使用|不能用|用不了|坏了|不工作|已损坏|不可靠|总是失败|一直失败)/u,
  /(?:使えない|動かない|動作しない|壊れている|利用できない)/u,
  /(?:작동하지\s*않|사용할\s*수\s*없|고장)/u,
  /(?:не\s+работа(?:ет|ют)|сломан|недоступ(?:ен|на|но|ны)|нельзя\s+использовать)/iu,
  /\b(?:no\s+funciona|está\s+rot[oa]|não\s+funciona|está\s+quebrad[oa]|ne\s+(?:fonctionne|marche)\s+pas|funktioniert\s+nicht|ist\s+(?:kaputt|nicht\s+verfügbar))\b/iu,
];

/** Tells what happened once. */
const NARRATIVE: readonly RegExp[] = [
  /\b(?:in|during|from)\s+(?:this|that|the\s+(?:current|last|previous|above))\s+(?:session|conversation|chat|run|task)\b/iu,
  /\b(?:today|yesterday|tonight|just\s+now|this\s+(?:time|morning|week)|last\s+(?:time|night|week))\b/iu,
  /\b(?:we|I|the\s+(?:agent|assistant|model|user|developer|person))\s+(?:then\s+|also\s+|finally\s+|first\s+|had\s+|have\s+|was\s+|were\s+)*(?:fixed|found|tried|ran|noticed|discovered|changed|added|removed|asked|wanted|said|reported|saw|encountered|spent|ended\s+up|decided|debugged|investigated|realised|realized|resolved|implemented|updated)\b/iu,
  /(?:本次|这次|刚才|今天|昨天)(?:会话|对话|任务)?|(?:我们|用户|助手)(?:修复|发现|尝试|要求|遇到)了?/u,
  /(?:今回|今日|昨日)の?(?:セッション|会話|作業)?[はで]/u,
  /\b(?:в\s+этой\s+сессии|сегодня|вчера|мы\s+(?:исправили|нашли|обнаружили))\b/iu,
];

/** Names one piece of work: an issue, a pull request, a commit, a day. */
const REFERENCES: readonly RegExp[] = [
  /(?:^|[\s(])#\d{1,6}\b/u,
  /\b(?:PR|MR|pull\s+request|merge\s+request|issue|ticket|bug|incident|story)[\s#:-]*\d{1,6}\b/iu,
  /\b(?!UTF-|SHA-|ISO-|RFC-|ES-|HTTP-|TLS-|AES-|CVE-|UTC-|PEP-|GPT-|X-|V-)[A-Z]{2,10}-\d{1,6}\b/u,
  /\bcommit\s+[0-9a-f]{7,40}\b/iu,
  /\b20\d\d-\d\d-\d\d\b/u,
];

export type NeverKeepCode = "negative_claim" | "environment_trouble" | "one_off";

export interface TextFinding {
  code: NeverKeepCode;
  /** The words that show it. */
  found: string;
}

/** Findings in a rule's text; code spans have to be taken out of `prose` where they were the person's own. */
export function findInProse(prose: string): TextFinding[] {
  const found: TextFinding[] = [];
  const first = (patterns: readonly RegExp[], code: NeverKeepCode) => {
    for (const pattern of patterns) {
      const match = pattern.exec(prose);
      if (match !== null) {
        found.push({ code, found: match[0].trim() });
        return;
      }
    }
  };
  first(NEGATIVE_CLAIMS, "negative_claim");
  first([...NARRATIVE, ...REFERENCES], "one_off");
  if (isEnvironmentTrouble(prose) || isHostTrouble(prose)) {
    found.push({ code: "environment_trouble", found: prose.slice(0, 80) });
  }
  return found;
}

const ONE_OFF_NAMES: readonly RegExp[] = [
  /(?:^|-)(?:pr|mr|issue|ticket|bug|incident|story|task)-?\d+(?:-|$)/,
  /(?:^|-)(?:19|20)\d\d(?:-?[01]\d)?(?:-|$)/,
  /^(?:fix|fixing|fixed|debug|debugging|hotfix|audit|investigate)-/,
  /(?:^|-)(?:today|yesterday|session|conversation|temp|tmp|misc|error-\d+)(?:-|$)/,
  /(?:^|-)[0-9a-f]{7,40}$/,
];

/** Why a name says one day's work instead of a kind of work, or nothing. */
export function oneOffName(slug: string): string | undefined {
  const match = ONE_OFF_NAMES.map((pattern) => pattern.exec(slug)).find((found) => found !== null);
  return match?.[0].replace(/^-|-$/g, "");
}
