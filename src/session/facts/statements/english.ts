/** English. See cue-table.ts for what each field means. */
import type { CueTable } from "./cue-table.ts";
import { generalInEnglish, toldOrOfPeople } from "./english-general.ts";
import { impliedInEnglish } from "./english-implied.ts";
import { AT, PLACE, VERB } from "./english-words.ts";

const WORK =
  "(?:sessions?|tasks?|commits?|prs?|pull requests?|changes|work|replies|responses|answers|messages|runs?|conversations?|edits|code|files|tests|releases|features)";
const LASTING =
  "(?:every (?:single )?time|each time|on every \\w+|(?:before|after|for|with|in|on) (?:every|each|any|all) \\w+|whenever (?:you|we)\\b|any ?time (?:you|we)\\b|when(?:ever)? (?:you |we )?(?:commit|push|deploy|merg|releas|edit|chang|writ|creat|add|test|refactor|answer|respond|repl)\\w*)";

const re = (source: string) => new RegExp(source);
const DIRECTIVE = re(
  `(?:${AT}(?:please )?(?:${VERB}|don't|do not|never|always|only|no)\\b|\\b(?:you|we|it|they|commits?|tests?) (?:should|must|need to|have to|has to|needs to|always|never|only|use|don't|do not|are to|can't|cannot|will only|are only)\\b|\\b(?:should|must) (?:be|always|never|not|use|go|have|you|we)\\b|\\bi (?:want|need|expect|prefer|would like|'d like)\\b)`,
);

