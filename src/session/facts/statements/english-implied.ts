/**
 * English wordings that state a rule without a word such as "always" or "from now on": a reproach, a contrast, what the
 * project has settled on, what the agent was not asked to do. They need the agent to have acted first, or a noun of
 * software, so that product requirements ("each user must …") and reports ("the test is slow, not broken") stay out.
 */
import type { Cue } from "./cue-table.ts";
import { PLACE, VERB } from "./english-words.ts";

const re = (source: string) => new RegExp(source);

/** Subjects whose state is reported rather than laid down. */
const REPORT =
  "(?:i|it|he|she|they|there|this|that|these|those|which|what|why|who|how|if|maybe|perhaps|because|the (?:problem|issue|error|bug|failure|question|cause|crash|exception|warning|difference|answer|point)|my|yes|yeah|looks?|seems?|sounds?|can|could|would|let's|so|and|but|or|when|while|as)";
const CODE =
  "(?:functions?|methods?|class(?:es)?|components?|hooks?|endpoints?|handlers?|routes?|migrations?|commits?|commit messages?|prs?|pull requests?|tests?|files?|file names?|modules?|variables?|constants?|names?|types?|interfaces?|imports?|exports?|queries|scripts?|branch(?:es)?|packages?|dependencies|comments?|docstrings?|strings?|logs?|configs?|secrets?|timestamps|errors|columns|tables|fixtures?|mocks?|public apis?|apis?|changes?|code|workflows?|jobs?|services?|models?|props)";
const OCCASION =
  "(?:prs?|pull requests?|commits?|releases?|changes?|features?|bug ?fix(?:es)?|fix(?:es)?|migrations?|deploy(?:ment)?s?|merges?|branch(?:es)?|tasks?|refactor(?:ing)?s?|new \\w+|edits?|tickets?)";
const NOUN = "[a-z][\\w./'-]*";

