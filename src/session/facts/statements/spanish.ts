/** Spanish. See cue-table.ts for what each field means. */
import { cuePattern as re } from "./cue-pattern.ts";
import type { CueTable } from "./cue-table.ts";

/** Imperatives (tú, usted, vosotros, voseo) that begin an instruction. */
const VERB =
  "(?:usa|use|usen|usá|usad|utiliza|utilice|utilizá|ejecuta|ejecute|ejecutá|corre|corré|corra|pon|poné|ponga|escribe|escriba|escribí|haz|haga|hacé|responde|responda|respondé|contesta|conteste|añade|añada|agrega|agregue|agregá|incluye|incluya|crea|cree|creá|guarda|guarde|guardá|mantén|mantenga|sigue|siga|seguí|evita|evite|evitá|revisa|revise|revisá|comprueba|compruebe|prueba|pruebe|deja|deje|dejá|cambia|cambie|cambiá|pasa|pase|llama|llame|nombra|nombre|importa|prefiere|quita|quite|borra|borre|mueve|mueva|mira|verifica|verifique|coloca|coloque|formatea|despliega|documenta|comenta|actualiza|actualice|respeta|respete|lanza|consulta|pregunta|pregunte|confirma|confirme|reemplaza|reemplace|devuelve|devuelva|muestra|empieza|asegúrate|asegúrese|haced|poned|pregúntame|avísame|dime|hazlo|úsalo|ponlo|déjalo|avisa|avise)";
const DONT =
  "(?:no (?!puedes|tienes|sabes|debes|eres|estás|quieres|vas|has|necesitas|te preocupes|se preocupe|importa|pasa|hay|hace falta|es|está|funciona|tengo|sé|me|entiendo|lo sé|creo|olvides|olvide)(?:lo |la |los |las |me |le |se )?[\\p{L}]+(?:es|as|e|a|éis|áis|en|an)\\b)";
const PLACE = "(?:repo(?:sitorio)?|proyecto|código|equipo|empresa|base de código|monorepo)";

