/**
 * English grammar of a rule for all work of a kind, in any trade: a subject that names a class (every, each, no, a bare
 * plural), what is always done with it, or a class of occasions and what to do then. Verbs and nouns are open; what keeps
 * reports, facts of the world and requests of the moment out are the guards below. Source for none of them: written
 * against batch 9 of bench/data/statements-any-trade.jsonl.
 */
import type { Cue } from "./cue-table.ts";
import { VERB } from "./english-words.ts";

const re = (source: string) => new RegExp(source);

const DAY =
  "(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:in|by|of|since|until|till|from) (?:january|february|march|april|may|june|july|august|september|october|november|december)\\b|yesterday|last (?:week|month|year|night|time)|weekend|(?:by|at|till|until|before) (?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon)|noon|midnight|this (?:morning|afternoon|evening|week|month|year|quarter|one)";
/** What happened, how things are, what others say, what might be: no rule, whatever its grammar. */
const TELLING =
  "\\b(?:was|were|had|did|didn't|would|wouldn't|could|might|sadly|unfortunately|afraid|already|still|currently|according|apparently|supposedly|funny|ridiculous|lol|ha ha|wonder|suppose|imagine|said|says|told|thinks?|believes?|claims?|insist(?:s|ed)?|complains?|hates?|fails?|failed|failing|crash\\w*|broken|error|errors|slow|late|wrong|forget it|it says|you see|i see|i get|when i|used to|these days|it seems|in most|in those days|by (?:everyone|everybody|law)|puts? it|but (?:they|it|he|she) (?:don't|doesn't|didn't|isn't|aren't|won't|can't)|for the (?:lady|man|gentleman)|sold out|(?:should|must) have \\w+(?:ed|en|ne|t)|have been|has been|have gone|has gone)\\b";
/** A thing of the task at hand: "line 12", "drafts/day3", "it". */
const AT_HAND =
  "\\b(?:bar|chapter|page|line|row|column|sample|question|step|figure|table|drawing|exhibit|section|version|lane|item|clause|paragraph|volume|room|day|act|scene) \\d|\\w\\/\\w|(?:^|\\b(?:in|on|of|for|to|from|with|at|by|over|under|into|as) )(?:this|that|these|those)\\b(?! (?:\\w+ )?(?:house|office|firm|school|lab|shop|kitchen|team|company|project|repo|family|studio|department|practice|workshop|place|country|client|way|year|month|week|day|order|name|case)s?\\b|.*:$)|\\b(?:next to|for|in|on|to) it\\W*$|\\bout there\\b";
/** The sentence asks for the thing itself ("passwords must have a digit, add that check"). */
const ASKED_NOW =
  "[,;] (?:please |so |and )?(?:add|fix|implement|build|create|change|come|go|call|hurry|take|split) (?:that|this|these|those|it|them|both|back|home|up)\\b";
const TOLD = `${TELLING}|${ASKED_NOW}|${AT_HAND}|\\b(?:${DAY})\\b`;
/** Of people such a sentence tells what they do or need; the rules of work are about what is made. */
const PEOPLE =
  "(?:people|persons?|m[ae]n|wom[ae]n|humans?|bod(?:y|ies)|one|everyone|child(?:ren)?|kids?|boys?|girls?|parents?|mothers?|fathers?|pupils?|students?|teachers?|lawyers?|judges?|doctors?|nurses?|drivers?|passengers?|travell?ers?|tourists?|users?|players?|guests?|visitors?|customers?|clients?|buyers?|sellers?|companies|company|citizens?|employees?|employers?|workers?|authors?|writers?|translators?|singers?|musicians?|conductors?|chefs?|cooks?|gardeners?|scientists?|developers?|programmers?|members?|neighbou?rs?|friends?|experts?|animals?|dogs?|cats?|plants?|trees?|mammals?|birds?|cells?|hotels?|restaurants?|trains?|flights?|countries|country|banks?)";
