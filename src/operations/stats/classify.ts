/**
 * Categories and platforms by words in a skill's name, description, tags and triggers (the AutoSkill paper, "SkillBank
 * Statistics"). The paper names its categories and platforms but not the words it counted by, so these are ours: figures
 * compare between banks measured with them, not with the paper's digit by digit.
 */
import type { SkillFace } from "./skill-face.ts";

export const GENERAL = "General & mixed";

const CATEGORIES: readonly [string, RegExp][] = [
  [
    "Programming & software",
    words(
      "python|javascript|typescript|java|c\\+\\+|c#|php|rust|golang|html|css|react|vue|sql|api|code|coding|programming|debug(?:ging)?|script|algorithm|software|git|refactor(?:ing)?|unit tests?|selenium|unity|django|flask|node(?:\\.js)?|regex|compiler|backend|frontend|matlab|vba|powershell|swift|kotlin|flutter|android",
      "编程|代码|脚本|算法|软件|前端|后端|调试|程序|开发|接口|函数|爬虫",
    ),
  ],
  [
    "Writing & content",
    words(
      "writ(?:e|ing|er)|rewrit(?:e|ing)|essay|article|blog|story|stories|fiction|creative|poem|poetry|novel|script ?writing|screenplay|copy ?writing|content|edit(?:ing|or)?|proofread(?:ing)?|paraphras(?:e|ing)|grammar|narrative|letter|email|speech|lyrics|formatting|summari[sz](?:e|ing|ation)",
      "写作|润色|改写|文案|文章|小说|故事|作文|诗|剧本|创作|仿写|公文|总结|摘要|编辑|校对|扩写",
    ),
  ],
  [
    "Data & AI/ML",
    words(
      "data|dataset|pandas|numpy|excel|spreadsheet|statistics?|statistical|machine learning|deep learning|neural|pytorch|tensorflow|llm|prompt(?:ing| engineering)?|visuali[sz]ation|regression|classif(?:y|ication)|nlp|etl|analytics|stable diffusion|midjourney|image generation",
      "数据|机器学习|深度学习|模型|统计|可视化|提示词|神经网络|人工智能|表格",
    ),
  ],
  [
    "Systems & configuration",
    words(
      "linux|docker|kubernetes|server|network(?:ing)?|configuration|config|deploy(?:ment)?|devops|ci|nginx|aws|azure|cloud|terraform|ansible|windows|shell|bash|database admin(?:istration)?|security|firewall|router|install(?:ation)?",
      "配置|服务器|部署|运维|网络|系统|安装|安全|云",
    ),
  ],
  [
    "Research & academic",
    words(
      "research|academic|paper|thesis|citation|literature review|scientific|science|mathematics|math|physics|chemistry|biology|latex|peer review|hypothesis|experiment",
      "学术|论文|研究|文献|科学|数学|物理|化学|引用|综述",
    ),
  ],
  [
    "Marketing & social media",
    words(
      "marketing|seo|social media|advert(?:ising|isement)?|brand(?:ing)?|campaign|twitter|instagram|youtube|tiktok|linkedin|facebook|hashtags?|product description|etsy|ecommerce|e-commerce|amazon listing",
      "营销|小红书|抖音|公众号|种草|电商|广告|品牌|推广|短视频|微博|运营|标题党",
    ),
  ],
  [
    "Education & tutoring",
    words(
      "education|teach(?:ing|er)?|tutor(?:ing)?|lesson|quiz|exam|student|curriculum|learning plan|study|homework|explain(?:er|ing)?|course|multiple choice|flashcards?",
      "教育|教学|教案|学习|考试|课程|题目|试题|学生|讲解|老师",
    ),
  ],
  [
    "Roleplay & dialogue",
    words(
      "role ?-?play(?:ing)?|persona|character|simulat(?:e|ion|or)|dialogue|game master|rpg|dungeon|interactive fiction|chatbot",
      "角色|扮演|对话|模拟|猫娘|人设|游戏",
    ),
  ],
  [
    "Translation & language",
    words(
      "translat(?:e|ion|or|ing)|localization|bilingual|english|chinese|japanese|language learning|vocabulary|pronunciation|interpreter",
      "翻译|英语|中英|双语|日语|单词|语法|口语",
    ),
  ],
  [
    "Business & finance",
    words(
      "business|finance|financial|account(?:ing|ant)?|invoice|stock|trading|invest(?:ment|ing)?|crypto|legal|contract|law|hr|resume|cv|interview|recruit(?:ing|ment)?|project management|strategy|sales|customer (?:service|support)|proposal|report",
      "商业|财务|金融|会计|投资|股票|合同|法律|简历|面试|管理|策划|报告|客户|方案",
    ),
  ],
];

const PLATFORMS: readonly [string, RegExp][] = [
  ["Twitter/X", /\btwitter\b|\btweets?\b|\bx\.com\b|推特/i],
  ["Instagram", /\binstagram\b|\binsta\b/i],
  ["YouTube", /\byoutube\b|油管/i],
  ["TikTok", /\btik ?tok\b/i],
  ["Douyin 抖音", /\bdouyin\b|抖音/i],
  ["WeChat 微信", /\bwechat\b|微信|公众号/i],
  ["LinkedIn 领英", /\blinkedin\b|领英/i],
  ["Xiaohongshu 小红书", /\bxiaohongshu\b|\brednote\b|小红书/i],
  ["Weibo 微博", /\bweibo\b|微博/i],
  ["Zhihu 知乎", /\bzhihu\b|知乎/i],
  ["Bilibili", /\bbilibili\b|哔哩|B站/i],
  ["Facebook", /\bfacebook\b/i],
  ["Reddit", /\breddit\b/i],
  ["Pinterest", /\bpinterest\b/i],
  ["Discord", /\bdiscord\b/i],
  ["Telegram", /\btelegram\b/i],
  ["Medium", /\bmedium\.com\b/i],
  ["Etsy", /\betsy\b/i],
  ["Shopify", /\bshopify\b/i],
  ["Slack", /\bslack\b/i],
];

function words(latin: string, han: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${latin})(?![\\p{L}\\p{N}])|${han}`, "giu");
}

const WEIGHTS = { tags: 3, name: 2, description: 1 } as const;

/** The category with most words of its own; `GENERAL` where none has any or the first two are level. */
export function categoryOf(skill: Pick<SkillFace, "name" | "description" | "tags">): string {
  const parts: [string, number][] = [
    [skill.tags.join(", "), WEIGHTS.tags],
    [skill.name.replaceAll(/[-_]/g, " "), WEIGHTS.name],
    [skill.description, WEIGHTS.description],
  ];
  const scores = CATEGORIES.map(([category, pattern]) => {
    const score = parts.reduce((sum, [text, weight]) => sum + weight * (text.match(pattern)?.length ?? 0), 0);
    return { category, score };
  }).sort((a, b) => b.score - a.score);
  const [first, second] = scores;
  return first === undefined || first.score === 0 || first.score === second?.score ? GENERAL : first.category;
}

/** Each platform that is mentioned in name, description, tags or triggers. */
export function platformsOf(skill: SkillFace): string[] {
  const text = [
    skill.name.replaceAll(/[-_]/g, " "),
    skill.description,
    skill.tags.join(", "),
    skill.triggers.join("\n"),
  ].join("\n");
  return PLATFORMS.filter(([, pattern]) => pattern.test(text)).map(([platform]) => platform);
}

/** Case does not count in Latin letters; runs of space, `-` and `_` are one space. */
export function normalTag(tag: string): string {
  return tag
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_-]+/g, " ")
    .trim();
}
