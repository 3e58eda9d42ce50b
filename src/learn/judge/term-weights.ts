/**
 * How much a word tells about which capability a skill is. In a bank of ten skills counts tell nothing, so a list says
 * which words skills of all kinds use: counted over the names and descriptions of 5,107 skills (English, Chinese and
 * others, `../shared/skillbank`), in four steps of frequency; every other word is specific. (`sop` was taken out: it is common there only
 * because of skills that an offline mode leaked.) Terms are as `tokenize` gives
 * them. A step is about one unit of ln(skills / skills with the word).
 */
import { isCommonWord } from "../../search/index.ts";
import { meaningOf } from "./concepts.ts";

/** From the most common (weight 1) to the least (weight 4); words that are in none weigh 5. */
const STEPS: readonly string[] = [
  "and a to for 的 with generat the",
  "specific using of on in 和 并 or bas 根据 provid by 与 includ format structur 用户 生成 python user from creat",
  "使用 text 数据 化 an into 提供 that 为 data as generator 据用 或 detail 中 script 将 指定 ensur handl 用于 在 request 用 支持 list " +
    "constraint 及 cod 进行 adher 包含 如 analysis content 实现 处理 word styl whil general relat character common output 等 文件 使 " +
    "特定 without 要求 strict question lik 格式 结构 c implement writ 供的 定的 fil 对 specify 于 support english strictly description 输出 " +
    "nam 内容 通过 model 时 process is it 以 代码 focus e 基于",
  "文本 计算 户提 languag 分析 ai answer comprehensiv multipl gam system 脚本 design 适用 concis respons 多 analyz 针对 valu avoid topic " +
    "extract count typ json 中文 them set standard 器 step calculat 模型 tim ton follow wher py input 包括 性 all number singl rul use 文 数 " +
    "确保 配置 featur 字 prompt sentenc defin 个 imag function 户指 转换 point academic guid 问题 场景 g 分 java 值 via 式 context only excel " +
    "error x api 不 explanation each lin 一个 撰写 persona 可 定义 提取 maintain column 优 generation 逻辑 到 从 logic eg string 严格 convert " +
    "between short optimiz 优化 key event 风格 level are narrativ when preserv 符合 标准 open 信息 参数 以及 件 sourc train 成 中的 non titl sql " +
    "设计 custom d skill 时间 结果 result 重 按 列表 度 action translat rewrit 图 tabl given plan within technical act concept stat management " +
    "first two 段 后 limit c++ 技术 target conversation map 库 check if one paragraph reusabl multi professional section build dynamic identify " +
    "class framework 训练 filter 换为 implementation integrat 点 updat 语言 strategy 下 方法 length simpl new method 写 自动 referenc 且 英文 " +
    "original rang 构 目标 high csv pattern application 字段 translation 表 自 stepbystep apply 函数 系统 component 本 行 torch 方案 perform " +
    "summary workflow 词 线 draft 类 描述 report explain no their item 模 任务 messag 扮演 expert 详细 javascript 编写 specializ incorporat " +
    "search 字符 解决 object not 路径 specifically log 关键 at window manag market 语 脚 about 组 command exampl product color match cover form " +
    "track 解析 生 取 集 keyword dataset 构化 develop option requirement 批量 find criteria 实 功能 userprovid calculation order advanc rol read " +
    "simulat 需求 翻译 fram 主题 dat both video 每 entity business engag test query servic pytorch control 加 规则 非 管理",
];
export const SPECIFIC = STEPS.length + 1;

let weights: ReadonlyMap<string, number> | undefined;

/** A single letter or character is a piece of a word as often as a word. */
const LETTER_WEIGHT = 3;
/** Words that name a job are said of every skill, in any language. */
const JOB_WEIGHT = 3;

/** 1 for a word that most skills use, 5 for a specific one. */
export function termWeight(term: string): number {
  weights ??= new Map(STEPS.flatMap((step, at) => step.split(" ").map((word) => [word, at + 1] as const)));
  const known = weights.get(term);
  if (known !== undefined) return known;
  if (isCommonWord(term)) return 1;
  if (term.length === 1) return LETTER_WEIGHT;
  return meaningOf(term)?.startsWith("job ") === true ? JOB_WEIGHT : SPECIFIC;
}