const WORD = "[a-z¤][\\w¤'-]*";
/** First words that look like a plural noun or a subject and are none. */
const NO_SUBJECT =
  "(?:i|you|he|she|it|they|we|this|that|these|those|yours|theirs|there|here|is|was|does|has|as|if|so|yes|his|hers?|its|ours|us|thus|plus|perhaps|sometimes|unless|whereas|because|since|while|when|whenever|before|after|where|what|who|why|how|which|and|or|but|not|no|my|your|their|some|many|most|few|both|two|three|four|five|thanks|looks|seems|sounds|means|let's|let|please|maybe|other|others|things|lots|make|use|the|an|a|then|now|today|once|until|can|could|should|would|will|must|do|did|are|were|am|had|have|like|than|even|just|only|always|never|all|every|each|any)";
const OF_PEOPLE = `^(?:all |every |each |any |no |an? |the |our |most )*(?:${WORD} )?${PEOPLE} (?:must|should|shall|needs?|ha(?:s|ve)|is to|are to|has to|may|ought|always|gets?|takes?|requires?|goes?|in|of|with|that|to)\\b`;
const ADVERB = "(?:always|never|only|all|generally|strictly|ever|not|first|then|also|either)";
const TAIL =
  "(?: (?:in|of|to|for|from|on|with|without|over|under|at|by|that|which|above|below|who|we|you|i) [^,;:]{2,60}?)?";
const PLURAL = `(?!${NO_SUBJECT}\\b)(?:${WORD} (?:and |or )?){0,3}(?!${NO_SUBJECT}\\b)[a-z][a-z-]+(?:[^s\\W]s|data|media|criteria)${TAIL}`;
const UNIVERSAL = `(?:all|every|each|any|anything|everything|whatever)(?! (?:time|the|of|other|right|one|this|that|these|those|in all|day|night|morning|single time)\\b)`;
const OBLIGED =
  "(?:must|should|shall|ought to|needs? to|has to|have to|(?:is|are) (?:always |never |only )?(?:not )?to(?= (?:be|have|go|stay|carry|stand|start|end|use|follow|come)\\b)|may (?:not|only|never)|can only|cannot|can't|mustn't|shouldn't)(?! have \\w+(?:ed|en|ne)\\b)";
const PARTICIPLE =
  "(?!needed|based|used|finished|closed|opened|done|taken|gone|lost|sold|deleted|cancelled|canceled|tired|interested|supposed|made of|ready|open|missing|checked|fixed|merged|committed|added|installed|updated|changed|moved|caused|located|served|expected|called\\b|known|found|seen|born|told|paid better)(?:[a-z-]+(?:ed|tten|wn|ept|awn)|kept|put|made|given|sent|held|cut|set|shown|left|built|bound|sewn|laid|spelt|read|written|chosen|filed|struck|drawn|paid|worn|sung|split)";
/** Of how a thing is written, named, ordered or kept: without "always", other verbs tell what happens to it. */
const FORMED =
  "(?:written|spel(?:t|led)|named|titled|numbered|sorted|ordered|grouped|listed|formatted|labell?ed|marked|rounded|abbreviated|quoted|cited|credited|filed|stored|kept|put|placed|set|given|stated|indented|wrapped|capitali[sz]ed|translated|transposed|converted|recorded|dated|prefixed|suffixed|separated|addressed|corrected|struck|planned|drawn|noted|entered|counted|signed off|phrased|worded|measured|indicated|expressed|tagged|documented)";
const HOW =
  "(?:in|into|with|without|by|to|as|under|after|before|on|at|from|out|per|through|below|above|between|behind|neutral|first|last|up|down|separately|alphabetically|together|once|twice|throughout|until|unless|so that)";
/** The beginning of what to do, for a verb that no list knows. */
const DO = `(?:(?:please |always |never |also |first |then |just |only |at least |you (?:must|should|have to|need to) |make sure (?:to |that |you )?|be sure to )*(?:${VERB}|don't|do not|never|always)\\b(?! (?:me know|remind)\\b)|(?!(?:${NO_SUBJECT}|remind|people|someone|everybody)\\b)(?![a-z-]+(?:ed|ing|ly|s)\\b)[a-z-]{3,} (?:an?|the|its|their|it|them|every|each|all|only|both|so|out|up|in|on|at|to|with|within|against|one|two|my|our|your|me|us)\\b)`;
const CLASS = `(?:an?|any|some(?:one|body|thing)|any(?:one|body|thing)|nobody|no one|there(?:'s| is| are) (?:an?|no|any)|more than one|two|several)`;

