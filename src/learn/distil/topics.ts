/**
 * The topics under which rules that a person stated are kept, so that rules of several sessions meet in one skill.
 * Cue tables per language; a new language adds patterns, a new topic adds a row. First match wins.
 */

export interface RuleTopic {
  slug: string;
  tags: string[];
  /** Words in the languages in which we write; `en` is the fallback. */
  words: Record<string, TopicWords>;
  cues: RegExp[];
}

export interface TopicWords {
  title: string;
  /** Sentence that begins with "Use when": what a host matches a task against. */
  when: string;
  /** What the description says about the skill, without the rules themselves. */
  about: string;
}

const topic = (slug: string, tags: string[], words: Record<string, TopicWords>, ...cues: RegExp[]): RuleTopic => ({
  slug,
  tags,
  words,
  cues,
});

export const RULE_TOPICS: RuleTopic[] = [
  topic(
    "commit-conventions",
    ["git", "commit"],
    {
      en: {
        title: "Commit conventions",
        when: "Use before committing, pushing, naming a branch or opening a pull request.",
        about: "How commits, branches and pull requests are made",
      },
      zh: {
        title: "提交规范",
        when: "在提交、推送、建分支或发起合并请求之前使用。",
        about: "提交、分支与合并请求约定",
      },
    },
    /\b(?:commits?|committing|commit messages?|co-authored|push(?:ing|ed)?|branch(?:es)?|pull requests?|PRs?|merge requests?|rebase|squash|git)\b/i,
    /提交|推送|分支|合并请求|变基|提交信息/,
    /коммит|ветк|コミット|ブランチ|커밋|브랜치/i,
  ),
  topic(
    "testing-conventions",
    ["testing"],
    {
      en: {
        title: "Testing conventions",
        when: "Use when writing, changing or running tests, and before calling a change done.",
        about: "How tests are written and run",
      },
      zh: {
        title: "测试规范",
        when: "在编写、修改或运行测试时，以及在宣布完成之前使用。",
        about: "编写与运行测试的约定",
      },
    },
    /\b(?:tests?|testing|test suite|unit tests?|e2e|fixtures?|mocks?|mocking|coverage|pytest|vitest|jest|TDD|specs?)\b/i,
    /测试|单测|用例|覆盖率|テスト|테스트|тест/i,
  ),
  topic(
    "date-and-time-conventions",
    ["dates", "time"],
    {
      en: {
        title: "Date and time conventions",
        when: "Use whenever a date, time or time zone is written, stored or shown.",
        about: "How dates and times are written",
      },
      zh: { title: "日期与时间格式", when: "在书写、存储或显示日期、时间或时区时使用。", about: "日期与时间格式约定" },
    },
    /\b(?:iso ?8601|time ?zones?|timestamps?|date format|datetime|(?<!up[ -]to[ -]|out[ -]of[ -])dates?|utc)\b|\+\d{2}:\d{2}/i,
    /时区|时间格式|日期|时间戳|日付|タイムゾーン/,
  ),
  topic(
    "file-and-naming-conventions",
    ["files", "naming"],
    {
      en: {
        title: "File and naming conventions",
        when: "Use before creating, renaming or moving files, or naming things in code.",
        about: "How files and identifiers are named and where files go",
      },
      zh: {
        title: "文件与命名规范",
        when: "在新建、重命名、移动文件或为标识符命名之前使用。",
        about: "文件存放与命名约定",
      },
    },
    /\b(?:file ?names?|filenames?|naming|named|name (?:it|them|files?)|kebab-case|snake_case|camelCase|prefix(?:ed)?|suffix|folders?|director(?:y|ies)|back ?ups?|overwrit(?:e|ing)|existing files?|copy of)\b|\.bak\b/i,
    /文件名|命名|目录|文件夹|前缀|后缀|备份|ファイル名|파일명|имен/i,
  ),
  topic(
    "documentation-conventions",
    ["documentation"],
    {
      en: {
        title: "Documentation conventions",
        when: "Use when writing or changing documentation, comments, changelogs or README files.",
        about: "How documentation and comments are written",
      },
      zh: { title: "文档规范", when: "在编写或修改文档、注释、变更日志或 README 时使用。", about: "文档与注释约定" },
    },
    /\b(?:docs?|documentation|readme|changelog|docstrings?|comments?|release notes|markdown)\b/i,
    /文档|注释|变更日志|说明文件|ドキュメント|コメント|문서|주석|документац|комментари/i,
  ),
  topic(
    "release-and-deploy-conventions",
    ["release", "deploy"],
    {
      en: {
        title: "Release and deployment conventions",
        when: "Use before releasing, publishing, deploying, or touching production or infrastructure.",
        about: "How a project is released and deployed",
      },
      zh: { title: "发布与部署规范", when: "在发布、部署或操作生产环境之前使用。", about: "发布与部署约定" },
    },
    /\b(?:deploy(?:s|ing|ment|ments)?|releas(?:e|es|ing)|publish(?:ing)?|production|staging|kubernetes|rollback|ci\/?cd|pipeline)\b/i,
    /部署|发布|上线|生产环境|回滚|デプロイ|リリース|배포|деплой|релиз/i,
  ),
  topic(
    "database-conventions",
    ["database"],
    {
      en: {
        title: "Database conventions",
        when: "Use before changing the schema, writing migrations or queries, or touching stored data.",
        about: "How the database, its schema and its migrations are handled",
      },
      zh: { title: "数据库规范", when: "在修改表结构、编写迁移或查询、操作数据之前使用。", about: "数据库与迁移约定" },
    },
    /\b(?:databases?|migrations?|schemas?|sql|queries|postgres(?:ql)?|mysql|sqlite|orm|tables?)\b/i,
    /数据库|迁移脚本|表结构|建表|索引|データベース|마이그레이션|миграци/i,
  ),
  topic(
    "interface-conventions",
    ["ui", "design"],
    {
      en: {
        title: "User interface conventions",
        when: "Use when building or changing pages, components, styles or texts that people see.",
        about: "How the user interface looks and behaves",
      },
      zh: { title: "界面规范", when: "在编写或修改页面、组件、样式或界面文字时使用。", about: "界面与样式约定" },
    },
    /\b(?:ui|ux|css|tailwind|buttons?|colou?rs?|dark mode|layouts?|components?|pages?|styles?|fonts?|icons?|screens?|accessibility)\b/i,
    /界面|样式|按钮|颜色|布局|组件|页面|字体|图标|ボタン|화면|интерфейс/i,
  ),
  topic(
    "tool-and-package-conventions",
    ["tools", "packages"],
    {
      en: {
        title: "Tool and package conventions",
        when: "Use before choosing, installing, adding, updating or running tools and packages.",
        about: "Which tools, package managers, versions and dependencies to use",
      },
      zh: {
        title: "工具与依赖约定",
        when: "在选择、安装、升级或运行工具与依赖之前使用。",
        about: "应使用的工具、包管理器、版本与依赖",
      },
    },
    /\b(?:npm|pnpm|yarn|bun|pip|uv|poetry|cargo add|dependenc(?:y|ies)|packages?|librar(?:y|ies)|frameworks?|lock ?file|install(?:ing)?|virtualenv|venv|conda|docker|podman|containers?|cli|command line|tools?)\b/i,
    /依赖|安装|软件包|包管理|锁文件|第三方库|工具|框架|容器|依存|パッケージ|의존성|зависимост/i,
  ),
  topic(
    "answer-style",
    ["communication"],
    {
      en: {
        title: "How to answer",
        when: "Use for every answer, report or summary given to this person.",
        about: "How answers, reports and summaries should look",
      },
      zh: { title: "回答方式", when: "在给出任何回答、报告或总结时使用。", about: "回答、报告与总结应采用的方式" },
    },
    /\b(?:answers?|repl(?:y|ies)|respond|responses?|explain|explanations?|summar(?:y|ies|ize|ise)|concise|brief|verbose|emojis?|bullet points?|ask me|tell me|in (?:english|chinese|german|french|spanish|japanese|korean|russian))\b/i,
    /回答|回复|解释|总结|简洁|简短|啰嗦|表情|中文|英文|用语|报告|返答|日本語で|답변|отвеча/i,
  ),
  topic(
    "code-style",
    ["code", "style"],
    {
      en: {
        title: "Code style",
        when: "Use when writing or changing code.",
        about: "How code is written",
      },
      zh: { title: "代码风格", when: "在编写或修改代码时使用。", about: "代码风格约定" },
    },
    /\b(?:code|functions?|classes|types?|typescript|python|rust|javascript|java|imports?|exports?|variables?|async|await|exceptions?|errors?|log(?:s|ging)?|lint(?:er|ing)?|format(?:ter|ting)?|indent(?:ation)?|tabs|spaces|refactor|abstractions?|api|apis|module|modules|hooks?|semicolons?|null|undefined|hard-?code[d]?)\b/i,
    /代码|函数|类型|变量|异常|日志|缩进|格式化|重构|接口|模块|硬编码|コード|関数|코드|함수|код|функци/i,
  ),
];

export const GENERAL_TOPIC: RuleTopic = topic("project-conventions", ["conventions"], {
  en: {
    title: "Project conventions",
    when: "Use at the start of any task in the project.",
    about: "Standing rules of the project",
  },
  zh: { title: "项目约定", when: "在项目中开始任何任务时使用。", about: "项目的长期规则" },
});

/** The topic of a rule, by its own words. */
export function topicOf(text: string): RuleTopic {
  return RULE_TOPICS.find((candidate) => candidate.cues.some((cue) => cue.test(text))) ?? GENERAL_TOPIC;
}

export function topicWords(found: RuleTopic, language: string): TopicWords {
  return found.words[language] ?? found.words.en ?? { title: found.slug, when: "", about: "" };
}
