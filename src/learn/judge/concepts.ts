/**
 * The words by which a skill says which job it does, what it hands over, and with which tools: closed tables, so that a
 * verdict can be explained. Words are looked up in the form that `tokenize` gives; a missing word is no concept, never a
 * wrong one.
 */
import { tokenize } from "../../search/index.ts";

/** What is done. The classes are coarse on purpose: two extractors call the same job "generate" and "create". */
const JOBS: Record<string, string> = {
  make:
    "generate generates generating generator generation create creates creating creator creation write writes writing writer " +
    "produce produces compose composes draft drafts craft crafts author make maker build builds builder construct " +
    "生成 编写 撰写 创建 制作 写作 创作 构建 设计 作成 создать создание генерировать генерация генерирует написать написание crear generar genera erstellen créer 생성 작성",
  implement:
    "implement implements implementation implementing develop develops development coding configure configures " +
    "configuration setup integrate deploy automate automates 实现 开发 配置 реализовать реализация разработка implementar entwickeln 구현",
  assess:
    "analyze analyzes analysis analyzer analyse evaluate evaluates evaluation evaluator assess assesses assessment review reviews " +
    "reviewer grade grader score scoring critique compare comparison audit 分析 评估 评价 评分 审查 对比 анализ оценка analizar evaluar analysieren 분석 평가",
  check:
    "validate validates validation validator verify verification check checker test testing 验证 检查 校验 测试 проверка validar prüfen 검증",
  rewrite:
    "rewrite rewrites rewriting rephrase paraphrase edit edits editing editor improve refine polish correct correction " +
    "改写 润色 修改 修正 优化 重写 редактирование переписать reescribir 수정",
  translate:
    "translate translates translation translator localize localization 翻译 译 перевод traducir übersetzen traduire 번역",
  summarize:
    "summarize summarizes summary summarization summarizer condense 总结 摘要 概括 резюме resumir zusammenfassen 요약",
  convert:
    "convert converts conversion converter transform transforms transformation transition reformat formatter merge " +
    "consolidate processor sort sorting clean 转换 格式化 整理 合并 处理 преобразование convertir 변환",
  extract:
    "extract extracts extraction extractor parse parses parser parsing identify identification detect detection classify classifies " +
    "classification classifier categorize label scrape 提取 解析 识别 分类 检测 извлечение классификация extraer 추출 분류",
  solve:
    "solve solves solver solving calculate calculates calculation calculator compute computes computation estimate estimation estimator " +
    "determine derive prove predict prediction 求解 计算 解题 解答 预测 расчет решение calcular resolver berechnen 계산",
  explain:
    "explain explains explanation explainer teach teaches tutor tutoring guide guides guidance instruct interpret interpretation interpreter " +
    "interprets 解释 讲解 教学 辅导 解读 объяснение explicar erklären 설명",
  advise:
    "recommend recommends recommendation suggest suggests suggestion advise advice plan plans planning planner optimize optimization 推荐 建议 规划 рекомендация recomendar 추천",
  play: "roleplay persona simulate simulates simulation simulator act acts adopt adopts impersonate pretend host 扮演 角色 模拟 人格 роль",
  answer:
    "answer answers answering respond responds response reply replies communicate communication 回答 回复 ответ responder antworten 답변",
  fix: "debug debugging fix fixes fixing troubleshoot repair resolve refactor 调试 修复 排查 отладка исправление",
};

/** What is handed over. */
const DELIVERABLES: Record<string, string> = {
  code: "script scripts class classes function functions macro macros program code module component plugin library snippet 脚本 代码 函数 类 程序 插件 скрипт код",
  application: "app bot website webpage interface api server game 应用 网站 网页 机器人 系统 游戏 接口 бот",
  query: "query queries sql formula formulas expression regex 查询 公式 正则",
  model: "model models network classifier agent training 模型 网络 训练",
  message: "message messages sms email emails letter letters dm 消息 短信 邮件 信 письмо сообщение",
  story:
    "story stories novel chapter dialogue dialogues fiction narrative screenplay episode 故事 小说 场景 对话 剧本 章节 рассказ история",
  verse: "poem poems lyrics song songs rap haiku verse 诗 歌词 歌曲 стих песня",
  essay:
    "essay essays article articles paper report reports thesis proposal blog literature 文章 论文 报告 作文 文案 статья отчет эссе",
  description: "description descriptions bio profile product 描述 介绍 简介 описание",
  titles:
    "title titles headline headlines username usernames slogan keywords hashtags tags 标题 名称 关键词 名字 название",
  summary: "summary summaries abstract outline notes 摘要 总结 大纲 笔记",
  plan: "plan plans schedule roadmap strategy itinerary curriculum 计划 方案 策略 日程 план",
  lesson:
    "lesson lessons course quiz exercise exercises worksheet exam flashcards 教案 课程 题目 试题 练习 вопросы урок",
  procedure: "sop procedure checklist workflow guide tutorial 流程 步骤 指南 教程 инструкция",
  table: "table tables spreadsheet csv json xml list matrix register 表格 列表 清单 таблица список",
  picture:
    "image images prompt prompts illustration logo picture photo art midjourney 图像 图片 提示词 绘画 изображение промпт",
  chart: "chart plot graph diagram visualization 图表 可视化 график",
  reading: "interpretation interpretations horoscope astrological tarot 解读 占星",
  translation: "translation gloss glossing romanization 翻译 译文 перевод",
  recipe: "recipe recipes dish meal menu 食谱 菜谱 рецепт",
  answer: "answer answers solution solutions response responses 答案 回答 解答 ответ",
  score: "score scores rating verdict classification 评分 得分 оценка",
};

