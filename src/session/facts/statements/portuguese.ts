/** Portuguese, of Brazil and Portugal. See cue-table.ts for what each field means. */
import { cuePattern as re } from "./cue-pattern.ts";
import type { CueTable } from "./cue-table.ts";

const VERB =
  "(?:use|usa|usem|utilize|utiliza|rode|roda|execute|executa|coloque|coloca|ponha|põe|escreva|escreve|faça|faz|responda|responde|adicione|adiciona|inclua|inclui|crie|cria|guarde|guarda|mantenha|mantém|siga|segue|evite|evita|revise|verifique|verifica|teste|testa|deixe|deixa|mude|muda|troque|troca|chame|chama|nomeie|importe|prefira|remova|remove|apague|apaga|mova|move|formate|documente|comente|atualize|atualiza|respeite|consulte|pergunte|pergunta|confirme|confirma|substitua|retorne|mostre|comece|garanta|certifique-se)";
const DONT =
  "(?:não (?!precisa|tem|tenho|sei|é|está|estou|pode|posso|consigo|se preocupe|se preocupa|entendi|entendo|há|funciona|importa|quero|vou|foi|deu|esqueça|esquece|lembro)(?:me |o |a |se )?[\\p{L}]+(?:e|a|em|am|es|as)\\b)";
const PLACE = "(?:repo(?:sitório)?|projeto|código|time|equipe|equipa|empresa|base de código|monorepo)";