/** Shared, so that they are compiled once. */
const told = re(TOLD);
/** Tells of people, of what happened or of the moment. */
export const toldOrOfPeople = re(`${OF_PEOPLE}|${TOLD}`);

export const generalInEnglish: readonly Cue[] = [
  {
    id: "en.class-must",
    kind: "standing_rule",
    pattern: /^(?:all|every|each|any|no|whatever)/,
    also: re(
      `^(?:${UNIVERSAL}|no(?:thing| ${WORD})) .{1,80}?\\b(?:${OBLIGED}|needs? (?:its|an?|their|the)|requires?|carr(?:y|ies)|gets? (?:its|an?|their|the|one))\\b.{3,}`,
    ),
    unless: toldOrOfPeople,
    confidence: 0.75,
    after: "agent",
    constraint: true,
  },
  {
    id: "en.class-done",
    kind: "standing_rule",
    pattern: /^(?:all|every|each|any|no|whatever).*\b(?:is|are|gets?)\b/,
    also: re(
      `^(?:${UNIVERSAL}|nothing|no ${WORD}) (?:[^,;]{1,60} )?(?:is|are|gets?) (?:${ADVERB} )?${PARTICIPLE} (?:${HOW})\\b.{3,}`,
    ),
    unless: toldOrOfPeople,
    confidence: 0.7,
    after: "action",
    constraint: true,
  },
  {
    id: "en.plural-must",
    kind: "standing_rule",
    pattern: /\b(?:must|should|shall|to|may|can|cannot|can't|mustn't|shouldn't)\b/,
    also: re(
      `^${PLURAL} (?:${ADVERB} )?(?:${OBLIGED}) (?:${ADVERB} )?(?!pass\\b|work\\b|wait\\b|match\\b|exist\\b|fit\\b|be [a-z]+er\\W*$|be (?:right|fine|ok|okay|possible|able|correct|true|there|ready|done|easy)\\b)[a-z].{3,}`,
    ),
    unless: toldOrOfPeople,
    confidence: 0.75,
    after: "agent",
    constraint: true,
  },
  {
    id: "en.one-of-a-kind-must",
    kind: "standing_rule",
    pattern: /^an? /,
    also: re(
      `^an? (?!few|lot|bit|couple|good|little|bug|problem|test|user|quick)(?:${WORD} ){1,4}?(?:[^,;]{2,50}? )?(?:${OBLIGED}|(?:is|are|goes|gets) (?:always|never|only)(?! (?:needed|valid|available|possible|open|a|an|the|as)\\b)|(?:always|never) (?:goes|gets|comes|starts with|ends with|carries|takes|needs)|has no place)\\b.{3,}`,
    ),
    unless: toldOrOfPeople,
    confidence: 0.75,
    after: "agent",
    constraint: true,
  },
  {
    id: "en.always-done",
    kind: "standing_rule",
    pattern: /\b(?:always|never|only|all)\b/,
    also: re(
      `^(?:our |new |the (?=.{2,60} of an? ))?(?:${PLURAL}|(?!${NO_SUBJECT}\\b)${WORD}(?: and ${WORD}| ${WORD})?) (?:(?:is|are|gets?) (?:always|never|only|all) (?:(?:${PARTICIPLE})\\b|(?:in|with|at|per|on|under|after|before|below|above|behind|net|gross)\\b)|(?:is|are) (?!.*\\bby the\\b)${PARTICIPLE}\\b.{2,}\\b(?:always|never|only)\\b|(?:always|never) (?:go(?:es)?|gets?|carr(?:y|ies)|comes?|take|bears?|starts? with|ends? with|open with|stand|stay)\\b(?! (?:up|down|wrong|away|back|on)\\b)).*`,
    ),
    unless: toldOrOfPeople,
    confidence: 0.75,
    after: "agent",
    constraint: true,
  },
  {
    id: "en.done-so",
    kind: "standing_rule",
    pattern: / (?:are|get) /,
    also: re(
      `^(?!.*\\b(?:by the|now|here\\W*$|there|up to|ok|fine|green|(?:on|at|in) the (?:wall|table|door|desk|basement|freezer|fridge|back|room|cover))\\b)${PLURAL} (?:are|get) (?:${ADVERB} )?${FORMED}(?: ${WORD})?(?: (?:${HOW})\\b.{3,}|,? (?:not|never) .{3,})`,
    ),
    unless: toldOrOfPeople,
    confidence: 0.7,
    after: "action",
    constraint: true,
  },
  {
    id: "en.kind-goes",
    kind: "standing_rule",
    pattern: / (?:go|goes|belongs?|comes?|stands?|stays?|is) /,
    also: re(
      `^(?!.*\\b(?:up to|there|now|here|in (?:french|german|english|spanish|italian|latin|japanese|chinese|russian|java|javascript|python|rust|nature))\\b)(?:${PLURAL} (?:(?:do not |don't |never |always |only )?(?:go|belong|come|stand|stay)) (?!up\\b|down\\b|off\\b|back\\b)(?:${HOW}|un[a-z]+ed)\\b.*|the ${WORD}(?: ${WORD})? of an? ${WORD} (?:comes|goes|stands|stays|belongs|is (?:always|never)) .{3,})`,
    ),
    unless: toldOrOfPeople,
    confidence: 0.7,
    after: "action",
    constraint: true,
  },
  {
    id: "en.must-in-every",
    kind: "standing_rule",
    pattern: /\b(?:every|each|any|all)\b/,
    also: re(
      `^(?!(?:i|you|he|she|it|they|this|that|these|those)\\b).{3,60}\\b(?:${OBLIGED}|belongs?|goes)\\b.{2,60}\\b(?:in|on|of|for|with|at|to|from|before|after) (?:every|each|any|all (?:our|my|the|your)?) ?(?!of (?:this|these|those|them)\\b|this\\b|time\\b|right\\b|once\\b)${WORD}.*`,
    ),
    unless: toldOrOfPeople,
    confidence: 0.75,
    after: "agent",
    constraint: true,
  },
  {
    id: "en.none-without",
    kind: "standing_rule",
    pattern: /^(?:no|never) .*\b(?:without|unless|until)\b/,
    also: re(
      `^(?:no|never an?) (?!gain\\b|pain\\b|smoke\\b|rose\\b|love\\b|joy\\b|glory\\b|peace\\b|justice\\b|results?\\b|one\\b|problem\\b|way\\b|doubt\\b|idea\\b|more questions\\b|need\\b|point\\b|luck\\b|longer\\b|matter\\b|reason\\b|wonder\\b)${WORD}(?: [^,;]{1,50})? (?:without|unless|until)\\b .{3,}`,
    ),
    unless: told,
    confidence: 0.75,
    after: "agent",
    constraint: true,
  },
  {
    id: "en.when-one",
    kind: "standing_rule",
    pattern: /^(?:when|if|once|as soon|unless|where|before|after|for)/,
    also: re(
      `^(?:when(?:ever)?|if|once|as soon as|unless|where(?:ver)?|before|after|for) (?:(?:you|we) (?:ever )?[a-z]+ (?:${WORD} ){0,2}?|[a-z]+ing (?:${WORD} ){0,2}?)?${CLASS}\\b(?![^,]*\\b(?:click\\w*|selected|pressed|hover\\w*|request|button|dialog|modal|spinner|popup|dropdown|checkbox|asked you|[a-z0-9]+_[a-z0-9_]+)\\b)[^,]{2,90},\\s*${DO}.{3,}`,
    ),
    unless: told,
    confidence: 0.75,
    after: "agent",
    constraint: true,
  },
  {
    id: "en.do-before-any",
    kind: "standing_rule",
    pattern: /\bever\b|^(?:before|after|at|on|for|with|in) /,
    also: re(
      `^(?:please )?${DO}.{2,60}\\b(?:before|after|whenever|when|unless) (?:you|we) ever \\w+ .{3,}|^(?:before|after|at the end of|at the start of|on|for|with|in) (?:any|every|each) (?!of\\b|one\\b|time\\b)${WORD}[^,]{0,60}(?:, ${DO}| (?:must|has to|have to|needs? to)\\b).{3,}`,
    ),
    unless: told,
    confidence: 0.75,
    after: "agent",
    constraint: true,
  },
  {
    id: "en.always-do-open",
    kind: "standing_rule",
    pattern: /\b(?:always|never)\b/,
    also: re(
      `^(?:please |and |but |so )?(?:always|never) (?!(?:${NO_SUBJECT}|seen|been|heard|got|had|ran|met|saw|felt|knew|open|late|early|full|good|bad|fine|true|nice|happy|there|on|off|again|in|at|mind)\\b|[a-z]+(?:ed|ing|ly)\\b)[a-z-]+ (?:an?|the|your|our|my|its|their|all|any|every|each|in|to|on|with|by|for|from|out|more|less|only|it|them|[a-z-]+s)\\b.{2,}`,
    ),
    unless: told,
    confidence: 0.75,
    after: "agent",
    constraint: true,
  },
  {
    id: "en.holds-for-all",
    kind: "standing_rule",
    pattern: /\b(?:always|ever|all|any|every|each|one|both|whatever|whoever|however|principle|course)\b/,
    also: re(
      `^(?!(?:i|it|he|she|they|you)\\b).{8,}(?:[,;–—-] ?(?:always|ever|every (?:single )?one(?: of them)?|all of them|in all of them|in any of them|(?:i want that )?in (?:every|each|any|all) (?:of )?(?:\\w+ ){1,2}(?:(?:we|you|i) \\w+)?|(?:this|that|it) (?:holds|goes|applies|counts) for (?:all|every|any|each|both)\\b.*|whatever (?:you|we|it|the)\\b.{3,30}|whoever .{3,30}|however .{3,30})|\\bas a matter of (?:principle|course)|\\bunder any circumstances)\\W*$`,
    ),
    unless: told,
    confidence: 0.75,
    after: "agent",
    constraint: true,
  },
  {
    id: "en.holds-for-all-bare",
    kind: "standing_rule",
    pattern:
      /^(?:no exceptions?|without exceptions?|(?:the )?same (?:in|for|with) (?:every|each|all) \w+(?: \w+)?)\W*$/,
    confidence: 0.8,
    after: "action",
    bare: "previous",
  },
  {
    id: "en.by-default",
    kind: "standing_rule",
    pattern: /^(?:by default|as a|in |going|from here|on principle|throughout)/,
    also: re(
      `^(?:by default|as a (?:general |hard )?rule(?: of thumb)?|in (?:the )?future|going forward|from here on(?: out)?|on principle|as a matter of (?:principle|course)|in general|throughout)[,:]? (?!.*\\b(?:may|will|the server|the app|the program)\\b)(?!(?:i|it|this|that|he|she|they|there|the|these|those|my|people)\\b)(?:.{2,80}\\b(?:is|are|gets?|goes?|needs?|no)\\b.{3,}|(?:we|you) (?!have\\b|are\\b|had\\b|get\\b|see\\b)[a-z]+ .{3,}|no more .{3,}|${DO}.{3,})`,
    ),
    unless: told,
    confidence: 0.75,
    after: "agent",
  },
  {
    id: "en.habit",
    kind: "standing_rule",
    pattern:
      /^(?:please |and |so )*(?:(?:get|go) into the habit of|make (?:it )?a (?:habit|point|rule) (?:of|to)|make it your (?:habit|rule) to) .{5,}/,
    confidence: 0.85,
    durable: true,
  },
  {
    id: "en.we-open",
    kind: "standing_rule",
    pattern: /\bwe (?:always|never|don't|do not|only)\b/,
    also: re(
      `(?:^|[,;:] |\\b(?:and|but|so|since|because) )we (?:always|never|don't|do not|only) (?!(?:have|know|think|remember|need|want|see|get|got|had|went|were|are|saw|did|found|heard|knew|met|came|mind|understand|care|seem|like|believe|understood)\\b|[a-z]+ed\\b)[a-z-]+ .{4,}`,
    ),
    unless: told,
    confidence: 0.7,
    after: "action",
    constraint: true,
  },
];
