/** Text that tries to take over the agent that reads it: overriding its rules, hiding from its user, leaking data. */
import type { SkillFinding, TextSpan } from "../model.ts";
import { readingsOf } from "./disguise.ts";
import { hiddenWordsIn } from "./hidden-words.ts";
import { type Chain, chainsIn, spansOf } from "./matches.ts";
import { excerpt, finding, type LintInput } from "./report.ts";

/** One table per language; add a line to teach another. */
const OVERRIDES: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|every|the|your|of|these|those|my|other)\s+){0,4}(?:previous|prior|above|earlier|preceding|existing|original|former|system|safety)(?:\s+(?:and|or|system|safety|user))*\s+(?:instructions?|prompts?|rules?|guidelines?|directives?|messages?|constraints?|restrictions?)\b/giu,
  /\b(?:ignore|disregard|forget)\s+(?:everything|all)\s+(?:above|before|you (?:were|have been) told|you know)\b/giu,
  /\byou are (?:now )?(?:DAN\b|jailbroken|unrestricted|no longer (?:bound|restricted|limited)|free from (?:all|any) (?:rules|restrictions))/giu,
  /\b(?:enter|enable|activate) (?:god|dan|jailbreak|unrestricted) mode\b/giu,
  /(?:忽略|无视|忘记|忘掉|绕过|覆盖)(?:掉)?(?:你|您)?(?:的)?(?:所有|一切|全部|任何|之前|先前|以前|以上|前面|上述|此前|原有|系统)+(?:的)?(?:所有|一切|全部|系统)?(?:指令|提示词?|规则|说明|指示|限制|约束)/gu,
  /игнориру(?:й|йте|ем)\s+(?:все\s+)?(?:предыдущие|прошлые|прежние|системные)\s+(?:инструкции|указания|правила)/giu,
  /ignor(?:a|e|ar)\s+(?:todas\s+)?las\s+instrucciones\s+(?:anteriores|previas)/giu,
  /ignore[rz]?\s+(?:toutes\s+)?les\s+instructions\s+pr[ée]c[ée]dentes/giu,
  /ignorier(?:e|en|t)\s+(?:Sie\s+)?(?:alle\s+)?(?:vorherigen|bisherigen|obigen)\s+(?:Anweisungen|Regeln)/giu,
  /(?:以前|これまで|上記|前)の(?:すべての)?(?:指示|命令|ルール)を(?:すべて)?無視/gu,
  /(?:이전|위)의?\s*(?:모든\s*)?(?:지시|명령|규칙)(?:사항)?[을를]?\s*무시/gu,
];