/** The agent did this, and the same breath says that it should not have. */
const YOU_DID =
  /^(?!.*\b(?:thanks?|thx|great|nice|perfect|awesome|well done|love)\b)(?:but |hey,? |and |no,? )?you(?:'ve| have)? (?:just |also |only |again |still )?(?:put|used|added|created|committed|pushed|wrote|written|changed|edited|touched|removed|deleted|named|called|placed|imported|installed|ran|run|started|merged|renamed|moved|stored|returned|made|went)\b.{1,90}(?:\b(?:straight|directly) (?:to|on|into|in)\b|\bwithout \w+ing\b|\bagain\b|\binstead\b|\brather than\b|[,;–—-] ?(?:it|that|this|they|those|these|we|should|belongs?|goes|not|but (?:we|it|the|that)|the \w+ (?:should|is|are))\b|\bwhen (?:we|it|the|i)\b|\bbut (?:we|it|the|that|i)\b|\bthe wrong\b)(?!.*\b(?:great|nice|perfect|good|fine|thanks)\b).{0,}/;

export const impliedInEnglish: readonly Cue[] = [
  {
    id: "en.code-must",
    kind: "standing_rule",
    pattern: re(
      `^(?:all|every|each|any|no) (?:of the |of our |our |the )?(?:${NOUN} ){0,2}${CODE}(?: \\w+){0,3} (?:must|shall|has to|have to|needs? to|go(?:es)? (?:in|through|under)|are (?:written|stored|named|kept|squashed)|gets? (?:a|an|its|their))\\b(?! pass\\b).{3,}`,
    ),
    confidence: 0.7,
    constraint: true,
  },
  {
    id: "en.occasion-must",
    kind: "standing_rule",
    pattern: re(
      `^(?:for|on|with|in|before|after|at the end of) (?:every|each|any|all) (?:${NOUN} )?${OCCASION}\\b.{0,60}(?:\\b(?:must|has to|have to|needs? to|should|we need|is required|are required|comes?|goes)\\b|,? (?:please )?${VERB}\\b).{3,}`,
    ),
    confidence: 0.8,
    durable: true,
  },
  {
    id: "en.each-one-needs",
    kind: "standing_rule",
    pattern: re(
      `^(?:every|each|any) (?:new |public |exported |single )?${CODE} (?:needs?|gets?|requires?|starts? with|ends? with|comes? with|has its own)\\b.{3,}`,
    ),
    confidence: 0.75,
    constraint: true,
  },
  {
    id: "en.no-circumstances",
    kind: "standing_rule",
    pattern:
      /^(?:under no circumstances|as a (?:general |hard )?rule(?: of thumb)?|at no point|without exception)\b,? .{6,}|.{6},? (?:no exceptions|without exception|as a rule|across the board)\W*$/,
    confidence: 0.75,
    after: "agent",
  },
  {
    id: "en.goes-for-all",
    kind: "standing_rule",
    pattern:
      /^(?:(?:that|this|same|the same|it) (?:also )?(?:goes|applies|holds|counts|is true) (?:for|to) (?:all|every|everything|any|the (?:rest|other|whole)|other|both|future)\b[^?]{0,60}|(?:that|this) is how we (?:do|always do|handle|write|name) .{2,40}|(?:please )?do (?:that|this|it|so) (?:each|every) (?:single )?time[^?]{0,20})$/,
    confidence: 0.8,
    durable: true,
    asked: true,
    bare: "previous",
  },
  {
    id: "en.when-it-happens",
    kind: "standing_rule",
    pattern: re(
      `^(?:when|if|whenever|as soon as) (?:something|anything|a test|tests|a check|a command|the (?:build|ci|tests?|linter)|you(?:'re| are| get| hit| see| find| need| run)?|there(?:'s| is| are)(?: more than one| several| any)?) .{2,80}?,?\\s(?:please |always |never |just |first |you (?:should|must) )*(?:don't|do not|never|always|stop and|ask|tell|show|give|use|check|run|prefer|propose|list|leave|write|add|report)\\b(?! me know).{2,}`,
    ),
    confidence: 0.65,
    after: "agent",
    constraint: true,
  },
  {
    id: "en.done-by",
    kind: "standing_rule",
    pattern: re(
      `\\b(?:in|for|across|at|on) (?:this|our|the|these|my) (?:\\w+ )?${PLACE},? (?:(?:everything|anything|all \\w+|${NOUN}s) (?:is|are|gets?|goes|go|has to be|must be|should be)(?: \\w+)? (?:run|done|built|tested|written|formatted|managed|handled|stored|named|imported|started|deployed|generated|configured|through|via|with|in|under|by)\\b)`,
    ),
    confidence: 0.8,
    durable: true,
  },
  {
    id: "en.settled",
    kind: "standing_rule",
    pattern:
      /^(?:because |since |no,? )?we(?:'ve| have)? (?:all )?(?:standardi[sz]ed on|moved (?:away|off|over|on|everything)|migrated (?:away|off|everything|to)|switched (?:everything|over|away|to)|settled on|agreed (?:on|to|that|not to)|dropped|deprecated|banned|got rid of|stopped using|phased out|decided (?:on|to|against|not to))\b.{3,}/,
    confidence: 0.65,
    after: "action",
  },
  {
    id: "en.everything-is",
    kind: "standing_rule",
    pattern:
      /(?:^|[,;] )(?:here |in here )?(?:everything (?:else )?(?:here |in here )?(?:is|goes|uses|lives|runs)|(?:everyone|everybody) (?:here )?(?:uses|writes)) (?!fine|ok|good|great|working|broken|green|done|wrong|slow|gone|there|correct|on fire|red|back|ready|set|up\b)[\w-]+ .{2,}/,
    confidence: 0.65,
    after: "action",
    constraint: true,
  },
  {
    id: "en.here-statement",
    kind: "standing_rule",
    pattern: re(
      `^(?!${REPORT}\\b).{3,80}\\b(?:go(?:es)?|live[s]?|belongs?|are (?:always )?(?:named|called|written|kept|stored|kebab-case|plural|singular)|is (?:always )?(?:named|called|written|kept|stored)) .{2,60}\\b(?:here|in this (?:repo|project|codebase|package)|around here)\\W*$`,
    ),
    confidence: 0.7,
    after: "agent",
  },
  {
    id: "en.why-did-you",
    kind: "correction",
    pattern:
      /^(?:and |but |hey,? )?(?:why (?:did|do|are|have|would|is|was|were|on earth|the hell)\b.{0,10}\b(?:you|there|it|this)\b|why (?:not use|the|is there|so many|a new|another|all) |who (?:told|asked) you to\b|did i (?:ask|tell) (?:you )?(?:for|to)\b|since when (?:do|are) we\b|what happened to\b|didn't (?:i|we) (?:say|agree|tell|ask)\b|where (?:are|is) the\b).{2,}\?\W*$/,
    confidence: 0.85,
    after: "action",
    asked: true,
    bare: "next",
  },
  {
    id: "en.asked-then-why",
    kind: "correction",
    pattern: re(
      `^(?:please )?(?:can|could|would|will) (?:you|we) (?:please |pls |just |maybe )?(?:switch|change|convert|move|rename|put|use|keep|make|revert|undo|drop|remove)\\b.{3,}\\?\\W*$`,
    ),
    confidence: 0.7,
    after: "action",
    asked: true,
    bare: "next",
  },
  {
    id: "en.not-asked-for",
    kind: "correction",
    pattern:
      /^(?:but |hey,? |and )?(?:i (?:didn't|did not|never|haven't) (?:ask(?:ed)?|t(?:ell|old)|want(?:ed)?|say|said|request(?:ed)?)\b(?! (?:anyone|him|her|them)).{5,}|(?:nobody|no one|no-one) (?:asked|told) (?:you )?(?:to|for)\b.{3,}|(?:that|this) (?:wasn't|was not|isn't) (?:asked for|part of|in scope|requested|what)\b.{5,})/,
    confidence: 0.75,
    after: "action",
  },
  {
    id: "en.rather-you",
    kind: "correction",
    pattern:
      /\b(?:i(?:'d| would)|we(?:'d| would)) (?:much |really |honestly )?(?:rather|prefer it if|prefer if|appreciate it if|like it if|like it better if) (?:you (?!could|can)|we (?!could|can)|it |this |that |not |keep|have|use|avoid|see )\S.{3,}/,
    confidence: 0.7,
    after: "action",
  },
  {
    id: "en.you-did-wrong",
    kind: "correction",
    pattern:
      /^(?:but |hey,? |and |no,? |looks like |it looks like |i see |i see that |seems )?you(?:'ve| have)? (?:just |also |only |accidentally |still |again |now |completely )?(?:skipped|missed|forgot|forgotten|ignored|broke|broken|overwrote|overwritten|clobbered|duplicated|hard-?coded|left out|left in|left behind|misnamed|misspelled|misread|misunderstood|invented|made up)\b(?! (?:nothing|me\b)).{3,}/,
    confidence: 0.7,
    after: "action",
  },
  {
    id: "en.you-did-then",
    kind: "correction",
    pattern: YOU_DID,
    confidence: 0.75,
    after: "action",
    bare: "next",
  },
  {
    id: "en.you-did-but",
    kind: "correction",
    pattern: YOU_DID,
    confidence: 0.7,
    after: "action",
  },
  {
    id: "en.it-is-you-used",
    kind: "correction",
    pattern:
      /^(?:the |our )?[a-z][\w -]{2,50} (?:is|are|should be|goes?|go|starts?|ends?|must be) .{1,60}[,;–—-] ?(?:but )?you(?:'ve| have)? (?:used|put|wrote|made|did|have|left|added|called|named|went)\b.{2,}/,
    confidence: 0.8,
    after: "action",
  },
  {
    id: "en.contrast-stated",
    kind: "correction",
    pattern: re(
      `^(?!${REPORT}\\b)(?!.{0,60}\\b(?:now|fails?|failed|failing|broken|crash\\w*|slow|works?|passes|thinks?|says?)\\b)[a-z¤].{2,70}\\b(?:is|are|should be|must be|go(?:es)?|needs? to|need|has to|have to|belongs?|lives?|comes?|uses?|returns?|starts?)\\b .{1,80}(?:[,;] ?not (?!sure|yet|only|just|that|because|even|if|really|a big|quite)\\S+| instead of \\S+| rather than \\S+|,? never \\S+)`,
    ),
    confidence: 0.7,
    after: "action",
    constraint: true,
  },
  {
    id: "en.contrast-short",
    kind: "correction",
    pattern: re(
      `^(?!${REPORT}\\b|not\\b|should\\b|do\\b|does\\b|is\\b|are\\b|we\\b|you\\b)(?:\\S+ ){1,5}(?:instead of|rather than|over) (?:\\S+ ?){1,5}$|^(?!${REPORT}\\b|not\\b|we\\b|you\\b|should\\b|do\\b|does\\b|is\\b|are\\b)[a-z¤]\\S*(?: \\S+){0,3}, (?:and )?not (?:\\S+ ?){1,5}$`,
    ),
    confidence: 0.65,
    after: "action",
    constraint: true,
  },
  {
    id: "en.must-stay",
    kind: "correction",
    pattern:
      /^(?:(?:please )?(?:undo|revert|restore|put back|roll back|rollback|bring back|take out|drop|get rid of) .{2,40}?[,;.–—-] ?(?:because |since |as )?|(?:because |since ))?(?:the |our |all )?(?!i\b|you\b|it\b)[a-z][\w -]{2,50} (?:must|should|has to|have to|needs? to) (?:stay|remain|keep|not change|be kept|be left)\b.{2,}/,
    confidence: 0.7,
    after: "action",
    constraint: true,
  },
  {
    id: "en.undo-because",
    kind: "correction",
    pattern:
      /^(?:please |no,? |can you )?(?:undo|revert|restore|put back|roll back|rollback|bring back|take out|get rid of) .{2,60}?(?:[,;–—-] ?(?!and |then |or )|\b(?:because|since)\b).{6,}/,
    confidence: 0.65,
    after: "action",
    constraint: true,
  },
  {
    id: "en.too-then",
    kind: "correction",
    pattern: re(
      `^(?:(?:this|that|it)(?:'s| is) |way |far |much |a bit |still |a little )*too (?:verbose|long|short|complicated|complex|clever|wordy|formal|chatty|generic|abstract|many \\w+|much \\w+)[,;–—-] ?(?:please |just |so )?(?:keep|use|make|write|be|cut|drop|stick|only|one|no|just|i|we|${VERB})\\b.{2,}`,
    ),
    confidence: 0.7,
    after: "agent",
  },
  {
    id: "en.missing",
    kind: "correction",
    pattern: re(
      `^(?:the |your |this |that |these )?(?:${NOUN} ){0,2}${CODE}(?: you \\w+)? (?:is|are|has|have) (?:still )?(?:missing|without|lacking|no)\\b.{3,}[,;–—-] ?(?:we|it|they|every|each|all|always|please|that)\\b.{3,}`,
    ),
    confidence: 0.75,
    after: "action",
  },
  {
    id: "en.then-first",
    kind: "correction",
    pattern: re(
      `^(?!${REPORT}\\b)(?:the )?[a-z]\\S*(?: \\S+){0,3} (?:first|before anything else),? (?:then|and then|only then|afterwards)\\b.{3,}`,
    ),
    confidence: 0.65,
    after: "action",
    constraint: true,
  },
  {
    id: "en.already-there",
    kind: "correction",
    pattern: re(
      `^(?:but |and |hey,? )?(?:there(?:'s| is| are)|we(?:'ve)?(?: already)?(?: have| got)?|you(?:'ve)? already (?:have|had|got)|that|this|it|[a-z][\\w./-]*(?: \\w+){0,3}) (?:already|an existing)\\b.{2,}(?:[,;.–—-] ?(?:please |just |so )?(?:use|no need|reuse|call|import|extend|don't|why|instead|that one|put)\\b.{2,}|\\bfor (?:that|this|it|those|exactly)\\b.{0,20})$|\\bwe(?:'ve| already)? (?:have|got) (?:a|an|our own|some) .{2,40} for (?:that|this|it|those|these|exactly)\\b`,
    ),
    confidence: 0.7,
    after: "action",
    constraint: true,
  },
  {
    id: "en.so-leave-it",
    kind: "correction",
    pattern: re(
      `^(?!${REPORT}\\b|we\\b|you\\b)?(?:that|this|the|those|these|it) .{0,40}\\b(?:is|are|was|were)(?: all)? (?:auto[- ]?)?(?:generated|on purpose|intentional(?:ly)?|deliberate(?:ly)?|vendored|read-only|third[- ]party|shared (?:by|with)|owned by|managed by|not ours|off[- ]limits|there for a reason|legacy)\\b.{0,60}[,;.–—-] ?(?:please |so |just )*(?:${VERB}|don't|do not|never|only|we)\\b.{2,}`,
    ),
    confidence: 0.7,
    after: "action",
    constraint: true,
  },
  {
    id: "en.one-per",
    kind: "standing_rule",
    pattern: re(
      `^(?:please |only |just )*(?:one|a single|two|at most \\w+|no more than \\w+|max(?:imum)? \\w+) ${NOUN}(?: ${NOUN})? per ${NOUN}\\b.*`,
    ),
    confidence: 0.7,
    after: "agent",
    constraint: true,
  },
  {
    id: "en.not-without",
    kind: "standing_rule",
    pattern: re(
      `^(?:please )?(?:nothing|no(?:body| one)?(?: ${NOUN}){0,2}|this|that|it|we|you|they|(?:the |our )?${NOUN}(?: ${NOUN})?) (?:can't|cannot|can not|must not|mustn't|should not|shouldn't|doesn't|does not|don't|do not|never|may not|gets?|goes?|is|are|may|can|will)?(?: ever| be| get)* ?(?:ship(?:ped|s)?|merged?|merges|go(?:es)? (?:out|in|live)|out|live|deploy(?:ed|s)?|lands?|landed|released?|committed|commit|pushed|push|approved|published?)\\b.{0,30}\\b(?:without|unless|until) .{4,}`,
    ),
    confidence: 0.7,
    constraint: true,
  },
  {
    id: "en.supposed",
    kind: "correction",
    pattern: re(
      `^(?!${REPORT}\\b|we\\b|you\\b)(?!.*\\bbut\\b)[a-z].{1,50} (?:is|are) (?:not )?supposed to (?:be|go|live|stay|use|come|have|start|end|follow|match)\\b.{3,}`,
    ),
    confidence: 0.7,
    after: "action",
    constraint: true,
  },
  {
    id: "en.you-are-doing",
    kind: "correction",
    pattern: re(
      `^(?:but |hey,? |and )?you(?:'re| are) (?:still |now |just |always |again )?(?:using|calling|writing|importing|putting|mixing|editing|hardcoding|hard-coding|adding|changing|duplicating|repeating|returning|reading|guessing|assuming|swallowing|catching|mocking|testing|logging|bypassing|going|committing|pushing|mutating|reinventing|overcomplicating|over-?engineering)\\b.{2,80}(?:[,;–—-] ?(?:please |just |so )*(?:${VERB}|it|that|they|we|not|should|don't|only|which)\\b.{2,}|\\b(?:again|wrong|instead)\\b.*)$|^(?:but )?you(?:'re| are) (?:still |just )?(?:duplicating|repeating|guessing|assuming|swallowing|bypassing|reinventing|overcomplicating|over-?engineering|hardcoding|hard-coding)\\b.{3,}`,
    ),
    confidence: 0.7,
    after: "action",
  },
  {
    id: "en.less-more",
    kind: "correction",
    pattern: re(`^(?:please )?(?:less|fewer|more) \\w+(?: \\w+)?[,;]? (?:and )?(?:more|less|fewer) \\w+.{0,30}$`),
    confidence: 0.65,
    after: "agent",
    constraint: true,
  },
  {
    id: "en.each-answer",
    kind: "standing_rule",
    pattern: re(
      `^(?:please |and |also |always )*${VERB} (?:every|each|all) (?:of )?(?:your |the )?(?:single )?(?:answers?|repl(?:y|ies)|responses?|messages?|summar(?:y|ies)|commits?|commit messages?|prs?|pull requests?|pr descriptions?|branch(?:es)?|explanations?|plans?|reports?)\\b.{4,}`,
    ),
    confidence: 0.8,
    durable: true,
  },
  {
    id: "en.needs-too",
    kind: "correction",
    pattern: re(
      `^(?:the |a |your |our )?[a-z][\\w./-]*(?: [\\w./-]+){0,3} (?:also )?needs? (?!to know|help|you)\\S+.{0,50}(?:\\b(?:too|as well)\\b|, (?:as with|like) (?:any|every|all|the other)).*`,
    ),
    confidence: 0.65,
    after: "action",
    constraint: true,
  },
  {
    id: "en.policy-colon",
    kind: "standing_rule",
    pattern: re(
      `^(?:our |the |team |project |house |company |general |one )+(?:policy|rule|convention|standard|style|practice|preference)s?(?: (?:here|in this \\w+|for [^:]{2,40}))?\\s*[:–—-]\\s*.{6,}`,
    ),
    confidence: 0.8,
    durable: true,
  },
  {
    id: "en.out-of-scope",
    kind: "correction",
    pattern: re(
      `^(?:that(?:'s| is)|this is|these are)? ?(?:way |totally |completely )?(?:out of scope|beyond (?:the )?scope|not in scope|not part of (?:this|the) \\w+)\\b.{4,}`,
    ),
    confidence: 0.7,
    after: "action",
  },
  {
    id: "en.note-next-time",
    kind: "remember",
    pattern: re(
      `^(?:just )?(?:so you know|for your information|fyi|good to know)(?: for)?(?: the)? (?:next time|later|future)\\b.{4,}|\\b(?:make|keep|leave) a (?:mental )?note (?:\\w+ )?(?:that|of|to|about)\\b.{4,}|^for next time[,:] .{4,}`,
    ),
    confidence: 0.8,
    after: "agent",
  },
  {
    id: "en.whenever-you",
    kind: "standing_rule",
    pattern: re(
      `^(?:please |and |also )*(?:whenever|every time|each time|any ?time|when) (?:you|we)(?:'re)? (?!can\\b|could\\b|have time|get (?:a|the) chance|want\\b|like\\b|feel\\b|are (?:done|ready|finished)|land\\b|arrive\\b|were\\b|did\\b)(?!.*(?:\\b(?:it|this|that|i|everything|the \\w+) (?:just |always |still )?(?:fails?|crash\\w*|breaks?|gets?|shows?|says?|returns?|throws?|hangs?|freezes?|see|have|need|stops?)\\b|\\berrors?\\b|\\bcrash))[^?]{3,60} (?:${VERB}|don't|never|also)\\b.{2,}`,
    ),
    confidence: 0.75,
    after: "agent",
    constraint: true,
  },
  {
    id: "en.in-this-place",
    kind: "standing_rule",
    pattern: re(
      `^(?:here|(?:in|for|on|across) (?:this|our|these) (?:\\w+ )?${PLACE}),? (?!i\\b|it(?:'s| is)?\\b|can\\b|could\\b|there(?:'s| is| are)\\b|is\\b|are\\b|what\\b|how\\b|why\\b|add\\b|fix\\b|create\\b|find\\b|implement\\b|write\\b|please (?:add|fix|create|find|implement|write)\\b|the (?:bug|problem|issue|error)\\b)(?=.*\\b(?:is|are|go|goes|live|lives|use|uses|only|never|always|must|should|get|gets|has|have|don't|do not|no)\\b).{8,}`,
    ),
    confidence: 0.7,
    after: "agent",
    constraint: true,
  },
  {
    id: "en.remember-fact",
    kind: "remember",
    pattern: re(
      `^(?:please |and |but |so )*remember,? (?:that )?(?!when\\b|the (?:time|day|movie|old days)\\b|me\\b|to\\b|how (?:we|i)\\b)(?:[\\w'./-]+ ){1,6}(?:is|are|has|have|needs?|uses?|runs?|lives?|must|should|only|can't|cannot|doesn't|don't|won't|comes?|goes?|gets?|expects?|requires?)\\b.{2,}`,
    ),
    confidence: 0.8,
    after: "agent",
  },
  {
    id: "en.final-word",
    kind: "standing_rule",
    pattern: re(
      `^(?!i\\b|it\\b).{8,}[,;–—.-] ?(?:no discussion|no debate|no exceptions|period|full stop|end of (?:story|discussion)|not negotiable|non-negotiable|no ifs)\\W*$`,
    ),
    confidence: 0.8,
    durable: true,
  },
  {
    id: "en.said-before",
    kind: "correction",
    pattern: re(
      `^.{8,}[,;–—-] ?(?:i(?:'ve| have)? (?:already |just )?(?:told you|said)(?: (?:this|that|so|it))?(?: (?:before|already|twice|many times|earlier))?|(?:as|like) i (?:said|told you)(?: before)?|how many times.*|we(?:'ve| have) (?:been over|talked about|discussed) this.*)\\W*$`,
    ),
    confidence: 0.8,
    after: "agent",
  },
  {
    id: "en.stick-with",
    kind: "correction",
    pattern: re(
      `^(?:can|could|should|shall) we (?:please |just |maybe )?(?:stick|stay|go back|keep|go|only use|just use|not)\\b.{3,}\\?\\W*$`,
    ),
    confidence: 0.65,
    after: "action",
    asked: true,
  },
  {
    id: "en.do-when-you",
    kind: "standing_rule",
    pattern: re(
      `(?:^|\\b(?:so|please|and),? )(?:please )?${VERB} (?!me know\\b|me when\\b).{2,60}\\b(?:when(?:ever)?|each time|every time) (?:you|we) (?!are done|finish|have time|can\\b|get\\b|want\\b|like\\b).{2,}`,
    ),
    confidence: 0.7,
    after: "agent",
    constraint: true,
  },
  {
    id: "en.lacks-so",
    kind: "correction",
    pattern: re(
      `^(?:these|this|those|your|the|that) .{2,40} (?:have|has|is|are|isn't|aren't|doesn't|don't|lacks?|needs?|still|contains?|breaks?|looks?) .{2,60}[,;–—-] ?(?:please |so |just )*(?!let\\b|try\\b|see\\b|check\\b|look\\b|can\\b|go\\b|do\\b|tell\\b|show\\b|get\\b|have\\b|be\\b|take\\b|fix\\b|give\\b|run\\b|find\\b|explain\\b)${VERB} (?:them|it|those|that|this|the|a|an|to|in|with|from|into|only)\\b.{0,60}$`,
    ),
    confidence: 0.6,
    after: "action",
    constraint: true,
  },
  {
    id: "en.keep-it",
    kind: "correction",
    pattern: re(
      `^(?:please |and |so )*keep (?:the |your |these |those |all |it |them |this |that )?.{0,40}\\b(?:minimal|tight|focused|clean|consistent|separate|together|simple|small|short|sorted|pure|sync(?:ed)?|flat|private|readable|generic|as (?:is|it is|they are|small as \\w+)|out of|in sync|under|below|within|to (?:one|a|the|\\d+))\\b.*`,
    ),
    confidence: 0.65,
    after: "agent",
    constraint: true,
  },
  {
    id: "en.uncited",
    kind: "correction",
    pattern: re(
      `^(?:these|your|those|this|the) (?:claims?|numbers?|figures?|answers?|statements?|examples?|quotes?|sources?|links?) .{2,60}[,;–—-] ?(?:please )?${VERB}\\b.{2,}`,
    ),
    confidence: 0.65,
    after: "agent",
    constraint: true,
  },
  {
    id: "en.before-you",
    kind: "standing_rule",
    pattern: re(`^(?:please )?${VERB} .{2,60} before you (?!go\\b|leave\\b|forget\\b)\\w+ .{3,}`),
    confidence: 0.65,
    after: "agent",
    constraint: true,
  },
  {
    id: "en.code-always",
    kind: "standing_rule",
    pattern: re(
      `^(?:all |our |the |any |new )?(?:${NOUN} ){0,2}${CODE} (?:always|never) (?:comes?|goes?|go|needs?|gets?|have|has|uses?|lives?|starts?|ends?|includes?|contains?|returns?|touch(?:es)?|depends?)\\b(?!.*\\b(?:fails?|errors?)\\b).{3,}`,
    ),
    confidence: 0.7,
    constraint: true,
  },
  {
    id: "en.like-it-when",
    kind: "standing_rule",
    pattern: re(
      `^i (?:really |much )?(?:like|love|prefer|appreciate|enjoy) it (?:more |better |best |a lot )?(?:when|if) you (?!could|can)\\w+.{4,}`,
    ),
    confidence: 0.7,
    after: "agent",
  },
  {
    id: "en.so-please-since",
    kind: "correction",
    pattern: re(
      `^(?!${REPORT}\\b|${VERB}\\b|we\\b|you\\b|please\\b)[a-z][\\w./-]*(?: [\\w./-]+){0,3} (?:in|with|without|as|on|under|before|inside) [\\w./ -]{2,40},? (?:please|pls)(?:[,;–—-] ?.{4,}|\\W*)$`,
    ),
    confidence: 0.65,
    after: "action",
    constraint: true,
  },
];
