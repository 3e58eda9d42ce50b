/**
 * Words that say nothing of what a request is about, in ten languages, as `tokenize` gives them. A bank of fifty skills
 * cannot tell from its own counts that "please" is common; a list can. They count a little, never nothing.
 */
import { tokenize } from "./tokenize.ts";

const LISTS: readonly string[] = [
  // English
  "a an the this that these those it its he she they them we us our you your yours i me my mine who whom which what when " +
    "where why how is are was were be been being am do does did done have has had having can could will would shall " +
    "should may might must of in on at to from for by with without about into onto over under between and or but nor so " +
    "if then else than as not no yes please help want need like just also very too some any all each both there here up " +
    "out let lets get got give make sure able way thing things something using use used",
  // Chinese
  "的 了 是 在 我 你 您 他 她 它 我们 你们 他们 这 那 这个 那个 这些 那些 一个 一下 和 与 或 及 也 都 就 还 把 被 给 对 从 到 为 为了 吗 呢 吧 啊 " +
    "请 请问 帮 帮我 怎么 怎样 如何 什么 哪 哪些 哪个 为什么 可以 能 能否 想 想要 要 需要 应该 一些 个 有 没有 不 用 使用 来 去 让 做 一",
  // Japanese
  "の に は を が と で も へ や から まで です ます した して する ください この その あの これ それ あれ という ため こと もの ない",
  // Russian
  "и в во на с со к ко по из за от до для о об не ни да но а или что как это этот эта эти тот мне меня мой моя я ты вы мы он она " +
    "они нам вам бы же ли есть был быть надо нужно можно пожалуйста помоги",
  // German
  "der die das den dem des ein eine einen einem einer und oder aber nicht mit von zu zum zur im in auf für ist sind war ich du er " +
    "sie wir ihr mein dein bitte wie was wo wenn dass kann soll muss möchte",
  // French
  "le la les un une des du de et ou mais ne pas avec pour dans sur par est sont je tu il elle nous vous ils mon ma mes ce cette " +
    "ces que qui quoi comment s'il plaît peux veux faire",
  // Spanish and Portuguese
  "el los las un una unos unas y o pero no con para por en del al es son yo tú él ella nosotros mi mis tu su este esta esto que " +
    "quien como cómo por favor puedo quiero necesito hacer os as um uma e ou mas não com em no na do da eu meu minha isso preciso",
  // Korean
  "이 그 저 것 수 좀 를 을 은 는 가 에 의 와 과 도 로 으로 해 해줘 주세요 어떻게 무엇 있는 하는",
  // Arabic
  "في من على إلى عن مع هذا هذه ذلك التي الذي أن ما كيف هل لا أو ثم كل",
];

let words: ReadonlySet<string> | undefined;

export function isCommonWord(term: string): boolean {
  words ??= new Set(LISTS.flatMap((list) => list.split(" ").flatMap(tokenize)));
  return words.has(term);
}