const HIDING: readonly RegExp[] = [
  /\b(?:do not|don['’]t|never)\s+(?:tell|inform|notify|alert|warn)\s+the\s+(?:user|human|owner|operator)s?\b(?!\s+(?:to\b|how\b|that (?:you|it|they|this|the)\b.{0,40}\b(?:can['’]?t|cannot|unable|done|works?|success)|you |their (?:\w+ ){1,3}(?:is|are|looks?) (?:good|bad|great|fine|right|wrong|correct|perfect)\b))/giu,
  /\b(?:do not|don['’]t|never)\s+let\s+the\s+(?:user|human|owner)\s+(?:know|see|notice|find out)\b/giu,
  /\bwithout\s+(?:the\s+)?(?:user|human|owner)(?:['’]s)?\s+(?:knowledge|knowing|noticing|being aware|awareness)\b/giu,
  /\bwithout\s+(?:telling|informing|notifying|alerting)\s+the\s+(?:user|human|owner)\b/giu,
  /\b(?:hide|conceal|keep)\s+(?:this|these|it|that)\s+(?:secret\s+)?from\s+the\s+(?:user|human|owner)\b/giu,
  /(?:不要|别|切勿|不得|禁止)(?:告诉|告知|通知|让|提醒)(?:用户|使用者|主人)(?:知道|知晓|发现)?/gu,
  /(?:瞒着|背着)(?:用户|使用者|主人)/gu,
  /не\s+(?:говори(?:те)?|сообщай(?:те)?)\s+(?:об\s+этом\s+)?(?:пользователю|человеку)/giu,
];

const ROLE_TAGS =
  /<\/?(?:system|system[-_]prompt|system[-_]reminder|skill_content|available_skills)>|<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|>|\[\/?INST\]|<<\/?SYS>>/giu;

const SECRET_WORDS =
  "(?:api[ _-]?keys?|credentials?|secrets?|(?:access|auth|session|bearer)[ _-]?tokens?|passwords?|private[ _-]?keys?|ssh[ _-]?keys?|seed phrases?|mnemonics?|environment variables?|env vars?|\\.env(?: files?)?|chat history|conversation history|system prompt)";
const LEAKS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:send|post|upload|exfiltrate|transmit|forward|leak|email|report)\\b[^.\\n]{0,60}\\b(?:all|any|the user['’]s|user['’]s|their|every|contents? of)\\b[^.\\n]{0,40}${SECRET_WORDS}[^.\\n]{0,60}\\bto\\b[^.\\n]{0,40}(?:https?://|webhook|server|endpoint|e-?mail|@)`,
    "giu",
  ),
  /(?:把|将)(?:用户的?|所有)?[^。\n]{0,20}(?:密钥|密码|凭证|令牌|私钥|助记词)[^。\n]{0,20}(?:发送|上传|提交|发)(?:到|给|至)[^。\n]{0,20}(?:https?:|服务器|邮箱)/giu,
];

const LOCAL_SECRETS =
  /(?:~|\$HOME|\$\{HOME\}|\/root|\/home\/\w+)\/\.(?:ssh|aws|gnupg|netrc|npmrc|kube|config\/gcloud)[^\s|]*|\bid_(?:rsa|ed25519)\b|\/etc\/(?:passwd|shadow)|(?<![\w.])\.env\b(?!\.example)/gu;
const SENDERS = /\b(?:curl|wget|nc|ncat|netcat)\b/gu;
const LEAKING_COMMANDS: readonly Chain[] = [
  [/\bcurl\b/gu, /(?:-d|--data(?:-\w{1,20})?|-F|--form|-T|--upload-file)[ =@]/gu, LOCAL_SECRETS],
  [LOCAL_SECRETS, /\|/gu, SENDERS],
  [/(?:^|[;&|(`])[ \t]*(?:env|printenv)[ \t]*\|/gu, SENDERS],
];

interface Rule {
  code: string;
  /** Words, which can be disguised; also looked for where they are hidden. */
  words: readonly RegExp[];
  /** Tags and commands, which work only as they are. */
  asIs?(text: string): TextSpan[];
  message(words: string): string;
  fix: string;
  /** Undefined where what is found there is none. */
  severityAt(start: number, end: number): SkillFinding["severity"] | undefined;
}

export function takeoverFindings({ document, places }: LintInput): SkillFinding[] {
  const { text } = document;
  const saidOrShown = (start: number, end: number) =>
    places.isShown(start, end) || places.isWarnedOf(start) ? "advice" : "error";
  const rules: Rule[] = [
    {
      code: "instruction_override",
      words: OVERRIDES,
      message: (words) => `It tells the agent to drop its rules: "${words}".`,
      fix: "Delete the sentence; if it is an example of an attack, put it in a code block.",
      severityAt: saidOrShown,
    },
    {
      code: "hides_from_user",
      words: HIDING,
      message: (words) => `It tells the agent to keep something from its user: "${words}".`,
      fix: "Say what the user should be told, or delete the sentence.",
      severityAt: (start, end) => (places.isShown(start, end) || places.lineHas(start, STYLE) ? "advice" : "error"),
    },
    {
      code: "role_tag",
      words: [],
      asIs: (text) => spansOf([ROLE_TAGS], text),
      message: (words) => `"${words}" looks like the end or start of a system message.`,
      fix: "Write the tag in inline code, or leave it out.",
      severityAt: (start, end) => (places.isShown(start, end) ? "advice" : "error"),
    },
    {
      code: "exfiltration",
      words: LEAKS,
      message: (words) => `It asks to send secrets somewhere: "${words}".`,
      fix: "Delete the instruction.",
      severityAt: (start, end) => (places.lineHas(start, NEGATED) ? undefined : saidOrShown(start, end)),
    },
    {
      code: "exfiltration",
      words: [],
      asIs: (text) => chainsIn(text, LEAKING_COMMANDS),
      message: (words) => `A command sends local secrets over the network: "${words}".`,
      fix: "Delete the command.",
      severityAt: (start) => (places.isWarnedOf(start) ? "advice" : "error"),
    },
  ];
  const hiddenWords = hiddenWordsIn(text);
  const found: SkillFinding[] = [];
  for (const { code, words, asIs, message, fix, severityAt } of rules) {
    const open = [...spansOf(words, text), ...(asIs?.(text) ?? [])];
    /** An error is the worst that can be said of a line; what else stands there is not looked at. */
    const settled = new Set<number>();
    const report = ({ start, end }: TextSpan, said: () => string): void => {
      const line = places.lineOf(start);
      const severity = settled.has(line) ? undefined : severityAt(start, end);
      if (severity === undefined) return;
      if (severity === "error") settled.add(line);
      found.push(finding(code, severity, line, said(), fix));
    };
    for (const span of open) report(span, () => message(excerpt(text.slice(span.start, span.end))));
    const isOpen = overlaps(open);
    for (const { start, end, words: hidden } of hiddenWords(words)) {
      if (isOpen({ start, end })) continue;
      report({ start, end }, () => {
        return `${message(excerpt(hidden))} It is disguised as "${excerpt(text.slice(start, end))}".`;
      });
    }
  }
  found.push(...hiddenTextFindings({ document, places }));
  return found;
}

/** Says whether a span has a character in common with one of these. */
function overlaps(spans: readonly TextSpan[]): (span: TextSpan) => boolean {
  const taken = new Set<number>();
  for (const { start, end } of spans) for (let at = start; at < end; at++) taken.add(at);
  return ({ start, end }) => {
    for (let at = start; at < end; at++) if (taken.has(at)) return true;
    return false;
  };
}

const NEGATED = /\b(?:never|do not|don['’]t|must not|should not|avoid|refuse)\b|不要|禁止|切勿/iu;

/** "Do not tell the user about internal tool names" is manners; about actions taken it is not. */
const STYLE =
  /\b(?:tool names?|internal(?:s| details?)|implementation|jargon|file paths?|technical details|step numbers?|spoilers?|answers?|until|unless|before|yet|if no(?:thing)?|when no(?:thing)?)\b/iu;

const DIRECTS_AGENT =
  /\b(?:you (?:must|should|are|will)|(?:AI|agents?|assistants?|models?|LLMs?|claude)\s*[:,]|(?:agents?|assistants?|models?) (?:must|should|will)|always (?:run|send|call|include|execute)|execute|secretly|silently|system prompt)\b|必须|务必|执行|系统提示/iu;

/** HTML comments, and link definitions used as comments: `[//]: # (words)`. */
const COMMENTS =
  /<!--([\s\S]*?)(?:-->|$)|(?<![^\n]) {0,3}\[(?:\/\/|comment|#|hidden|_)\]:[ \t]*(?:#|<>|\/)[ \t]*([^\n]+)/gi;

/** Comments and hidden elements that speak to the agent: a person who reads the page does not see them. */
function hiddenTextFindings({ document, places }: LintInput): SkillFinding[] {
  const found: SkillFinding[] = [];
  for (const match of document.text.matchAll(COMMENTS)) {
    const comment = match[1] ?? match[2] ?? "";
    const overrides = [comment, ...readingsOf(comment).map(({ text }) => text)].some((text) =>
      [...OVERRIDES, ...HIDING].some((pattern) => text.search(pattern) >= 0),
    );
    if (!overrides && !DIRECTS_AGENT.test(comment)) continue;
    const severity = places.isShown(match.index, match.index + match[0].length) || !overrides ? "advice" : "error";
    found.push(
      finding(
        "hidden_instruction",
        severity,
        places.lineOf(match.index),
        `A comment that readers do not see speaks to the agent: "${excerpt(comment)}".`,
        "Say it in the open, or delete it.",
      ),
    );
  }
  const hidden =
    /<[^<>\n]*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em)?\s*[;"']|\shidden(?=[\s>]))[^>\n]*>?/giu;
  for (const match of document.text.matchAll(hidden)) {
    if (places.inFence(match.index)) continue;
    found.push(
      finding(
        "hidden_instruction",
        "error",
        places.lineOf(match.index),
        `An element hides its text from readers: "${excerpt(match[0])}".`,
        "Show the text, or delete it.",
      ),
    );
  }
  return found;
}