export const spanish: CueTable = {
  language: "es",
  script: "latin",
  hint: re(
    "\\b(?:adelante|ahora|futuro|próxima|siempre|nunca|jamás|cada|antes|después|vuelvas|vuelva|en est[ea]|en nuestro|usamos|se usa|todos|todas|deben?|no|mal|incorrecto|vez|lugar|dije|pedí|deja|debería|deberías|recuerda|recuerde|acuérdate|cuenta|olvides|apunta|memoria|skill|prefiero|solo|sólo|equivocaste|equivocado|equivocada|qué|quién|aquí|acá|nadie|van?|lleva|falta|saltaste|demasiado|muy|necesita|ya|genera[n]?|propósito|nada|sin|borraste)\\b",
  ),
  markers: re(
    "\\b(?:el|la|los|las|que|de|en|no|por|para|con|un|una|es|esto|este|esta|siempre|nunca|usa|use|usamos|se|del|al|y|pero|favor|vez|lugar|antes|cada|tests?|pruebas|español|debes|debe|eso|mal|recuerda|hacer)\\b",
    "g",
  ),
  cues: [
    {
      id: "es.from-now-on",
      kind: "standing_rule",
      pattern: re(
        `\\b(?:de ahora en adelante|a partir de ahora|de aquí en adelante|desde ahora|en adelante|en lo sucesivo|de hoy en adelante)\\b(?=.{3,})(?!.{0,12}\\b(?:eres|serás|actúa|actuarás)\\b)`,
      ),
      confidence: 0.9,
      durable: true,
      asked: true,
    },
    {
      id: "es.next-time",
      kind: "standing_rule",
      pattern: re(
        `\\b(?:la próxima vez|en el futuro|en futuras? \\w+),?\\s+(?:por favor,?\\s+)?(?:${VERB}|${DONT}|debes|siempre|nunca)\\b|^(?:por favor,?\\s+)?(?:${VERB}|${DONT}).{3,}\\b(?:la próxima vez|en el futuro)\\W*$`,
      ),
      confidence: 0.85,
      durable: true,
    },
    {
      id: "es.every-time",
      kind: "standing_rule",
      pattern: re(
        `^(?:cada vez que|siempre que)\\b[^,]{3,100},\\s+(?:por favor,?\\s+|primero\\s+|siempre\\s+)?(?:${VERB}|${DONT}|hay que|debes|tienes que)|^(?:por favor,?\\s+)?(?:${VERB}|${DONT}|hay que|debes|tienes que).{3,}\\b(?:cada vez|antes de cada|después de cada|en cada|antes de (?:hacer )?(?:commit|push|subir|commitear|desplegar)|siempre que)\\b|^antes de (?:cada|hacer|subir|commitear|desplegar|cambiar|editar)\\b[^,]{0,60},\\s+(?:por favor,?\\s+)?(?:siempre )?(?:${VERB}|hay que|debes)`,
      ),
      confidence: 0.85,
    },
    {
      id: "es.always",
      kind: "standing_rule",
      pattern: re(
        `(?:^|[,;:(]\\s*|\\b(?:por favor|y|pero|que|debes|debe|hay que|tienes que)\\s+)siempre\\s+(?:${VERB}|debes|hay que|usar|ejecutar|escribir|en )\\b|(?:^|,\\s)(?:por favor,?\\s+)?(?:${VERB}|debes|hay que|tienes que)\\b.{0,40}\\bsiempre\\b`,
      ),
      confidence: 0.8,
    },
    {
      id: "es.never",
      kind: "standing_rule",
      pattern: re(
        `(?:^|[,;:(]\\s*|\\b(?:por favor|y|pero)\\s+)(?:nunca|jamás)\\s+(?:más\\s+)?(?!(?:he|ha|había|se me|me|vi|lo supe|mejor|supe)\\b)(?:lo |la |los |las |me )?[\\p{L}]+(?:es|as|e|a)\\b|\\bno (?:lo |la )?vuelvas? a\\b|\\bno \\w+ nunca\\b|${DONT}.{2,}\\b(?:nunca más|más|de nuevo|otra vez)\\W*$`,
      ),
      confidence: 0.8,
    },
    {
      id: "es.in-this-repo",
      kind: "standing_rule",
      pattern: re(
        `\\ben (?:este|esta|nuestro|nuestra|el|mi) ${PLACE},?\\s+(?:(?:nosotros\\s+)?(?:siempre\\s+|solo\\s+|sólo\\s+|nunca\\s+|no\\s+)*(?:usamos|utilizamos|escribimos|ponemos|se usa|se usan|se utiliza|se escribe|hacemos|ejecutamos|desplegamos|seguimos|permitimos)|${VERB}\\b|siempre\\b|nunca\\b|no se\\b|hay que\\b|tod[oa]s l[oa]s\\b|l[oa]s \\w+ (?:deben|van|se)\\b)|\\b(?:usamos|utilizamos|escribimos)\\b.{2,100}\\ben (?:este|esta|nuestro|nuestra) ${PLACE}\\b`,
      ),
      confidence: 0.85,
      durable: true,
    },
    {
      id: "es.we-use",
      kind: "standing_rule",
      pattern: re(
        `(?:^|[,;:]\\s*|\\b(?:aquí|porque|nosotros)\\s+)(?:siempre |solo |sólo |nunca |no )?(?:usamos|utilizamos|escribimos|ponemos|hacemos)\\b.{2,100}(?:, no |\\ben (?:vez|lugar) de\\b|\\by no\\b|\\baquí\\b)|^(?:aquí|nosotros) (?:siempre|solo|sólo|nunca|no) \\w+mos\\b`,
      ),
      confidence: 0.8,
    },
    {
      id: "es.all-must",
      kind: "standing_rule",
      pattern: re(
        `^(?:tod[oa]s l[oa]s|cada|ningún|ninguna) .{2,60}\\b(?:deben?|tienen? que|ha de|han de|puede|va en|van en)\\b.{2,}`,
      ),
      confidence: 0.7,
      after: "agent",
      constraint: true,
    },
    {
      id: "es.prefer",
      kind: "standing_rule",
      pattern: re(`\\bprefiero (?:que |\\S+ .{0,60}\\b(?:a|antes que|en vez de|en lugar de)\\b).{2,}`),
      confidence: 0.7,
      after: "agent",
    },
    {
      id: "es.no-then",
      kind: "correction",
      pattern: re(
        `^(?:no|mal|incorrecto|así no|para)[,.;:!]+\\s*(?:no[,.]?\\s+|por favor,?\\s+|mejor\\s+)*(?:${VERB}|${DONT}|deb(?:e|es|ería|erías)|hay que|tiene que|tienes que|usamos|quiero|quería|dije|te (?:dije|pedí)|es \\S+|son \\S+|eso \\S+|en (?:vez|lugar) de|siempre|nunca|va en|ponlo|hazlo|úsalo)`,
      ),
      confidence: 0.85,
      after: "agent",
    },
    {
      id: "es.wrong-should",
      kind: "correction",
      pattern: re(
        `^(?:eso |esto |lo que \\w+ )?(?:está mal|es incorrecto|no es correcto|no es así|no está bien|es erróneo)\\b.{0,6}[,.;:]?\\s*.*\\b(?:deb(?:e|es|ería|erías)|tiene que|usa|use|hay que|en (?:vez|lugar) de|no|era|es|va|quería)\\b.{2,}`,
      ),
      confidence: 0.85,
      after: "agent",
    },
    {
      id: "es.wrong",
      kind: "correction",
      pattern: re(
        "^(?:no|mal|incorrecto|así no|(?:eso |esto )?(?:está mal|es incorrecto|no es correcto|no es así|no es lo que (?:pedí|quería)))[.!\\s]*$",
      ),
      confidence: 0.8,
      after: "agent",
      bare: "next",
    },
    {
      id: "es.contrast",
      kind: "correction",
      pattern: re(
        `^(?:por favor,?\\s+|mejor\\s+|y\\s+|deb(?:es|ería|e)\\s+)*(?:${VERB}|usar|ponerlo|ser|estar|ir)\\b.{1,120}(?:\\ben (?:vez|lugar) de\\b|, no \\S+|\\by no\\b|\\ben su lugar\\b)|^en (?:vez|lugar) de\\b.{2,60},?\\s+(?:${VERB})\\b|^no (?:es|era|son) .{1,50}(?:,|;) (?:sino|es|era)\\b`,
      ),
      confidence: 0.75,
      after: "agent",
    },
    {
      id: "es.dont",
      kind: "correction",
      pattern: re(`(?:^|[,;:]\\s+|\\b(?:por favor|y|pero|también)\\s+)${DONT}.{3,}`),
      confidence: 0.7,
      after: "agent",
      constraint: true,
    },
    {
      id: "es.no-such-thing",
      kind: "correction",
      pattern: re("^(?:nada de|sin) (?!problema|nada|duda|embargo|prisa|más)\\w{3,}.{0,40}$"),
      confidence: 0.65,
      after: "agent",
      constraint: true,
    },
    {
      id: "es.stop",
      kind: "correction",
      pattern: re(`(?:^|[,;:]\\s*)(?:por favor,?\\s+)?(?:deja|deje|dejá|para|pare) de \\w+(?:r|rlo|rla|rme)\\b.{3,}`),
      confidence: 0.8,
      after: "agent",
    },
    {
      id: "es.i-said",
      kind: "correction",
      pattern: re(
        `\\b(?:(?:ya )?te (?:dije|pedí|había dicho|he dicho)|dije que|me refería a|quise decir|lo que (?:quería|pedí) (?:es|era))\\b.{3,}`,
      ),
      confidence: 0.75,
      after: "agent",
    },
    {
      id: "es.should",
      kind: "correction",
      pattern: re(
        `^(?:eso |esto |el \\S+ |la \\S+ |los \\S+ |las \\S+ |tú |pero )?(?:no )?(?:debería|deberías|deberían) (?:haber|ser|estar|usar|ir|devolver|llamarse|hacer)\\b.{2,}|^(?:te )?(?:olvidaste|has olvidado|se te olvidó) (?:de )?.{3,}`,
      ),
      confidence: 0.7,
      after: "agent",
      constraint: true,
    },
    {
      id: "es.wrong-thing",
      kind: "correction",
      pattern: re(
        `^(?:te equivocaste|te has equivocado|os equivocasteis|se equivocó|(?:ese|esa|este|esta|eso) (?:no )?(?:es )?(?:el|la|es)? ?[\\w./-]* ?(?:equivocad[oa]|incorrect[oa]|no es)|[\\w./-]+ (?:equivocad[oa]|incorrect[oa]|que no es))\\b.{0,30}[,;:–—-]\\s*.{4,}`,
      ),
      confidence: 0.8,
      after: "agent",
    },
    {
      id: "es.why-did-you",
      kind: "correction",
      pattern: re(
        `^(?:y |pero )?(?:por ?qué|quién te (?:dijo|pidió|mandó)|desde cuándo|dónde está\\w*|te pedí|acaso)\\b.{3,}\\?\\W*$`,
      ),
      confidence: 0.85,
      after: "action",
      asked: true,
      bare: "next",
    },
    {
      id: "es.at-ours",
      kind: "standing_rule",
      pattern: re(
        `^(?:pero |porque )?(?:aquí|acá|en este (?:repo|proyecto)|nosotros) (?:lo |la |los |las |todo |siempre |no |nunca )*(?:se |[\\p{L}]+mos\\b|va\\b|van\\b|es\\b|son\\b|usamos).{4,}`,
      ),
      confidence: 0.7,
      after: "action",
    },
    {
      id: "es.not-asked-for",
      kind: "correction",
      pattern: re(
        `\\b(?:no te (?:pedí|dije|he pedido|mandé)|nadie te (?:pidió|dijo|ha pedido)|yo no (?:pedí|dije))\\b.{4,}`,
      ),
      confidence: 0.75,
      after: "action",
    },
    {
      id: "es.you-did-wrong",
      kind: "correction",
      pattern: re(
        `^(?:pero |y )?(?:otra vez |de nuevo )?(?:te saltaste|te has saltado|ignoraste|omitiste|rompiste|sobrescribiste|borraste sin|hiciste .{2,30} (?:sin|directo|directamente)|subiste .{0,30}(?:sin|directo|directamente)|pusiste .{2,60}[,;]|usaste .{2,60}[,;]|te faltó|faltan?)\\b.{3,}`,
      ),
      confidence: 0.7,
      after: "action",
    },
    {
      id: "es.code-always",
      kind: "standing_rule",
      pattern: re(
        `^(?:l[oa]s|tod[oa]s? l?[oa]?s?|cada|el|la) (?:nombres?|variables?|funciones?|función|clases?|commits?|mensajes?|tests?|pruebas?|archivos?|ficheros?|ramas?|migraciones?|migración|endpoints?|componentes?|imports?|comentarios?|errores?|logs?|tablas?|columnas?|fechas?|prs?|módulos?)\\b.{0,40}?\\b(?:van?|lleva[n]?|necesitan?|se (?:escriben?|guardan?|nombran?|ponen?|hacen?|usan?)|deben?|tienen? que|empiezan?|siempre|nunca)\\b.{3,}`,
      ),
      confidence: 0.7,
      constraint: true,
    },
    {
      id: "es.contrast-stated",
      kind: "correction",
      pattern: re(
        `^(?!yo |el (?:problema|error)|si |quizás |no )[\\p{L}]+(?: [\\w./-]+){0,4} (?:es|son|va|van|está|están|debe|se llama)\\b.{2,80}, ?no \\S+.{0,40}$`,
      ),
      confidence: 0.7,
      after: "action",
      constraint: true,
    },
    {
      id: "es.too-then",
      kind: "correction",
      pattern: re(
        `^(?:es )?(?:demasiado|muy) (?:largo|corto|verboso|complicado|complejo|técnico|formal)[,;:–—-]\\s*.{4,}`,
      ),
      confidence: 0.7,
      after: "agent",
    },
    {
      id: "es.already-there",
      kind: "correction",
      pattern: re(
        `^(?:pero |y )?(?:ya (?:existe|tenemos|hay|tienes)|existe ya|hay ya)\\b.{3,}(?:[,;.–—-]\\s*.{3,}|para (?:eso|esto)\\b.{0,40})$`,
      ),
      confidence: 0.7,
      after: "action",
      constraint: true,
    },
    {
      id: "es.so-leave-it",
      kind: "correction",
      pattern: re(
        `\\b(?:se genera[n]?|es (?:auto)?generad[oa]|está[n]? (?:así )?a propósito|es a propósito|es intencional|es de terceros|es autogenerad[oa])\\b.{0,30}[,;.–—-]\\s*.{4,}`,
      ),
      confidence: 0.7,
      after: "action",
      constraint: true,
    },
    {
      id: "es.not-without",
      kind: "standing_rule",
      pattern: re(
        `^(?:nada|ningún \\w+|nadie|no) (?:se )?.{2,40}\\bsin (?!problemas|embargo|querer)[\\w]+.{0,}|^sin [\\w ]{3,30}(?:no|nada) .{4,}`,
      ),
      confidence: 0.7,
      constraint: true,
    },
    {
      id: "es.each-answer",
      kind: "standing_rule",
      pattern: re(
        `^(?:por favor,? )?[\\p{L}]+ (?:cada|todas (?:tus|las)|en cada|al final de cada) (?:respuesta|mensaje|resumen|commit|pr|explicación)s?\\b.{3,}`,
      ),
      confidence: 0.8,
      durable: true,
    },
    {
      id: "es.did-and-not-asked",
      kind: "correction",
      pattern: re(
        `^(?:pero )?[\\p{L}]{3,}(?:aste|iste) .{2,60}[,;]? (?:y |pero )?(?:no te lo|nadie te lo|no lo|no hacía falta|no había|sin que|sin )\\b.{3,}`,
      ),
      confidence: 0.7,
      after: "action",
    },
    {
      id: "es.before-doing",
      kind: "standing_rule",
      pattern: re(
        `^(?:por favor,? )?antes de (?!ayer|nada\\b|que\\b)[\\p{L}]+r(?:lo|la|los|las|me)?\\b.{6,}|^(?:por favor,? )?(?!yo |si |quiero |necesito |tengo |puedo |vamos |me |lo |falla)[\\p{L}]+ .{2,60}\\bantes de (?!ayer|nada\\b|que\\b)[\\p{L}]+r\\b.{0,40}$`,
      ),
      confidence: 0.65,
      after: "agent",
      constraint: true,
    },
    {
      id: "es.is-wrong-so",
      kind: "correction",
      pattern: re(
        `^.{2,50}\\b(?:está[n]?|es|son) (?:mal|incorrect[oa]s?|equivocad[oa]s?)[,;:–—-]\\s*(?!qué|por qué).{4,}`,
      ),
      confidence: 0.75,
      after: "action",
    },
    {
      id: "es.none-but",
      kind: "correction",
      pattern: re(`^(?:por favor,? )?(?:nada de|sin) [\\p{L} ]{3,40}[,;–—-]\\s*.{4,}`),
      confidence: 0.7,
      after: "action",
      constraint: true,
    },
    {
      id: "es.class-must",
      kind: "standing_rule",
      pattern: re("^(?:tod[oa]s?|cada|ningún|ninguna)\\b"),
      also: re(
        "^[\\p{L}]+ (?!(?:uno|una|vez|día|persona|niño|alumno|cliente|usuario)\\b)[^,?]{2,60} (?:deben?|tienen? que|han? de|puede|se [\\p{L}]+ sin|sale sin|va sin|debe llevar)\\b.{4,}",
      ),
      confidence: 0.75,
      after: "agent",
      constraint: true,
    },
    {
      id: "es.class-always",
      kind: "standing_rule",
      pattern: re(
        "^(?:l[oa]s|el|la) (?!trenes|tren|autobuses|niños|clientes|gente)[^,?]{2,60} (?:siempre|nunca|solo|sólo) (?:van?|se [\\p{L}]+|deben?|llevan?) .{3,}",
      ),
      confidence: 0.75,
      after: "agent",
      constraint: true,
    },
    {
      id: "es.before-each",
      kind: "standing_rule",
      pattern: re("^antes de [\\p{L}]+r (?:cualquier|cada|un|una)\\b"),
      also: re(`^[^,?]{8,70}, (?:siempre |por favor,? )?(?:${VERB}|guarda|hay que|debes)\\b.{3,}`),
      confidence: 0.75,
      after: "agent",
      constraint: true,
    },
    {
      id: "es.remember",
      kind: "remember",
      pattern: re(
        `(?:^|[,;:.]\\s*|\\b(?:por favor|y|pero)\\s+)(?:recuerda|recuerde|recordá|acuérdate|acordate|acuérdese|ten(?:lo)? (?:siempre )?(?:presente|en cuenta)|tenga en cuenta|apunta|apúntate|toma nota|memoriza)(?! (?:esto|eso)\\W*$)\\b.{3,}`,
      ),
      confidence: 0.85,
      after: "agent",
    },
    {
      id: "es.remember-lasting",
      kind: "remember",
      pattern: re(
        `^(?:por favor,?\\s+)?(?:recuerda|recuerde|acuérdate de)(?: siempre| nunca| que (?:siempre|nunca|usamos|en este|aquí|nuestro|no)|:)`,
      ),
      confidence: 0.85,
    },
    {
      id: "es.remember-bare",
      kind: "remember",
      pattern: re(
        "^(?:por favor,?\\s+|y )?(?:recuérdalo|recuerda (?:esto|eso)|apúntalo|memorízalo|tenlo en cuenta|no lo olvides|ten (?:esto|eso) en cuenta)(?: para (?:la próxima|el futuro))?[.!\\s]*$",
      ),
      confidence: 0.9,
      durable: true,
      bare: "previous",
    },
    {
      id: "es.write-down",
      kind: "remember",
      pattern: re(
        `(?:^|[,;:]\\s*|\\b(?:por favor|y|puedes)\\s+)(?:añade|añadir|añádelo|agrega|agregar|agrégalo|guarda|guardar|guárdalo|escribe|escríbelo|pon|ponlo|anota|anótalo|apunta|apúntalo|documenta)\\b.{0,80}\\b(?:skill|habilidad|memoria|agents\\.md|claude\\.md|gemini\\.md|reglas|convenciones|notas)\\b`,
      ),
      confidence: 0.85,
      durable: true,
      asked: true,
    },
    {
      id: "es.dont-forget",
      kind: "remember",
      pattern: re(`(?:^|[,;:]\\s*|\\b(?:por favor|y|pero)\\s+)no (?:te |se )?olvid(?:es|e|éis) (?:de |que )?.{4,}`),
      confidence: 0.65,
      after: "agent",
    },
  ],
  nearMisses: [
    re(
      "^(?:no (?:te preocupes|se preocupe|importa|pasa nada|hay problema|hay prisa|hace falta|gracias|sé|tengo|entiendo|lo sé|me|estoy)|nunca mejor|nunca es tarde)\\b",
    ),
    re(
      "\\bsiempre (?:se me|me|falla|da error|olvido|he|igual)\\b|\\bcomo siempre\\b|\\bcasi siempre\\b|^(?:yo )?siempre (?:olvido|me olvido|uso)\\b",
    ),
    re("^(?:quizás?|tal vez) (?:la próxima|en el futuro)|hasta la próxima"),
    re("\\bno recuerdo\\b|\\bte acuerdas\\b|^recuerdo\\b"),
  ],
  oneOff: re(
    "\\b(?:por ahora|de momento|por el momento|todavía|aún|esta vez|hoy|mañana|solo por esta vez|hasta que)\\b",
  ),
  question: /[?？]\s*$|^¿/,
  taskRequest: re(
    "^(?:por favor,?\\s+|puedes |podrías |ahora |quiero que |necesito que )*(?:escribe|escribas|crea|crees|genera|haz|haz una|dame|lista|explica|traduce|diseña|resume|implementa|añade|agrega|arregla|corrige|refactoriza|prepara|redacta)\\b(?!.*\\b(?:en (?:vez|lugar) de|, no )\\b)",
  ),
  anaphora: re(
    "^(?:por favor,?\\s+)?(?:siempre |no |nunca )?(?:hazlo|hágalo|házlo|lo hagas|úsalo|así)(?: así)?(?: siempre| de ahora en adelante| la próxima vez| cada vez| más)*\\W*$",
  ),
  directive: re(
    `^(?:por favor,?\\s+|mejor\\s+|siempre |nunca )*(?:primero |aquí |nunca |se (?:usa|hace|pone)|${VERB}|${DONT}|deb(?:e|es|ería|erías)|hay que|tiene que|tienes que|usamos|quiero|va en|siempre|nunca|en (?:vez|lugar) de)`,
  ),
  opener: re(
    "^(?:ok|okay|vale|bien|bueno|gracias|perfecto|genial|hola|sí|también|además|por cierto|oye|ah|perdona|y|pero|mira)(?:[\\s,.!:;–—-]+)(?=\\S)",
  ),
  foreignText: re(
    "^(?:quiero que (?:actúes|seas)|actúa como|eres un|eres una|imagina que eres|a partir de ahora,? (?:eres|serás|actúa)|(?:por favor,?\\s+)?(?:traduce|resume|corrige|reescribe|parafrasea|mejora|revisa)\\b[^.\\n]{0,60}(?::|\\n|¤))",
  ),
  listHeader: re(
    "\\b(?:reglas|convenciones|normas|preferencias) (?:de|del|para|en) (?:este|esta|nuestro|nuestra|el|la|mi)\\b[^:]{0,40}:\\s*$|\\b(?:de ahora en adelante|a partir de ahora|recuerda)\\b[^:]{0,40}:\\s*$",
  ),
};