/**
 * Programming languages with their libraries, and programs: two skills that name different ones do different work. A
 * family is one tool, since a skill often names the library alone.
 */
const TOOLS: Record<string, string> = {
  python: "python pandas numpy pytest pytorch tensorflow keras sklearn django flask fastapi pyspark telebot jupyter",
  web: "javascript js nodejs jquery typescript html css react nextjs vue vue3 angular svelte",
  java: "java springboot spring kotlin android",
  csharp: "c# csharp dotnet unity",
  cpp: "c++ cpp",
  golang: "golang",
  rust: "rust cargo",
  ruby: "ruby rails",
  php: "php laravel wordpress",
  swift: "swift swiftui xcode",
  elixir: "elixir phoenix",
  perl: "perl",
  haskell: "haskell",
  rlang: "rstudio ggplot2",
  matlab: "matlab simulink",
  bash: "bash shell",
  powershell: "powershell",
  sql: "sql mysql postgresql sqlite",
  excel: "excel vba",
  sheets: "sheets",
  powerpoint: "powerpoint",
  pinescript: "pinescript tradingview",
  mql: "mql4 mql5 metatrader",
  unreal: "unreal",
  godot: "godot gdscript",
  roblox: "roblox luau",
  blender: "blender",
  latex: "latex tikz",
  flutter: "flutter dart",
  docker: "docker kubernetes",
  arduino: "arduino esp32",
  stm32: "stm32 freertos",
  verilog: "verilog vhdl systemverilog",
  assembly: "assembly mips",
  telegram: "telegram",
  discord: "discord",
  midjourney: "midjourney",
  tableau: "tableau",
  solidity: "solidity",
};

/** Languages that people speak, as a constraint of what is handed over. */
const LANGUAGES: Record<string, string> = {
  english: "english 英文 英语 английский inglés englisch anglais",
  chinese: "chinese 中文 汉语 китайский chino",
  japanese: "japanese 日语 日文 японский",
  korean: "korean 韩语 корейский",
  french: "french 法语 français французский",
  german: "german 德语 deutsch немецкий",
  spanish: "spanish 西班牙语 español испанский",
  russian: "russian 俄语 русский",
  latin: "latin 拉丁语",
  arabic: "arabic 阿拉伯语",
  hindi: "hindi",
  portuguese: "portuguese",
  italian: "italian",
  dutch: "dutch nederlandse",
  persian: "persian farsi",
  turkish: "turkish",
  vietnamese: "vietnamese",
  indonesian: "indonesian",
};

export interface Concepts {
  jobs: Set<string>;
  deliverables: Set<string>;
  tools: Set<string>;
  languages: Set<string>;
}

type Table = ReadonlyMap<string, string>;

const tableOf = (concepts: Record<string, string>, termOf: (word: string) => string | undefined): Table => {
  const table = new Map<string, string>();
  for (const [concept, words] of Object.entries(concepts)) {
    for (const word of words.split(/\s+/)) {
      const term = termOf(word);
      if (term !== undefined && !table.has(term)) table.set(term, concept);
    }
  }
  return table;
};

/** The whole of an identifier comes last; a Chinese word of two characters stands for itself. */
const asTerm = (word: string): string | undefined => {
  const terms = tokenize(word);
  return terms.includes(word) ? word : terms.at(-1);
};

let tables: Record<keyof Concepts, Table> | undefined;

function conceptTables(): Record<keyof Concepts, Table> {
  tables ??= {
    jobs: tableOf(JOBS, asTerm),
    deliverables: tableOf(DELIVERABLES, asTerm),
    tools: tableOf(TOOLS, (word) => word),
    languages: tableOf(LANGUAGES, asTerm),
  };
  return tables;
}

/** The concepts that a text names, given with its terms. Tools go by whole words: `JavaScript` is not Java. */
export function conceptsOf(text: string, terms: readonly string[]): Concepts {
  const { jobs, deliverables, tools, languages } = conceptTables();
  const words = text.toLowerCase().match(/[a-z][a-z0-9]*(?:\+\+|#)?/g) ?? [];
  return {
    jobs: named(terms, jobs),
    deliverables: named(terms, deliverables),
    tools: named(words, tools),
    languages: named(terms, languages),
  };
}

function named(words: readonly string[], table: Table): Set<string> {
  return new Set(words.flatMap((word) => table.get(word) ?? []));
}

/** The job or the deliverable that a term names: words with the same are near synonyms. */
export function meaningOf(term: string): string | undefined {
  const { jobs, deliverables } = conceptTables();
  const job = jobs.get(term);
  if (job !== undefined) return `job ${job}`;
  const deliverable = deliverables.get(term);
  return deliverable === undefined ? undefined : `deliverable ${deliverable}`;
}