export const portuguese: CueTable = {
  language: "pt",
  script: "latin",
  hint: re(
    "\\b(?:agora|diante|frente|futuro|próxima|sempre|nunca|jamais|toda|cada|antes|depois|neste|nesta|nosso|nossa|usamos|gente|todos|todas|deve|devem|não|errado|incorreto|vez|invés|lugar|disse|pedi|falei|pare|para de|deveria|lembre|lembra|mente|esqueça|esquece|anote|memória|skill|prefiro|só|apenas|errad[oa]|porqu[eê]|por|quem|aqui|ninguém|você|faltou|muito|todo|cadê|já|gerad[oa]|propósito|nada|sem|cada|todas?|errad[oa]s?|estão|tipos)\\b",
  ),
  markers: re(
    "\\b(?:o|a|os|as|que|de|em|não|por|para|com|um|uma|é|isso|isto|este|esta|neste|sempre|nunca|use|usa|usamos|se|do|da|no|na|e|mas|favor|vez|lugar|antes|cada|testes?|você|está|errado|lembre|fazer|gente|nós|ao)\\b",
    "g",
  ),
  cues: [
    {
      id: "pt.from-now-on",
      kind: "standing_rule",
      pattern: re(
        `\\b(?:a partir de agora|de agora em diante|daqui (?:pra|para a?) ?frente|daqui em diante|de hoje em diante|doravante)\\b(?=.{3,})(?!.{0,14}\\b(?:és|será|serás|aja|você é)\\b)`,
      ),
      confidence: 0.9,
      durable: true,
      asked: true,
    },
    {
      id: "pt.next-time",
      kind: "standing_rule",
      pattern: re(
        `\\b(?:da próxima vez|na próxima(?: vez)?|no futuro|em futur[oa]s \\w+),?\\s+(?:por favor,?\\s+)?(?:${VERB}|${DONT}|sempre|nunca|você deve)\\b|^(?:por favor,?\\s+)?(?:${VERB}|${DONT}).{3,}\\b(?:da próxima vez|na próxima|no futuro)\\W*$`,
      ),
      confidence: 0.85,
      durable: true,
    },
    {
      id: "pt.every-time",
      kind: "standing_rule",
      pattern: re(
        `^(?:toda vez que|cada vez que|sempre que)\\b[^,]{3,100},\\s+(?:por favor,?\\s+|primeiro\\s+|sempre\\s+)?(?:${VERB}|${DONT}|é preciso|deve|tem que)|^(?:por favor,?\\s+)?(?:${VERB}|${DONT}|é preciso|tem que).{3,}\\b(?:toda vez|antes de cada|depois de cada|em cada|a cada|antes de (?:fazer )?(?:o )?(?:commit|push|commitar|subir|publicar)|sempre que)\\b|^antes de (?:cada|fazer|subir|commitar|publicar|alterar|editar)\\b[^,]{0,60},\\s+(?:por favor,?\\s+)?(?:sempre )?(?:${VERB}|é preciso|deve)`,
      ),
      confidence: 0.85,
    },
    {
      id: "pt.always",
      kind: "standing_rule",
      pattern: re(
        `(?:^|[,;:(]\\s*|\\b(?:por favor|e|mas|que|deve|tem que)\\s+)sempre\\s+(?:me |se |o |a )?(?:${VERB}|usar|rodar|escrever|em )\\b|(?:^|,\\s)(?:por favor,?\\s+)?(?:${VERB}|deve|tem que|é preciso)\\b.{0,40}\\bsempre\\b`,
      ),
      confidence: 0.8,
    },
    {
      id: "pt.never",
      kind: "standing_rule",
      pattern: re(
        `(?:^|[,;:(]\\s*|\\b(?:por favor|e|mas)\\s+)(?:nunca|jamais)\\s+(?:mais\\s+)?(?!(?:vi|soube|tinha|tive|me|foi|é)\\b)(?:o |a |me )?[\\p{L}]+(?:e|a|em|es|as)\\b|\\bnão (?:faça isso|volte a|use mais)\\b.{0,}|${DONT}.{2,}\\b(?:nunca mais|mais|de novo|outra vez|novamente)\\W*$`,
      ),
      confidence: 0.8,
    },
    {
      id: "pt.in-this-repo",
      kind: "standing_rule",
      pattern: re(
        `\\b(?:neste|nesta|no nosso|na nossa|no|em nosso) ${PLACE},?\\s+(?:(?:nós |a gente )?(?:sempre |só |apenas |nunca |não )*(?:usamos|utilizamos|escrevemos|colocamos|usa|se usa|fazemos|rodamos|seguimos|permitimos)|${VERB}\\b|sempre\\b|nunca\\b|não se\\b|tod[oa]s [oa]s\\b|[oa]s \\w+ (?:devem|ficam|vão)\\b)|\\b(?:usamos|utilizamos|a gente usa)\\b.{2,100}\\b(?:neste|nesta|no nosso|na nossa) ${PLACE}\\b`,
      ),
      confidence: 0.85,
      durable: true,
    },
    {
      id: "pt.we-use",
      kind: "standing_rule",
      pattern: re(
        `(?:^|[,;:]\\s*|\\b(?:aqui|porque|nós|a gente)\\s+)(?:sempre |só |apenas |nunca |não )?(?:usamos|utilizamos|usa|escrevemos|fazemos)\\b.{2,100}(?:, não |\\b(?:em vez|ao invés|no lugar) d[eoa]\\b|\\be não\\b|\\baqui\\b)|^(?:aqui|nós|a gente) (?:sempre|só|apenas|nunca|não) \\w+\\b.{3,}`,
      ),
      confidence: 0.8,
    },
    {
      id: "pt.all-must",
      kind: "standing_rule",
      pattern: re(
        `^(?:tod[oa]s [oa]s|cada|nenhum|nenhuma) .{2,60}\\b(?:devem?|tem que|têm que|precisam?|pode|ficam?)\\b.{2,}`,
      ),
      confidence: 0.7,
      after: "agent",
      constraint: true,
    },
    {
      id: "pt.prefer",
      kind: "standing_rule",
      pattern: re(`\\bprefiro (?:que |\\S+ .{0,60}\\b(?:a|em vez de|ao invés de|do que)\\b).{2,}`),
      confidence: 0.7,
      after: "agent",
    },
    {
      id: "pt.no-then",
      kind: "correction",
      pattern: re(
        `^(?:não|errado|incorreto|assim não|para|pare)[,.;:!]+\\s*(?:não[,.]?\\s+|por favor,?\\s+|melhor\\s+)*(?:${VERB}|${DONT}|dev(?:e|em|eria|eriam)|tem que|usamos|a gente usa|quero|queria|eu (?:disse|pedi|quis)|é \\S+|são \\S+|isso \\S+|em vez|ao invés|sempre|nunca|fica em)`,
      ),
      confidence: 0.85,
      after: "agent",
    },
    {
      id: "pt.wrong-should",
      kind: "correction",
      pattern: re(
        `^(?:isso |isto |o que \\w+ )?(?:está errado|tá errado|está incorreto|não está certo|não é assim|é incorreto)\\b.{0,6}[,.;:]?\\s*.*\\b(?:dev(?:e|em|eria|eriam)|tem que|use|usa|em vez|ao invés|não|era|é|fica|queria)\\b.{2,}`,
      ),
      confidence: 0.85,
      after: "agent",
    },
    {
      id: "pt.wrong",
      kind: "correction",
      pattern: re(
        "^(?:não|errado|incorreto|assim não|(?:isso |isto )?(?:está errado|tá errado|está incorreto|não está certo|não é assim|não é o que (?:pedi|eu queria)))[.!\\s]*$",
      ),
      confidence: 0.8,
      after: "agent",
      bare: "next",
    },
    {
      id: "pt.contrast",
      kind: "correction",
      pattern: re(
        `^(?:por favor,?\\s+|melhor\\s+|e\\s+|dev(?:e|eria)\\s+)*(?:${VERB}|usar|ser|estar|ficar)\\b.{1,120}(?:\\b(?:em vez|ao invés|no lugar) d[eoa]\\b|, não \\S+|\\be não\\b)|^(?:em vez|ao invés) de\\b.{2,60},?\\s+(?:${VERB})\\b|^não (?:é|era|são) .{1,50}(?:,|;) (?:mas|é|era)\\b`,
      ),
      confidence: 0.75,
      after: "agent",
    },
    {
      id: "pt.dont",
      kind: "correction",
      pattern: re(`(?:^|[,;:]\\s+|\\b(?:por favor|e|mas|também)\\s+)${DONT}.{3,}`),
      confidence: 0.7,
      after: "agent",
      constraint: true,
    },
    {
      id: "pt.no-such-thing",
      kind: "correction",
      pattern: re("^(?:nada de|sem) (?!problema|dúvida|pressa|mais|querer|ideia)\\w{3,}.{0,40}$"),
      confidence: 0.65,
      after: "agent",
      constraint: true,
    },
    {
      id: "pt.stop",
      kind: "correction",
      pattern: re(`(?:^|[,;:]\\s*)(?:por favor,?\\s+)?(?:pare|para|parem) de \\w+r\\b.{3,}`),
      confidence: 0.8,
      after: "agent",
    },
    {
      id: "pt.i-said",
      kind: "correction",
      pattern: re(
        `\\b(?:eu (?:já )?(?:disse|falei|pedi|quis dizer)|já (?:te )?(?:disse|falei|pedi)|te (?:disse|pedi)|o que eu (?:queria|pedi) (?:é|era|foi))\\b.{3,}`,
      ),
      confidence: 0.75,
      after: "agent",
    },
    {
      id: "pt.should",
      kind: "correction",
      pattern: re(
        `^(?:isso |isto |o \\S+ |a \\S+ |os \\S+ |as \\S+ |você |mas )?(?:não )?(?:deveria|deveriam|devia) (?:ter|ser|estar|usar|ficar|retornar|se chamar|fazer)\\b.{2,}|^você (?:se )?esqueceu (?:de )?.{3,}`,
      ),
      confidence: 0.7,
      after: "agent",
      constraint: true,
    },
    {
      id: "pt.wrong-thing",
      kind: "correction",
      pattern: re(
        `^(?:você (?:pegou|mexeu|editou|usou|errou) .{0,20}|esse é (?:o |a )?|essa é (?:o |a )?|é (?:o |a )?)?(?:[\\w./-]+ )?(?:errad[oa]|incorret[oa]|de pasta|de arquivo)\\b.{0,20}[,;:–—-]\\s*.{4,}`,
      ),
      confidence: 0.8,
      after: "agent",
    },
    {
      id: "pt.why-did-you",
      kind: "correction",
      pattern: re(
        `^(?:e |mas )?(?:por ?qu[eê]|quem (?:te )?(?:mandou|disse|pediu)|desde quando|cadê|onde (?:está|estão)|eu pedi)\\b.{3,}\\?\\W*$`,
      ),
      confidence: 0.85,
      after: "action",
      asked: true,
      bare: "next",
    },
    {
      id: "pt.at-ours",
      kind: "standing_rule",
      pattern: re(
        `^(?:mas |porque )?aqui (?:os|as|o|a|todo|toda) (?!gente)[\\p{L}]+ (?:são|é|ficam?|vão|vai|devem?)\\b.{3,}|^(?:mas |porque )?(?:aqui|neste projeto|no nosso projeto|a gente|nós) (?:a gente |nós |não |nunca |sempre |só |tudo )*(?:se |[\\p{L}]+mos\\b|usa\\b|faz\\b|escreve\\b|coloca\\b|é\\b|fica\\b|vai\\b).{4,}`,
      ),
      confidence: 0.7,
      after: "action",
    },
    {
      id: "pt.not-asked-for",
      kind: "correction",
      pattern: re(`\\b(?:(?:eu )?não (?:te )?(?:pedi|mandei|disse|falei)|ninguém (?:te )?(?:pediu|mandou))\\b.{4,}`),
      confidence: 0.75,
      after: "action",
    },
    {
      id: "pt.you-did-wrong",
      kind: "correction",
      pattern: re(
        `^(?:mas |e )?você (?:de novo |também )?(?:pulou|ignorou|quebrou|sobrescreveu|esqueceu|deixou|commitou direto|subiu direto|colocou .{2,60}[,;]|usou .{2,60}[,;]|mexeu .{2,60} sem)\\b.{3,}|^(?:faltou|faltaram|ficou faltando)\\b.{4,}`,
      ),
      confidence: 0.7,
      after: "action",
    },
    {
      id: "pt.occasion",
      kind: "standing_rule",
      pattern: re(
        `^(?:antes|depois) de (?:cada|todo|toda|qualquer) [\\w ]{3,30}?,? (?:você deve |sempre |é preciso |tem que |precisa )*(?:${VERB})\\b.{3,}|^(?:em|para|a) (?:cada|todo|toda) (?:pr|commit|deploy|release|mudança|alteração|feature)\\b.{5,}`,
      ),
      confidence: 0.8,
    },
    {
      id: "pt.code-must",
      kind: "standing_rule",
      pattern: re(
        `^(?:cada|todo|toda|todos os|todas as|os|as) (?:nov[oa] )?(?:commits?|prs?|funç(?:ão|ões)|classes?|métodos?|componentes?|endpoints?|migraç(?:ão|ões)|arquivos?|testes?|módulos?|branch(?:es)?|mensage(?:m|ns)|variáve(?:l|is)|tabelas?|erros?|nomes?)\\b.{0,40}?\\b(?:precisam?|devem?|tem que|têm que|ficam?|vai|vão|começam?|sempre|nunca)\\b.{3,}`,
      ),
      confidence: 0.7,
      constraint: true,
    },
    {
      id: "pt.contrast-stated",
      kind: "correction",
      pattern: re(
        `^(?!eu |o (?:problema|erro)|se |talvez |não )[\\p{L}]+(?: [\\w./-]+){0,4} (?:é|são|vai|vão|fica|ficam|deve)\\b.{2,80}, ?não \\S+.{0,40}$`,
      ),
      confidence: 0.7,
      after: "action",
      constraint: true,
    },
    {
      id: "pt.too-then",
      kind: "correction",
      pattern: re(
        `^(?:está |tá |ficou )?(?:muito|longo demais|complicado demais)\\b ?(?:longo|curto|prolixo|complicado|complexo|técnico|formal)?[,;:–—-]\\s*.{4,}`,
      ),
      confidence: 0.7,
      after: "agent",
    },
    {
      id: "pt.already-there",
      kind: "correction",
      pattern: re(
        `^(?:mas )?(?:já (?:existe|temos|tem|há)|existe já|a gente já tem)\\b.{3,}(?:[,;.–—-]\\s*.{3,}|para isso|pra isso.{0,40})$`,
      ),
      confidence: 0.7,
      after: "action",
      constraint: true,
    },
    {
      id: "pt.so-leave-it",
      kind: "correction",
      pattern: re(
        `\\b(?:é|são|está|foi) (?:\\w+ )?(?:gerad[oa]s?|autogerad[oa]s?|de propósito|intencional|proposital|de terceiros)\\b.{0,40}[,;.–—-]\\s*.{4,}`,
      ),
      confidence: 0.7,
      after: "action",
      constraint: true,
    },
    {
      id: "pt.not-without",
      kind: "standing_rule",
      pattern: re(
        `^(?:nada|nenhum\\w* \\w+|ninguém|não) .{2,40}\\bsem (?!problemas?|querer)[\\w]+.{0,}|^sem [\\w ]{3,30},? (?:não|nada) .{3,}`,
      ),
      confidence: 0.7,
      constraint: true,
    },
    {
      id: "pt.each-answer",
      kind: "standing_rule",
      pattern: re(
        `^(?:por favor,? )?[\\p{L}]+ (?:cada|toda|todas as|em toda|no fim de cada|em cada) (?:suas? )?(?:respostas?|mensage(?:m|ns)|resumos?|commits?|prs?|explicaç(?:ão|ões))\\b.{3,}`,
      ),
      confidence: 0.8,
      durable: true,
    },
    {
      id: "pt.topic-no",
      kind: "correction",
      pattern: re(`^(?!isso |eu |ainda |por que )[\\p{L}]+(?: [\\p{L}]+){0,3} não,\\s*.{4,}`),
      confidence: 0.7,
      after: "action",
      constraint: true,
    },
    {
      id: "pt.before-doing",
      kind: "standing_rule",
      pattern: re(
        `^(?:por favor,? )?antes de (?!ontem|nada\\b|que\\b)[\\p{L}]+r\\b.{6,}|^(?!eu |se |quero |preciso |tenho |vou |vamos |falha )[\\p{L}]+ .{2,60}\\bantes de (?!ontem|nada\\b|que\\b)[\\p{L}]+r\\b.{0,40}$`,
      ),
      confidence: 0.65,
      after: "agent",
      constraint: true,
    },
    {
      id: "pt.is-wrong-so",
      kind: "correction",
      pattern: re(
        `^.{2,50}\\b(?:está|estão|é|são|tá|ficou|ficaram) (?:errad[oa]s?|incorret[oa]s?)[,;:–—-]\\s*(?!por que|o que).{4,}`,
      ),
      confidence: 0.75,
      after: "action",
    },
    {
      id: "pt.remember",
      kind: "remember",
      pattern: re(
        `(?:^|[,;:.]\\s*|\\b(?:por favor|e|mas)\\s+)(?:lembre(?:-se)?|lembra(?:-te)?|tenha (?:sempre )?em mente|anote|anota|memorize|guarde)(?! (?:disso|isso|isto)\\W*$)\\b.{3,}`,
      ),
      confidence: 0.85,
      after: "agent",
    },
    {
      id: "pt.remember-lasting",
      kind: "remember",
      pattern: re(
        `^(?:por favor,?\\s+)?(?:lembre(?:-se)?|lembra)(?: sempre| nunca| (?:de )?que (?:sempre|nunca|usamos|a gente|neste|aqui|nosso|não)|:)`,
      ),
      confidence: 0.85,
    },
    {
      id: "pt.remember-bare",
      kind: "remember",
      pattern: re(
        "^(?:por favor,?\\s+|e )?(?:lembre(?:-se)? disso|lembra disso|anote isso|anota isso|memorize isso|não (?:se )?esqueça disso|guarde isso)(?: para (?:a próxima|o futuro))?[.!\\s]*$",
      ),
      confidence: 0.9,
      durable: true,
      bare: "previous",
    },
    {
      id: "pt.write-down",
      kind: "remember",
      pattern: re(
        `(?:^|[,;:]\\s*|\\b(?:por favor|e|pode)\\s+)(?:adicione|adiciona|adicionar|coloque|coloca|colocar|salve|salva|guarde|guarda|escreva|escreve|anote|anota|registre|documente)\\b.{0,80}\\b(?:skill|habilidade|memória|agents\\.md|claude\\.md|gemini\\.md|regras|convenções|notas)\\b`,
      ),
      confidence: 0.85,
      durable: true,
      asked: true,
    },
    {
      id: "pt.dont-forget",
      kind: "remember",
      pattern: re(`(?:^|[,;:]\\s*|\\b(?:por favor|e|mas)\\s+)não (?:se |te )?esque(?:ça|ce|ças) (?:de |que )?.{4,}`),
      confidence: 0.65,
      after: "agent",
    },
  ],
  nearMisses: [
    re(
      "^(?:não (?:se preocupe|se preocupa|importa|tem problema|há problema|precisa|obrigad[oa]|sei|tenho|entendi|lembro|consigo)|sem problema)\\b",
    ),
    re(
      "\\bsempre (?:esqueço|me esqueço|falha|dá erro|foi|tive)\\b|\\bcomo sempre\\b|\\bquase sempre\\b|^(?:eu )?sempre (?:esqueço|uso)\\b",
    ),
    re("^(?:talvez) (?:da próxima|no futuro)|até a próxima"),
    re("\\bvocê (?:se )?lembra\\b.*\\?|^(?:eu )?(?:me )?lembro\\b"),
  ],
  oneOff: re(
    "\\b(?:por enquanto|por agora|no momento|ainda|desta vez|dessa vez|hoje|amanhã|só desta vez|até que|até eu)\\b",
  ),
  question: /[?？]\s*$/,
  taskRequest: re(
    "^(?:por favor,?\\s+|pode |poderia |agora |quero que |preciso que )*(?:escreva|escreve|crie|cria|gere|gera|faça um|faça uma|me dê|liste|explique|traduza|projete|resuma|implemente|adicione|corrija|conserte|refatore|prepare)\\b(?!.*\\b(?:em vez|ao invés|, não )\\b)",
  ),
  anaphora: re(
    "^(?:por favor,?\\s+)?(?:sempre |não |nunca )?(?:faça isso|faz isso|faça assim|assim|use isso)(?: assim)?(?: sempre| de agora em diante| da próxima vez| toda vez| mais| de novo)*\\W*$",
  ),
  directive: re(
    `^(?:por favor,?\\s+|melhor\\s+|sempre |nunca )*(?:primeiro |aqui |nunca |${VERB}|${DONT}|dev(?:e|em|eria)|tem que|usamos|a gente|quero|fica|sempre|nunca|em vez|ao invés)`,
  ),
  opener: re(
    "^(?:ok|okay|certo|beleza|bom|obrigad[oa]|valeu|perfeito|ótimo|olá|oi|sim|também|além disso|aliás|ah|desculpe|e|mas|olha)(?:[\\s,.!:;–—-]+)(?=\\S)",
  ),
  foreignText: re(
    "^(?:quero que (?:você )?(?:aja|atue|seja)|aja como|atue como|você é um|você é uma|imagine que você é|a partir de agora,? (?:você é|você será|aja)|(?:por favor,?\\s+)?(?:traduza|resuma|corrija|reescreva|parafraseie|melhore|revise)\\b[^.\\n]{0,60}(?::|\\n|¤))",
  ),
  listHeader: re(
    "\\b(?:regras|convenções|normas|preferências) (?:de|do|da|para|deste|desta|neste)\\b[^:]{0,40}:\\s*$|\\b(?:a partir de agora|de agora em diante|lembre-se)\\b[^:]{0,40}:\\s*$",
  ),
};
