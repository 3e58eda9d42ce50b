/**
 * Chinese grammar of a rule for all work of a kind, in any trade: a class as the topic, and what is always done with it.
 * Verbs and nouns are open; people as subjects, what happened, and things of the moment are kept out by the guards.
 */
import { NOT } from "./chinese-words.ts";
import type { Cue } from "./cue-table.ts";

const re = (source: string) => new RegExp(source);

const AT_HAND =
  "[这這那][封张張份个個条條一列行次些种種是里裡段]|第[一二三四五六七八九十百\\d]|今[天晚早]|明[天早晚]|昨|周[一二三四五六日末]|星期|上次|刚才|剛才|刚刚|以前|小时候|\\d+(?:号|點|点|日)|下午|上午|晚上";
const TELLING =
  "(?:说|說|觉得|覺得|认为|认為|写着|寫著|据说|听说)|了[。！!]?$|了[，,]|太|可能|好像|似乎|如果|要是|假如|当时|當時|总是晚|總是晚|报错|報錯|失败|失敗|不见|算了|没见过|不了";
const told = re(`${AT_HAND}|${TELLING}`);
const PEOPLE =
  "(?:[^，,。]{0,10}人|大家|我|你|您|他|她|它|他们|她们|我们|咱|用户|客户|学生|老师|孩子|员工|顾客|动物|植物|乘客|旅客|病人|公司|国家|系统|程序|火车|飞机|[^，,。]{0,6}动物)";
/** A class as the topic of the sentence. */
const TOPIC = `^(?!${PEOPLE}(?:都|要|得|必|应|總|总|一|不|默|只|统|在|的))(?!所以|因为|因此|但是|还是|如何|什么|谁|怎|为)[^，,。！!？?；;]{2,20}?`;

export const generalInChinese: readonly Cue[] = [
  {
    id: "zh.class-all",
    kind: "standing_rule",
    pattern: re(
      `${TOPIC}(?:都要|都得|都必须|都應|都应|一律|一概|(?<!总)统一|(?<!總)統一|(?:总是|總是)(?=[写寫放用加标標带帶按以从從存排注記记])|(?<!^每[个個条種种])都(?=[保留标標写寫放存贴貼用按以加带帶附注記记写从從列排翻译译]))(?![是有在很会會没沒能可好来去走知])[^，,。]{1,}`,
    ),
    unless: told,
    confidence: 0.75,
    after: "agent",
    constraint: true,
  },
  {
    id: "zh.class-must",
    kind: "standing_rule",
    pattern: re(
      `${TOPIC}(?:后面|後面|前面|里面|末尾|开头|開頭|右下角|里|中|上|下)?(?:一定要|务必|務必|必须(?=[标注写有带附连保按放存用以])|必須(?=[標註寫有帶附連保按放存用以]))[^，,。]{1,}`,
    ),
    unless: told,
    confidence: 0.7,
    after: "action",
    constraint: true,
  },
  {
    id: "zh.class-habit",
    kind: "standing_rule",
    pattern: re(
      `${TOPIC}(?:只(?!是|有|能|会|會|要|剩)[^，,。]{1,12}[，,](?:从)?(?:不|绝不)[^，,。]{2,}|默认(?:都|就)?(?:用|以|按|写|放|存)[^，,。]{1,}|默認(?:都|就)?(?:用|以|按|寫|放|存)[^，,。]{1,}|(?:从来|從來|绝)?不(?:写|寫|放)(?:在|进)[^，,。]{2,}|(?:放|写|存|标|记|排)在[^，,。]{1,12}[，,]不(?:用|写|放)[^，,。]{1,})`,
    ),
    unless: told,
    confidence: 0.7,
    after: "action",
    constraint: true,
  },
  {
    id: "zh.for-whom-not",
    kind: "standing_rule",
    pattern: re(
      `^(?:给|給|发给|發給|寄给|交给)[^，,。]{1,10}的[^，,。]{1,8}(?:里|裡|中|上|，|,)?[^，,。]{0,6}(?:不(?:出现|出現|写|寫|带|帶|放|用|提)|${NOT}|要|必须|一律|都)[^，,。]{1,}`,
    ),
    unless: told,
    confidence: 0.7,
    after: "action",
    constraint: true,
  },
  {
    id: "zh.none-without",
    kind: "standing_rule",
    pattern: re(
      `^(?:没有|沒有|没|不带|不帶|缺|未经|未經|[^，,。]{1,8}(?:不带|不帶|没有|沒有))[^，,。]{1,14}的[^，,。]{0,8}[，,]?(?:一律|都|就)?(?:不(?!是|会|會|太|知|用)[^，,。]{2,}|${NOT}[^，,。]{1,})`,
    ),
    unless: told,
    confidence: 0.75,
    after: "agent",
    constraint: true,
  },
  {
    id: "zh.on-occasion",
    kind: "standing_rule",
    pattern: re(
      `^(?!${PEOPLE})(?!当|當)[^，,。！!？?]{3,18}(?:的时候|的時候|时|時|之前|之后|之後)[，,]?(?:都要|都得|必须|必須|一定要|务必|記得|记得|顺便|順便|先|要|应|應)(?!是|不要|该没)[^，,。]{2,}`,
    ),
    unless: told,
    confidence: 0.7,
    after: "action",
    constraint: true,
  },
];