export const english: CueTable = {
  language: "en",
  script: "latin",
  hint: /\b(?:always|never|from (?:now|here|this point)|going forward|moving forward|henceforth|future|next time|every|each|any ?time|whenever|when|before|after|don'?t|do not|dont|stop|quit|no|nope|nah|wrong|incorrect|not|instead|rather|should|shouldn'?t|must|prefer|convention|rule|policy|standard|we|remember|keep|bear|note|memori[sz]e|memory|skills?|claude\.md|agents\.md|said|told|meant|asked|wanted|supposed|forgot|too|concise|short|brief|terse|by default|no exceptions|circumstances|only|in (?:this|our|the)|use|hate|like|answer|reply|respond|learn|required|all|you|why|who|nobody|undo|revert|restore|everything|everywhere|first|too|nothing|without|unless|generated|purpose|intentional(?:ly)?|deliberate(?:ly)?|vendored|less|fewer|per|already|everyone|are|get|has to|have to|needs?|goes|go|belongs?|may|until)\b/,
  markers:
    /\b(?:the|and|to|of|is|it|you|we|in|that|this|for|not|with|use|don't|do|on|always|never|please|instead|should|from|now|no|remember|be|are|i|my|our|when|before|run|add|keep|every|must|only|all|tests?|an|a|or|if|stop|time|just|make|sure|wrong|commit|project)\b/g,
  cues: [
    // Standing rules that say themselves that they last.
    {
      id: "en.from-now-on",
      kind: "standing_rule",
      pattern: re(
        `\\b(?:from now on(?:wards)?|from here on|from this point (?:on|forward|onwards?)|going forward|moving forward|henceforth|for the rest of (?:this|the) (?:session|project|conversation)|in (?:the )?future,)(?!\\w)`,
      ),
      also: DIRECTIVE,
      confidence: 0.9,
      durable: true,
      asked: true,
    },
    {
      id: "en.from-now-on-short",
      kind: "standing_rule",
      pattern:
        /^(?:from now on|from here on(?: out)?|going forward|henceforth),?\s+(?!you(?:'re| are| will be)|act\b|i(?:'ll| |'m)|it |this |we (?:may|might|could|will))\S.{5,}|^[^,]{3,80}\bfrom now on[^\w]*$/,
      confidence: 0.75,
      durable: true,
    },
    {
      id: "en.future-work",
      kind: "standing_rule",
      pattern: /\bfuture\b/,
      also: re(
        `^(?:in|for) (?:all |any )?(?:the )?future ?(?:${WORK})?,?\\s+(?:please |always |never |only |you (?:should|must) )*(?:${VERB}|don't|do not|always|never)\\b|^(?:please |always )?(?:${VERB}|don't|do not|never)\\b.{3,}\\b(?:in|for) (?:all |any )?(?:the )?future(?: ${WORK})?\\W*$`,
      ),
      confidence: 0.85,
      durable: true,
    },
    {
      id: "en.next-time",
      kind: "standing_rule",
      pattern: /\bnext time\b/,
      also: re(
        `(?:^|[,;:]\\s*|\\b(?:and|so|but) )next time,?\\s+(?:you .{2,60},\\s*)?(?:please |just |you (?:should|must|need to) |we (?:should|must) )?(?:${VERB}|don't|do not|never|always)\\b|^(?:please )?(?:${VERB}|don't|do not)\\b.{3,}\\bnext time\\W*$`,
      ),
      confidence: 0.85,
      durable: true,
    },
    {
      id: "en.every-time",
      kind: "standing_rule",
      pattern: /^(?:every|each|whenever|any)/,
      also: re(
        `^(?:every (?:single )?time|each time|whenever|any ?time)\\b(?! i run| it| the (?:app|test|build|server))[^,]{2,120},\\s+(?:please |always |also |then |first |you (?:should|must|need to|have to) |make sure |be sure )*(?:${VERB}|don't|do not|never|always)\\b`,
      ),
      confidence: 0.85,
      durable: true,
    },
    {
      id: "en.each-occasion",
      kind: "standing_rule",
      pattern: /\b(?:each|every|any|whenever)\b/,
      also: re(
        `^(?:please |always |and |also |make sure (?:that )?(?:you |to |we )|be sure to |you (?:should|must|need to|have to) |we (?:should|must|need to|have to)? ?)*(?:${VERB}|don't|do not|never)\\b.{2,}\\b(?:every (?:single )?time|each time|(?:before|after|on|with) (?:every|each) (?:single )?(?:commit|push|change|edit|merge|deploy\\w*|release|pr|pull request|task|step|run|migration|feature|session|response|answer|reply)|for (?:every|each) (?:single )?(?:commit|push|change|edit|merge|deploy\\w*|release|pr|pull request|task|run|migration|session|response|answer|reply)|(?:before|after) any (?:commit|push|change|edit|merge|deploy\\w*|release)|whenever (?:you|we)\\b|any ?time (?:you|we)\\b)`,
      ),
      confidence: 0.85,
      durable: true,
    },
    {
      id: "en.when-you",
      kind: "standing_rule",
      pattern: /^when/,
      also: re(
        `^when(?:ever)? (?:you|we)(?:'re| are)? (?!(?:are|done|finished|ready|back|land|arrive)\\b)\\w+[^,]{2,100},\\s+(?:please |always |never |only |first |you (?:should|must|need to|have to) |make sure |be sure )*(?:${VERB}|don't|do not|never|always)\\b`,
      ),
      confidence: 0.75,
    },
    {
      id: "en.when-doing",
      kind: "standing_rule",
      pattern: /^when/,
      also: re(
        `^when \\w+ing\\b[^,]{0,80},\\s+(?!(?:please )?let me)(?:please )?(?:always |never |only |you (?:should|must) |make sure |be sure )*(?:${VERB}|don't|do not|never|always)\\b`,
      ),
      confidence: 0.7,
      after: "agent",
    },
    {
      id: "en.always",
      kind: "standing_rule",
      pattern: /\balways\b/,
      also: re(
        `(?:^|[,;:(–—]\\s*|\\b(?:please|and|but|so|also|then|just|we|you (?:should|must|have to|need to)|we (?:should|must|have to|need to)|want you to|like you to|make sure (?:to|you|we)|be sure to|remember to|supposed to|here)\\s+)always\\s+(?:also |first |explicitly )?${VERB}\\b`,
      ),
      confidence: 0.8,
    },
    {
      id: "en.must-always",
      kind: "standing_rule",
      pattern: re(
        `^(?!this |that ).*\\b(?:should|must|has to|have to|needs? to) (?:always|never|at all times)\\b.{3,}`,
      ),
      confidence: 0.7,
      after: "agent",
    },
    {
      id: "en.never",
      kind: "standing_rule",
      pattern: /\bnever\b/,
      also: re(
        `(?:^|[,;:(–—]\\s*|\\b(?:please|and|but|so|also|then|just|we|you (?:should|must)|we (?:should|must))\\s+)never\\s+(?:ever |again )?(?!be (?:able|sure)|have |get |take |do well)${VERB}\\b`,
      ),
      confidence: 0.8,
    },
    {
      id: "en.not-again",
      kind: "standing_rule",
      pattern: re(
        `(?:^|[,;:]\\s*|\\b(?:please|and|but|so) )(?:don't|do not|dont|never) (?!want|think|know|need|have|see|feel)[a-z'-]+\\b.{0,120}\\b(?:again|ever|any ?more|any longer)\\b(?! until)`,
      ),
      confidence: 0.85,
    },
    {
      id: "en.dont-ever",
      kind: "standing_rule",
      pattern: re(`(?:^|[,;:]\\s*|\\b(?:please|and|but|so) )(?:don't|do not|dont) (?:you )?ever\\b.{3,}`),
      confidence: 0.9,
    },
    {
      id: "en.in-this-repo",
      kind: "standing_rule",
      pattern: /\b(?:in|for|on|at|within|across|throughout) (?:this|our|the|these|my)\b/,
      also: re(
        `\\b(?:in|for|on|at|within|across|throughout) (?:this|our|the|these|my) (?:\\w+ )?${PLACE},?\\s+(?:(?:we|i|you) (?:only |always |never |don't |do not |must |should |can't |cannot |exclusively |strictly |have to |need to |require |prefer to )*(?:${VERB}|allow|want|like|deploy|support|accept|forbid)\\b(?! (?:an? (?:bug|issue|error|problem)|to (?:add|fix)))|please\\b|always\\b|never\\b|only\\b|nobody\\b|no one\\b|everyone\\b|everybody\\b|${VERB} |don't |do not |all |every |each |no |the (?:rule|convention|policy)|commits? |tests? (?:live|go|are|must|should)|(?:\\w+ ){1,4}(?:must|should|always|never|go(?:es)? in|lives? in|is required|are required|is not allowed|are not allowed|is forbidden|are forbidden)\\b)`,
      ),
      confidence: 0.85,
      durable: true,
    },
    {
      id: "en.we-do-here",
      kind: "standing_rule",
      pattern: /\bwe\b/,
      also: re(
        `(?:^|[,;:]\\s*|\\b(?:because|and|but|so|since|that|no|remember) )we (?:only |always |never |don't |do not |exclusively |strictly |usually )*(?:${VERB}|require|allow|forbid)\\b.{2,140}\\b(?:in (?:this|our|the|all our) (?:\\w+ )?${PLACE}|around here|over here|here)\\b`,
      ),
      confidence: 0.8,
      durable: true,
    },
    {
      id: "en.we-use-not",
      kind: "standing_rule",
      pattern: re(
        `(?:^|[,;:]\\s*|\\b(?:because|and|but|so|since|no|nope) )we (?:only |always |exclusively )?(?:use|write|run|put|keep|name|call|prefer|follow|deploy|commit|format|store|build|test|squash|merge|release|import)\\b.{2,120}(?:,? not |,? never |instead of |rather than |\\bover )`,
      ),
      confidence: 0.8,
    },
    {
      id: "en.we-dont",
      kind: "standing_rule",
      pattern: /\bwe (?:don't|do not|never|avoid|no longer)\b/,
      also: re(
        `(?:^|[,;:]\\s*|\\b(?:because|and|but|so|since|no|nope|that) )we (?:don't|do not|never|avoid|no longer) (?:ever )?(?!have\\b|be\\b|get\\b|need\\b|do\\b)(?:${VERB}|allow|using|want|do that|do this)\\b`,
      ),
      confidence: 0.75,
    },
    {
      id: "en.we-always",
      kind: "standing_rule",
      pattern: /\bwe (?:always|only|exclusively|strictly)\b/,
      also: re(
        `(?:^|[,;:]\\s*|\\b(?:because|and|but|so|since|no|that) )we (?:always|only|exclusively|strictly)\\s+(?!have\\b|get\\b|had\\b)${VERB}\\b.{2,}`,
      ),
      confidence: 0.75,
    },
    {
      id: "en.convention",
      kind: "standing_rule",
      pattern: re(
        `\\b(?:our|the|this|my) (?:\\w+ )?(?:convention|rule|policy|standard|style guide|guideline|practice|workflow|preference)s?(?: (?:here|in|for|on)\\b[^,]{0,40})? (?:is|are|says?|requires?|demands?|forbids?)\\b(?! (?:that (?:i|he|she)|not (?:found|set|defined)|wrong|failing|broken|missing)).{4,}|\\b(?:it is|it's|this is|that's|that is) (?:our|a|the) (?:\\w+ )?(?:convention|hard rule|rule|policy|house style)\\b|\\bthe rule (?:here )?is\\b`,
      ),
      confidence: 0.8,
      durable: true,
    },
    {
      id: "en.we-require",
      kind: "standing_rule",
      pattern: /\bwe (?:require|expect|demand|insist)\b/,
      also: re(
        `(?:^|[,;:]\\s*|\\b(?:because|and|but|so|since|that) )we (?:always |strictly )?(?:require|expect|demand|insist(?: on| that)?) (?:that )?(?:all|every|each|any)\\b(?! of (?:this|it)).{4,}`,
      ),
      confidence: 0.85,
      durable: true,
    },
    {
      id: "en.around-each-piece",
      kind: "standing_rule",
      pattern: /^(?:please )?(?:before|after|on|upon|when(?:ever)?) \w+ing (?:each|every|any)\b/,
      also: re(
        `^[^,]{8,90},\\s*(?:please |always |also |first |then |you (?:should|must|need to|have to) |make sure (?:to |you )?|be sure to )*(?:${VERB}|don't|do not|never)\\b.{3,}`,
      ),
      confidence: 0.85,
      durable: true,
    },
    {
      id: "en.as-a-rule",
      kind: "standing_rule",
      pattern: re(
        `\\b(?:as a (?:general |hard )?rule|by default|make it a (?:habit|rule)|under no circumstances|at all times|no exceptions|without exception|no matter what|in general|generally speaking|across the board)\\b`,
      ),
      also: DIRECTIVE,
      confidence: 0.75,
      after: "agent",
    },
    {
      id: "en.prefer",
      kind: "standing_rule",
      pattern: re(
        `\\bi (?:(?:strongly|really|generally|usually|always|much|would|'d|very much) )*prefer\\b.{2,120}\\b(?:over|rather than|instead of|to \\w+ing|when you|that you|you (?:to|not))\\b|\\bi(?:'d| would)? prefer (?:(?:that |when )?you\\b|if you (?:don't|didn't|always|never|used?|wr[io]t\\w+)\\b).{3,}|^(?:please )?(?:always )?prefer \\S+.{2,}\\b(?:over|to|instead of|rather than)\\b`,
      ),
      confidence: 0.75,
    },
    {
      id: "en.i-like-you-to",
      kind: "standing_rule",
      pattern: re(
        `\\bi always (?:want|need|expect|prefer)\\b.{3,}|\\bi(?:'d| would)? (?:always )?(?:like|want|need|expect) (?:you to |all |every |your )(?=.*\\b(?:always|never|every|all|each|only|whenever|by default)\\b).{4,}`,
      ),
      confidence: 0.75,
    },
    {
      id: "en.all-must",
      kind: "standing_rule",
      pattern: re(
        `^(?:all|every|each|any|no) (?!other|set|right|good|done|tests? (?:should|must) pass|the (?:tests?|others?))\\S.{1,80}\\b(?:must|should|needs? to|has to|have to|shall|go(?:es)? (?:in|under|through)|ends? with|starts? with)\\b(?! have \\w+(?:ed|en|ne)\\b).{2,}`,
      ),
      unless: toldOrOfPeople,
      confidence: 0.7,
      after: "agent",
      constraint: true,
    },
    {
      id: "en.prescribed-form",
      kind: "standing_rule",
      pattern: /\bfollowing (?:format|form|structure|template|header|frontmatter|section|layout)s?:\s*$/,
      also: /\b(?:issues?|problems?|missing|wrong|incorrect|standards?|conventions?)\b.*\bmust (?:include|contain|have|carry|start|begin|end|use|follow)\b/,
      confidence: 0.8,
      after: "agent",
      constraint: true,
    },
    {
      id: "en.make-sure-before",
      kind: "standing_rule",
      pattern: re(`^(?:please |and |also )?(?:make sure|be sure|ensure|see to it)\\b.{3,}\\b${LASTING}`),
      confidence: 0.7,
      after: "agent",
    },
    {
      id: "en.before-doing",
      kind: "standing_rule",
      pattern: /\b(?:before|after)\b/,
      also: re(
        `^(?:please )?(?:before|after) (?:you )?(?:commit|push|deploy|merg|releas|edit|chang|writ|finish|submit|creat|touch|modify|call|mak|start(?:ing)? (?:any|a|work)|add|delet|remov|refactor|implement|report|claim|say|declar)\\w*[^,]{0,80},\\s*(?:please |always |first |you (?:should|must|need to|have to) |make sure )*(?:${VERB}|don't|never)\\b|^(?:please )?(?:${VERB})\\b.{2,100}\\bbefore (?:you )?(?:commit|push|deploy|merg|releas|submit|finish|claim|report|declar|open)(?:ting|ing|ging|ying|e|)\\b(?: (?:anything|a|any|your|the|code|changes|work|prs?|done|it))*\\W*$`,
      ),
      confidence: 0.65,
      after: "agent",
    },
    {
      id: "en.required",
      kind: "standing_rule",
      pattern: re(
        `\\b(?:is|are) (?:always |strictly )?(?:mandatory|forbidden|off[- ]limits|not allowed|prohibited|banned|required) (?:here|in (?:this|our) ${PLACE}|for (?:all|every|each|any))\\b`,
      ),
      confidence: 0.8,
      durable: true,
    },
    // Corrections of what the agent just did.
    {
      id: "en.no-then",
      kind: "correction",
      pattern: /^(?:no|nope|nah|wrong|incorrect|not|stop)/,
      also: re(
        `^(?:no|nope|nah|(?:wrong|incorrect)(?: \\w+){0,2}|not quite|not like that|nooo*|stop)\\b(?:[\\s,.!;:–—-]+)(?:(?:no|stop|wait|please|just|again|actually|you|we|you (?:should|must|need to)|we (?:should|must)|it|the|that(?:'s| is) (?:not|wrong)[^,]{0,40},|not that(?: one)?,|instead|only|as i said|like i said)[\\s,.!–—-]+)*(?:(?!have\\b|get\\b|be\\b|let me\\b|do you\\b|worries)${VERB}\\b(?! (?:i|my)\\b)|don't (?!worry|have|need|think|know)|do not |never |always |should |shouldn't |must |not the |not in |not with |instead |i (?:said|meant|asked|wanted|told)\\b|we (?:use|don't|always|never|need|want)\\b|(?:it|that|this|they|these|there|the \\S+(?: \\S+)?) (?:should|must|needs? to|has to|have to|belongs?|goes|go|lives?)\\b)`,
      ),
      confidence: 0.85,
      after: "agent",
      asked: true,
    },
    {
      id: "en.wrong-should",
      kind: "correction",
      pattern: re(
        `^(?:but |no,? )?(?:that'?s|that is|this is|it'?s|it is|thats|you'?re|you are|still|your \\w+ (?:is|are)|the \\w+(?: \\w+)? (?:is|are)) (?:still |just |completely |totally |also )*(?:wrong|not right|incorrect|not correct|not true|mistaken|not what i (?:asked|wanted|meant|said)|not how (?:we|i|it|this)|not the (?:right|correct))\\b.*(?:\\b(?:should|must|use|needs? to|instead|i (?:wanted|meant|asked)|we|not|belongs?|goes|the (?:right|correct)|do|call|put|run)\\b|[,:–—-] )`,
      ),
      confidence: 0.85,
      after: "agent",
    },
    {
      id: "en.wrong",
      kind: "correction",
      pattern:
        /^(?:no|nope|nah|wrong|incorrect|not (?:quite|like that|that one|right)|no no|stop|hmm no|(?:way |far |much )?too (?:long|short|verbose|complicated|many \w+|much \w+)|(?:that'?s|that is|this is|it'?s|thats|you'?re|still) (?:still |just |completely )?(?:wrong|not right|incorrect|not correct|not it|not what i (?:asked for|asked|wanted|meant)|not how (?:we|i|it|this)\b.{0,40}))[\s.!,]*$/,
      confidence: 0.8,
      after: "agent",
      bare: "next",
    },
    {
      id: "en.contrast",
      kind: "correction",
      pattern: /\b(?:instead|rather|not|place of|don't)\b/,
      also: re(
        `^(?:please |just |rather |actually,? |you (?:should|must|need to|have to) |we (?:should|need to) |it (?:should|must|needs to) |this (?:should|must|needs to) |that (?:should|must|needs to) |they should |the \\S+(?: \\S+)? (?:should|must|needs to) )*(?:${VERB}|start|say|live)\\b.{1,140}(?:\\binstead of\\b|\\brather than\\b|(?<!\\b(?:is|are|be|was|were|does|do|did|can|could|should|must|has|have|had|will|would|may|might|or|if|why|whether|am|but|and|it)),? not (?!only|just|sure|yet|that)\\S+|\\bin place of\\b|, don't \\S+)`,
      ),
      confidence: 0.75,
      after: "agent",
    },
    {
      id: "en.instead",
      kind: "correction",
      pattern: /\binstead\b/,
      also: re(
        `^(?:please |just |rather |actually,? |let's |you should |we should |and |but )*(?:${VERB})\\b.{1,120}\\binstead\\W*$|^instead,?\\s+(?:please )?(?:${VERB})\\b`,
      ),
      confidence: 0.7,
      after: "agent",
    },
    {
      id: "en.instead-of-first",
      kind: "correction",
      pattern: /^(?:please )?(?:instead of|rather than)\b/,
      also: re(
        `^(?:please )?(?:instead of|rather than)\\b.{2,100},\\s*(?:please |just |you (?:should|can|could) |we should )*(?:${VERB})\\b`,
      ),
      confidence: 0.75,
      after: "agent",
    },
    {
      id: "en.use-because",
      kind: "correction",
      pattern:
        /^(?:please )?(?:use|prefer|stick to|stay with) (?!it\b|this\b|that\b|the (?:first|second|third|same|other|following|last|next)|option|whatever|my |your judg).{2,60}(?:[,;] (?!and|then|but|or)|\b(?:because|since|otherwise|so that)\b).{5,}/,
      confidence: 0.6,
      after: "action",
      constraint: true,
    },
    {
      id: "en.no-such-thing",
      kind: "correction",
      pattern:
        /^(?:please,? |and )?no (?:more )?(?!problem|worr|need|thank|idea|rush|hurry|change|issue|luck|longer|one\b|matter|pressure|doubt|big|i\b|it\b|that|this|you\b|we\b|the\b)[a-z-]+(?: [a-z-]+){0,3}(?:,? please|,? thanks| anywhere| at all| in (?:the|your|my) \w+)[^a-z]*$/,
      confidence: 0.65,
      after: "agent",
      constraint: true,
    },
    {
      id: "en.no-since",
      kind: "correction",
      pattern:
        /^(?:no|nope|nah|wrong)[,.!:;–—-]+\s+(?!.{0,30}\b(?:fine|ok|okay|good|great|right|thanks|thank)\b).{3,70}[,;:–—-]\s/,
      also: re(`^\\w+\\W+.{3,70}[,;:–—-]\\s+(?:so |please |just |and )*(?:${VERB})\\b`),
      confidence: 0.75,
      after: "agent",
    },
    {
      id: "en.i-said-why",
      kind: "correction",
      pattern: /^i (?:said|asked for|told you|clearly said|wanted)\b.{3,80}[,;.–—-]\s*(?:so )?why\b/,
      confidence: 0.7,
      after: "agent",
      asked: true,
    },
    {
      id: "en.wrong-thing",
      kind: "correction",
      pattern:
        /^(?:but )?(?:you|it|that|this|these|they)\b.{2,60}\bwrong \w+.{0,40}\b(?:should|must|needs? to|supposed to|belongs?|use|not)\b.{2,}/,
      confidence: 0.8,
      after: "agent",
    },
    {
      id: "en.asked-instead",
      kind: "correction",
      pattern: /\b(?:instead|rather)\b/,
      also: re(
        `^(?:please )?(?:can|could|would|will) (?:you|we) (?:please |just )?(?:${VERB})\\b.{2,120}\\b(?:instead(?: of\\b.*)?|rather than\\b.*)\\W*$`,
      ),
      confidence: 0.6,
      after: "action",
      asked: true,
    },
    {
      id: "en.not-x-but-y",
      kind: "correction",
      pattern: re(
        `^(?:i (?:said|meant|wanted|asked for|asked you to|told you to)|it'?s|that'?s|this is|it should be|use)\\b.{1,80},? not \\S+.*$|^not (?!sure|yet|really|bad|now|so|too|only|all|necessarily|at all|a problem|that i|an issue)\\S.{0,60}(?:,| but|;|–|—) (?:but |use |it'?s |the |in |with )?\\S+`,
      ),
      confidence: 0.7,
      after: "agent",
    },
    {
      id: "en.dont",
      kind: "correction",
      pattern: re(
        `(?:^|[,;:–—]\\s+|\\b(?:please|and|but|also|so|just|again|hey|yes) )(?:please )?(?:don't|do not|dont)\\s+(?:just |simply |ever |try to |go |be )?(?!worry|bother|think|know|understand|get\\b|mind|forget|have|want|need|like|see|care|believe|remember|hesitate|feel|even|panic|give up|be\\b|you\\b|we\\b|i\\b|they\\b|work|seem|look like|exist|match|stop|move on|wait|do anything|let me|sorry|sweat|sure)[a-z'-]+\\b.{2,}`,
      ),
      confidence: 0.7,
      after: "agent",
      constraint: true,
    },
    {
      id: "en.stop-doing",
      kind: "correction",
      pattern: re(
        `(?:^|[,;:]\\s*|\\b(?:please|and|but|just) )(?:stop|quit) (?!worrying|running|waiting|trying|being|the\\b|it\\b)\\w+ing\\b.{3,}`,
      ),
      confidence: 0.8,
      after: "agent",
    },
    {
      id: "en.i-said",
      kind: "correction",
      pattern: re(
        `(?<!\\bas )\\bi (?:already |just |clearly |specifically |explicitly |literally )?(?:said|told you|asked you|asked for|meant|mentioned)\\b(?! (?:goodbye|hello|hi|thanks|that because|it because|to ask)).{3,}`,
      ),
      confidence: 0.7,
      after: "agent",
    },
    {
      id: "en.should-have",
      kind: "correction",
      pattern: re(
        `^(?:but |and |also |hey |no,? )?you(?:'re (?:not )?supposed to| (?:should(?:n't| not)? have|were (?:not )?supposed to|weren't supposed to|are (?:not )?supposed to|aren't supposed to|shouldn't|should not|(?:also )?forgot (?:to|the|about)|failed to|missed the|skipped|ignored|keep \\w+ing|keep on|always forget))\\b.{3,}`,
      ),
      confidence: 0.75,
      after: "agent",
    },
    {
      id: "en.should-not-be",
      kind: "correction",
      pattern: re(
        `^(?:it|that|this|they|these|those|there|the \\S+(?: \\S+){0,2}|\\S+ files?|tests?|commits?|messages?) (?:should(?:n't| not)|must(?:n't| not)|can't|cannot) (?!find|see|believe|open|connect|reach|tell|get|understand|remember|be (?:right|true|correct|it|found|opened|reached|resolved))\\S+.{2,}`,
      ),
      confidence: 0.65,
      after: "agent",
      constraint: true,
    },
    {
      id: "en.only",
      kind: "correction",
      pattern: re(
        `^(?:please )?(?:only (?:use|write|run|answer|reply|change|edit|touch|commit|return|output|show)|use only|just use|stick to|stay with)\\b.{2,}`,
      ),
      confidence: 0.65,
      after: "agent",
      constraint: true,
    },
    {
      id: "en.answer-style",
      kind: "correction",
      pattern: re(
        `^(?:please |and |just )?(?:(?:answer|reply|respond|speak|write|explain|talk)(?: to me)?(?: only)? in (?:english|chinese|mandarin|japanese|korean|spanish|german|french|russian|portuguese|italian|plain \\w+|simple \\w+|short|full sentences|bullet points)|make (?:it|your (?:answers?|replies|responses?|messages|summaries)|them) (?:shorter|longer|simpler|more \\w+|less \\w+)|be (?:more |less )?(?:concise|brief|terse|verbose|specific|direct)|keep (?:it|your \\w+|answers|replies|responses|things|commits?|the \\w+) (?:short|concise|brief|terse|simple|small))\\b`,
      ),
      confidence: 0.65,
      after: "agent",
      constraint: true,
    },
    {
      id: "en.too-much",
      kind: "correction",
      pattern: re(
        `^(?:your |that'?s |this is |it'?s |the |these |those |you'?re |you are |way |far |still )+.{0,40}\\b(?:too|way too|far too|so) (?:verbose|long-winded|wordy|formal|chatty|many (?:comments|bullet points|emojis?|words))\\b`,
      ),
      confidence: 0.6,
      after: "agent",
    },
    {
      id: "en.dislike",
      kind: "correction",
      pattern: re(
        `\\bi (?:hate|don't like|do not like|dislike|can't stand|don't want|do not want) (?:it )?(?:when you|that you|you (?:to )?\\w+)\\b.{2,}`,
      ),
      confidence: 0.7,
      after: "agent",
    },
    ...impliedInEnglish,
    ...generalInEnglish,
    // Requests to remember.
    {
      id: "en.remember",
      kind: "remember",
      pattern: re(
        `(?:^|[,;:.]\\s*|\\b(?:please|and|also|so|but|just|must|should|to|you) )remember(?! (?:this|that|it)\\W*$)(?: to (?!check in|breathe)\\w+|,? (?:that|this|it|we|i(?:'m)?|you|our|my|always|never|not|all|how|where|which|for (?:next time|later|the future|future)|when (?:you|we|\\w+ing)|the (?:rules?|conventions?|workflow))\\b(?! (?:time|day|movie|song|one time))|:)`,
      ),
      confidence: 0.85,
      after: "agent",
    },
    {
      id: "en.remember-lasting",
      kind: "remember",
      pattern: re(
        `(?:^|\\b(?:please|and|also|so|but) )remember(?! (?:this|that|it)\\W*$)(?:: |,? (?:that )?(?:we|i|this (?:repo|project|team)|our|my|always|never|the (?:rules?|conventions?))\\b|(?: \\w+){1,6} for (?:next time|later|the future|future))`,
      ),
      confidence: 0.85,
    },
    {
      id: "en.remember-bare",
      kind: "remember",
      pattern:
        /^(?:please |so |and |you (?:should|must) )?(?:remember (?:this|that|it)(?: (?:please|for (?:next time|later|the future|future \w+)|from now on))?|(?:keep|bear) (?:this|that|it) in mind|take note|note (?:this|that)(?: down)?|make (?:a )?(?:mental )?note of (?:this|that)|memori[sz]e (?:this|that|it)|don't forget (?:this|that|it)|(?:do|please do) (?:it|that|this|so) (?:every time|always|from now on|in (?:the )?future|next time|going forward)(?:,? (?:please|pls|thanks))?)[\s.!]*$/,
      confidence: 0.9,
      durable: true,
      bare: "previous",
    },
    {
      id: "en.remember-after",
      kind: "remember",
      pattern:
        /^.{10,}[,;–—-]\s*(?:please |so |and )?(?:remember (?:that|this)|keep (?:that|this) in mind|don't forget (?:that|this))(?: for (?:next time|later|the future))?[\s.!]*$/,
      confidence: 0.85,
      durable: true,
    },
    {
      id: "en.keep-in-mind",
      kind: "remember",
      pattern: re(
        `(?:^|[,;:]\\s*|\\b(?:please|and|also|but|so|just) )(?:keep|bear) (?:this |that |it )?in mind\\b|\\b(?:make|take) (?:a )?(?:mental )?note (?:that|of|to)\\b|^(?:please )?note (?:to self|for (?:the )?(?:future|next time|later))\\b|\\bfor future reference\\b|^(?:please )?memori[sz]e\\b.{4,}|\\bcommit (?:this|that|it) to memory\\b`,
      ),
      confidence: 0.85,
      durable: true,
    },
    {
      id: "en.write-down",
      kind: "remember",
      pattern: re(
        `(?:^|[,;:]\\s*|\\b(?:please|and|also|you|then|should|let's) )(?:please )?(?:add|put|save|write|store|record|note|document|append|update|capture|turn)\\b.{0,120}\\b(?:to|in|into|as|down in|with) (?:the |your |our |my |a |an |this |new )*(?:\\S+ )?(?:skills?\\b|memories|memory(?: file|\\.md)?(?=\\W*$| so\\b| for\\b|\\s*[:,])|agents\\.md|claude\\.md|gemini\\.md|qwen\\.md|copilot-instructions|rules? file|\\.?cursor ?rules|guidelines|conventions|playbook|knowledge base|project notes|your notes)`,
      ),
      confidence: 0.85,
      durable: true,
      asked: true,
    },
    {
      id: "en.dont-forget",
      kind: "remember",
      pattern: re(
        `(?:^|[,;:]\\s*|\\b(?:please|and|also|but) )(?:don't|do not|dont|never) forget (?:to|that|about the)\\b.{3,}`,
      ),
      confidence: 0.65,
      after: "agent",
    },
    {
      id: "en.learn-this",
      kind: "remember",
      pattern: re(
        `\\blesson (?:learned|for next time)\\b|\\blearn from (?:this|that)\\b.{0,80}:|\\byou(?:'ll| will) need (?:this|to know this) (?:later|again|next time)\\b`,
      ),
      confidence: 0.7,
      after: "agent",
    },
  ],
  nearMisses: [
    /^(?:he|she|they|someone|somebody|my \w+|the \w+) (?:said|says|told|thinks?|thought|claims?)\b/,
    /\b(?:should|must|could) (?:never|always) have \w+(?:ed|en|ne)\b/,
    /^never ?mind\b|\bnever mind\b[\s.!]*$/,
    /^(?:don't|do not|dont) (?:worry|bother|mind|hesitate|panic|sweat|be (?:sorry|afraid|shy))\b/,
    /^(?:no problem|no worries|no need|no thanks|no thank you|no idea|no rush|no hurry|no change|no changes|no issue|no luck|no longer|no one|no matter how|no pressure|no doubt|no big deal|no more questions)\b(?!.*\b(?:use|always|never|should)\b)/,
    /^(?!i never (?:said|asked|told|wanted|requested) (?:you|to|for)\b)(?:i|he|she|they|my \w+|it) (?:always|never|don't|do not|usually)\b(?!.*\b(?:want|prefer|like|need) (?:you|to see)\b)/,
    /\bi (?:always|never) (?:forget|forgot|remember|know|knew|understood|get|wonder|struggle|seem)\b/,
    /\b(?:as|like) always\b|\b(?:almost|nearly|not) always\b/,
    /^(?:in the future|next time|someday),? (?:we|i) (?:may|might|could|will|plan|hope|want to)\b/,
    /\b(?:maybe|perhaps|see you|until) next time\b/,
    /^(?:i|we) (?:can't|cannot|don't|do not|didn't) remember\b|\bdo you remember\b|^remember when (?:we|i|you) (?:went|did|talked|were|used|had)\b/,
    /^(?:no,? )?(?:i|we) (?:don't|do not|didn't) (?:have|know|think|remember|need|want any|see)\b/,
    /^(?:(?:you are|you're) (?:an?|the|now|going)|act as|pretend|imagine|assume the role|your (?:role|task) is)\b/,
    /^(?!(?:why (?:did|do|are|have|would) you|why is there|where (?:is|are) the|did i|who (?:told|asked) you)\b)(?:should|do|does|did|is|are|was|were|has|why|what|how|which|who|where|when) (?:i|we|it|this|that|there|the|you|they|a|an|my|our|is|are|do|does|did|should|would|can)\b.*\?$/,
    /^(?:can|could|would|will) (?:i|we|it|this|that|there|the|they)\b.*\?$/,
    /^let's \w+ (?:that|it|this) instead\b/,
    /\b(?:very funny|ha ha|just kidding)\W*$/,
    /^(?:please )?(?:forget|scratch|ignore|disregard) (?:what|everything|that rule|the rule)\b/,
    /^no \w+ since\b/,
    /^when(?:ever)? .{3,60}, (?:i (?:said|told|asked)|(?:please )?remind me)\b/,
    /^i (?:said|told|asked|mentioned|meant) (?:my|him|her|them|the (?:team|customer|user)|a friend)\b/,
  ],
  oneOff:
    /\b(?:for now|right now|just this once|this (?:time|once)|for the moment|at the moment|not yet|just yet|yet|today|tonight|tomorrow|until (?:i|we|you)|temporarily|in the meantime|first thing|for this one)\b|\b(?:don't|do not) \w+ (?:this|that|it|anything)\W*$/,
  question:
    /\?\W*$|^(?:should|do|does|did|is|are|was|were|has|have you|can|could|would|will|why|what|how|which|who|where|isn't|aren't|doesn't|won't|shouldn't) (?:i|we|it|this|that|there|the|you|they|a|an|my|our|he|she)\b/,
  taskRequest:
    /^(?:please |can you |could you |would you |i (?:want|need|would like|'d like) (?:you to )?|now |then |next,? |let's |help me )*(?:write|create|generate|give me|make me|draft|compose|list|explain|describe|summari[sz]e|translate|design|suggest|tell me|build|implement|add|fix|refactor|show me|provide|develop|rewrite|prepare|set up|plan|research|find|extract|export|integrate|compile|convert|organi[sz]e|record|type up|put together|produce)\b(?!.*\b(?:instead|not|rather)\b)(?![^:"“«]*\b(?:always|never|every|each)\b)|^(?:based on|according to|using|from) [^,]{3,60}, (?:please )?(?:write|create|generate|make|draft|prepare|compile)\b|\b(?:please|and|then),? (?:save|put|write) (?:it|them) (?:as|to|in|into|under) \S|, saved? (?:as|to|in|under) \S/,
  anaphora:
    /^(?:please )?(?:always |never |don't |do not )?(?:do|use|follow|write|apply|repeat|keep|make)? ?(?:it|that|this|so|these|those|the same)(?: (?:like (?:that|this)|way|one|again|thing))*(?: (?:from now on|every time|each time|always|in (?:the )?future|going forward|next time|again|here|anywhere|ever))+\W*$|^(?:please )?(?:never|don't|do not) (?:ever )?(?:do|make|use|try) (?:that|this|it|so)\b.{0,24}$|^from now on[\s,.!]*(?:please)?\W*$/,
  directive: re(
    `^(?:please |just |only |always |never |you (?:should|must|need to) |it (?:should|must|needs to) |we (?:always |only |don't |never )?|we(?:'ve| have)? |(?:all|both|none) (?:of )?(?:our|the) .{2,30}?(?=\\b(?:use|go|must|should)\\b)|this (?:should|must) |that (?:should|must) |the \\S+(?: \\S+)? (?:should|must|needs? to|goes|belongs?|lives?) |i (?:said|meant|asked|want(?:ed)?|told you) |in this )*(?:${VERB}|don't|do not|never|always|should|must|said|meant|asked|wanted|want|told|not|goes|belongs?|lives?|instead|standardi[sz]ed|moved|switched|migrated|settled|agreed)\\b`,
  ),
  opener:
    /^(?:(?:ok|okay|okey|alright|all right|thanks|thank you|thx|great|good|nice|cool|perfect|well|hmm+|uh+|oh|hey|hi|hello|yes|yeah|yep|sure|right|fine|so|also|and|but|btw|by the way|fyi|one more thing|another thing|look|listen|sorry|wait|hold on|actually|ah|oops|ugh+|argh+|pls|plz|um+|erm|note well|heads[- ]up|(?:please )?note(?! for| to| that)|important|ps|p\.s)(?: (?:but|and|then|so|though))?(?:[\s,.!:;–—-]+)|[-*•]\s+)(?=\S)/,
  foreignText:
    /\bdo anything now\b|^(?:i want you to act as|i'd like you to act as|act as (?:an? |the )|you are (?:an? |the |now |going to )|you will (?:act|be|play)|pretend (?:to be|you are|that you)|imagine you are|from now on,? (?:you (?:are|will be|act)|act as|pretend)|ignore (?:all )?(?:the )?(?:previous|above)|let's (?:role-?play|play a game)|your (?:role|persona) is|assume the role|(?:please |can you |could you )?(?:translate|proofread|paraphrase|rephrase|rewrite|summari[sz]e|edit|correct|improve|polish|classify|continue|complete|analy[sz]e|grade|answer the following)\b[^.\n]{0,80}(?::|\n|¤))/,
  listHeader: re(
    `(?:\\b(?:rules?|conventions?|guidelines?|preferences|policies|standards|requirements) (?:for|in|of|on) (?:this|our|the|my|all|working|every)\\b[^:]{0,40}|\\b(?:from now on|going forward|always follow|remember (?:these|the following)|keep in mind|please remember)\\b[^:]{0,60}|\\b(?:our|project|repo|team|house|my) (?:rules|conventions|preferences|guidelines)\\b[^:]{0,30}):\\s*$`,
  ),
};
