/**
 * Words by which a turn is seen to lean on earlier ones: references, talk of style and form, openings that go on, and
 * openings that begin something else. One row a language; a new language adds a row.
 */

interface TurnWords {
  /** Stand for something that was named before. Global. */
  references: RegExp;
  /** Say how, not what: taken away to see whether anything else is left. Global. */
  style: RegExp;
  /** Begin a turn that goes on with the last one. */
  goesOn: RegExp;
  /** Begin other work. */
  switches: RegExp;
  /** Carry nothing for a search. Global. */
  polite: RegExp;
}

const english: TurnWords = {
  references:
    /\b(?:it|its|this|that|these|those|them|they|the (?:above|former|latter|same|previous (?:one|version|answer)|last (?:one|version|answer)|first (?:one|version)|second (?:one|version)|whole thing)|above|previous(?:ly)?|earlier|again)\b/giu,
  style:
    /\b(?:short(?:er|en)?|long(?:er)?|brief(?:er|ly)?|concise(?:ly)?|detail(?:s|ed)?|simpl(?:e|er|ify)|formal(?:ly)?|informal|casual|polite|friend(?:ly|lier)|professional(?:ly)?|warm(?:er)?|tone|style|wording|rephrase|reword|rewrite|redo|retry|revise|polish|expand|trim|cut|bullets?|bullet points?|paragraphs?|tables?|headings?|markdown|emojis?|plain|words?|sentences?|lines?|version|less|more|much|bit|little|little bit|too|make|do|try|write|keep|turn|put|give|use|format|another|different|better|stronger|softer|clearer|funnier|than|but|and|so|still|only|just|about|around|half|one|two|three|\d+)\b/giu,
  goesOn:
    /^(?:and|also|but|then|now|or|plus|what about|how about|same (?:for|with|thing)|as well|in addition|instead)\b/iu,
  switches:
    /^(?:(?:ok(?:ay)?|thanks?|great|good|now|alright)[\s,.!]+)*(?:(?:let'?s )?(?:switch|change) (?:to|the (?:topic|subject))|new (?:topic|task|question)|(?:on to )?(?:something|another thing|a different (?:topic|task|thing))|different (?:topic|question)|unrelated(?:ly)?|by the way|moving on|next (?:task|topic))\b/iu,
  polite:
    /\b(?:please|pls|thanks?(?: you)?|kindly|could you|can you|would you|will you|i(?:'d| would) like(?: you)? to|i (?:want|need)(?: you)? to|help me(?: to)?|hi|hello|hey|ok(?:ay)?|sure|great)\b[,!.]*/giu,
};

const chinese: TurnWords = {
  references:
    /它们?|[这那](?:个|些|里|段|篇|样|封|句|份|版|次)?|上(?:面|述|文|一(?:版|个|次|段))|前(?:面|者)|后者|刚才(?:的|那)?|之前的|同样/gu,
  style:
    /简(?:短|洁|单)|精简|短|长|详细|具体|正式|口语化?|随意|委婉|礼貌|客气|专业|亲切|活泼|通俗|语气|风格|措辞|字数|改写|重写|润色|扩写|缩写|压缩|列表|表格|要点|标题|表情|版本|再来|再|更|一点儿?|一些|点儿?|些|太|不要|别|去掉|加上|改成?|换成?|写成?|做|来|用|多|少|好|了|吧|呢|的|得|地|个|版|字|段|句|请|\d+/gu,
  goesOn: /^(?:还有|另外|然后|再|那么?|并且|而且|接着|同时|也|继续|以及|顺便)/u,
  switches:
    /^(?:(?:好的?|谢谢|行)[，,。！!\s]*)*(?:换(?:个|一个)(?:话题|任务|问题)|新(?:话题|任务|问题)|另一个(?:话题|任务|问题)|不说这个了|下一个(?:话题|任务))/u,
  polite: /请(?:问|你|帮我|帮忙)?|麻烦(?:你|您)?|帮我|谢谢(?:你|您)?|你好|能不能|可以吗?|一下|好的/gu,
};

const japanese: TurnWords = {
  references: /それ(?:ら)?|これ(?:ら)?|あれ|その|この|上記|前の|さっきの|先ほどの|同じ/gu,
  style:
    /短く|長く|簡潔に?|詳しく|丁寧に?|カジュアルに?|フォーマルに?|敬語で?|もっと|もう少し|少し|箇条書き(?:に|で)?|表(?:に|で)|書き直(?:して|す)|やり直して|してください|して|にして|ください|お願いします|文字|で|に|を|は|が|の/gu,
  goesOn: /^(?:また|それから|あと|では|次に|続けて|それと|でも)/u,
  switches: /^(?:話は変わ|別の(?:話|件|質問)|次の(?:話題|質問|タスク)|ところで)/u,
  polite: /お願いします|ください|すみません|ありがとう(?:ございます)?/gu,
};

const korean: TurnWords = {
  references: /그것|이것|저것|그거|이거|위의?|앞의?|방금|같은/gu,
  style:
    /짧게|길게|간단히|간결하게|자세히|공손하게|정중하게|격식|캐주얼|더|조금|좀|다시|표로|목록으로|써줘|바꿔줘|해줘|줄여줘|주세요/gu,
  goesOn: /^(?:그리고|또|그럼|그런데|이어서|추가로)/u,
  switches: /^(?:다른 (?:주제|질문|얘기)|주제를 바꿔|그건 그렇고|다음 (?:주제|질문))/u,
  polite: /부탁(?:해|드립니다|합니다)|주세요|감사(?:합니다)?|안녕하세요/gu,
};

const russian: TurnWords = {
  references:
    /(?<!\p{L})(?:это(?:го|му|т|й)?|эт[аиу]|эти[хм]?|его|её|ее|их|он[аои]?|то же|выше(?:сказанное)?|предыдущ\p{L}+|тот же)(?!\p{L})/giu,
  style:
    /(?<!\p{L})(?:короче|длиннее|кратко|подробн\p{L}+|проще|официальн\p{L}+|формальн\p{L}+|неформальн\p{L}+|вежлив\p{L}+|деловым?|тон\p{L}*|стил\p{L}*|перепиши|перефразируй|сократи|списком|таблицей|сделай|сделайте|ещё|еще|более|менее|немного|чуть|слишком|и|но|а|не|без|раз)(?!\p{L})/giu,
  goesOn: /^(?:и|а|но|также|ещё|еще|теперь|потом|тогда|а что насч[её]т)(?!\p{L})/iu,
  switches:
    /^(?:(?:ок|хорошо|спасибо)[\s,.!]+)*(?:друг(?:ая|ой) (?:тема|вопрос)|сменим тему|новая (?:тема|задача)|кстати)/iu,
  polite: /(?<!\p{L})(?:пожалуйста|спасибо|помоги(?:те)?(?: мне)?|можешь|могли бы вы|привет)(?!\p{L})[,!.]*/giu,
};

const german: TurnWords = {
  references:
    /\b(?:es|das|dies(?:e[mnrs]?)?|jene[mnrs]?|den|diesen|dessen|deren|obige[mnrs]?|vorige[mnrs]?|davon|damit|dasselbe)\b/giu,
  style:
    /\b(?:kürzer|länger|kurz|knapp(?:er)?|ausführlich(?:er)?|einfach(?:er)?|formell(?:er)?|förmlich(?:er)?|locker(?:er)?|höflich(?:er)?|freundlich(?:er)?|ton|stil|umformulieren|formuliere|schreibe?|mach(?:e|en)?|kürze|stichpunkte[n]?|tabelle|liste|noch|einmal|nochmal|etwas|bisschen|viel|zu|mehr|weniger|und|aber|nur|als|ohne|bitte|um)\b/giu,
  goesOn: /^(?:und|aber|auch|dann|jetzt|außerdem|noch|was ist mit)\b/iu,
  switches:
    /^(?:(?:ok|danke|gut)[\s,.!]+)*(?:ander(?:es|e) (?:thema|frage|aufgabe)|neues thema|themenwechsel|etwas anderes|übrigens)\b/iu,
  polite: /\b(?:bitte|danke|könntest du|kannst du|könnten sie|hallo|hilf mir)\b[,!.]*/giu,
};

const french: TurnWords = {
  references:
    /(?<!\p{L})(?:cela|ça|ce(?:ci|lui|lle|t|tte|s)?|le (?:précédent|même)|l[ae] précédente|ci-dessus|les|la|le|l')(?!\p{L})/giu,
  style:
    /(?<!\p{L})(?:plus|moins|court(?:e|s)?|bref|brève|long(?:ue)?|détaillée?|simple|formel(?:le)?|soutenue?|familier|poli(?:e)?|amical|ton|style|reformule[rz]?|réécri[st]?|raccourci[st]?|rends?|fais|mets|liste|tableau|points?|un peu|trop|encore|et|mais|seulement|s'il (?:te|vous) plaît)(?!\p{L})/giu,
  goesOn: /^(?:et|mais|aussi|puis|maintenant|également|ensuite)(?!\p{L})/iu,
  switches:
    /^(?:(?:ok|merci|bien)[\s,.!]+)*(?:autre (?:sujet|question|chose)|changeons de sujet|nouveau sujet|au fait)(?!\p{L})/iu,
  polite:
    /(?<!\p{L})(?:s'il (?:te|vous) plaît|merci|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|bonjour|aide-moi à)(?!\p{L})[,!.]*/giu,
};

const spanish: TurnWords = {
  references:
    /(?<!\p{L})(?:eso|esto|aquello|ese|este|esa|esta|lo (?:anterior|mismo)|lo|la|los|las|anterior)(?!\p{L})/giu,
  style:
    /(?<!\p{L})(?:más|menos|corto|corta|breve|larg[oa]|detallad[oa]|sencill[oa]|simple|formal|informal|cortés|amable|tono|estilo|reescrib\p{L}+|reformul\p{L}+|acort\p{L}+|hazlo|haz|ponlo|pon|lista|tabla|puntos|un poco|poco|demasiado|otra vez|y|pero|solo|por favor)(?!\p{L})/giu,
  goesOn: /^(?:y|pero|también|además|ahora|luego|entonces)(?!\p{L})/iu,
  switches:
    /^(?:(?:ok|gracias|bien)[\s,.!]+)*(?:otr[oa] (?:tema|pregunta|cosa|tarea)|cambiemos de tema|nuevo tema|por cierto)(?!\p{L})/iu,
  polite: /(?<!\p{L})(?:por favor|gracias|puedes|podrías|podría|hola|ayúdame a)(?!\p{L})[,!.]*/giu,
};

const portuguese: TurnWords = {
  references: /(?<!\p{L})(?:isso|isto|aquilo|esse|este|essa|esta|o (?:anterior|mesmo)|acima|anterior)(?!\p{L})/giu,
  style:
    /(?<!\p{L})(?:mais|menos|curt[oa]|breve|long[oa]|detalhad[oa]|simples|formal|informal|educad[oa]|amigável|tom|estilo|reescrev\p{L}+|reformul\p{L}+|encurt\p{L}+|faça|faz|deixe|coloque|lista|tabela|tópicos|um pouco|pouco|demais|de novo|e|mas|só|por favor)(?!\p{L})/giu,
  goesOn: /^(?:e|mas|também|além disso|agora|depois|então)(?!\p{L})/iu,
  switches:
    /^(?:(?:ok|obrigad[oa]|bom)[\s,.!]+)*(?:outr[oa] (?:assunto|pergunta|coisa|tarefa)|mudando de assunto|novo assunto|aliás)(?!\p{L})/iu,
  polite: /(?<!\p{L})(?:por favor|obrigad[oa]|você pode|poderia|pode|olá|me ajude a)(?!\p{L})[,!.]*/giu,
};

/** By script: of Latin and Cyrillic, the language whose words are there most often. */
const ROWS: readonly { script: RegExp; rows: readonly TurnWords[] }[] = [
  { script: /[\u3040-\u30ff]/u, rows: [japanese] },
  { script: /\p{Script=Hangul}/u, rows: [korean] },
  { script: /\p{Script=Han}/u, rows: [chinese] },
  { script: /\p{Script=Cyrillic}/u, rows: [russian] },
  { script: /\p{Script=Latin}/u, rows: [english, german, french, spanish, portuguese] },
];

/** The row for a text; English where nothing else fits better. */
export function turnWordsFor(text: string): TurnWords {
  const rows = ROWS.find(({ script }) => script.test(text))?.rows ?? [english];
  const scored = rows.map((row) => ({ row, found: count(text, row.style) + count(text, row.polite) }));
  return scored.reduce((best, one) => (one.found > best.found ? one : best), { row: rows[0] ?? english, found: 0 }).row;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
