/** German. See cue-table.ts for what each field means. */
import { cuePattern as re } from "./cue-pattern.ts";
import type { CueTable } from "./cue-table.ts";

const VERB =
  "(?:nutze?|verwende|benutze?|führe?|schreibe?|mache?|mach|nimm|lasse?|lege?|setze?|füge?|prüfe?|teste?|starte|antworte?|committe|pushe|halte?|ändere|lösche?|erstelle|ergänze|frage?|baue?|packe?|stelle?|gib|rufe?|nenne?|importiere|formatiere|dokumentiere|kommentiere|bleibe?|vermeide|beachte|achte|ersetze|verschiebe?|speichere?|logge?|bevorzuge|sorge?|zeige?|arbeite|kläre|(?:verwenden|nutzen|benutzen|führen|schreiben|machen|nehmen|lassen|prüfen|testen|antworten|halten|vermeiden|beachten|ersetzen) sie)";
const INFINITIVE =
  "(?:verwenden|nutzen|benutzen|schreiben|ausführen|laufen lassen|machen|nehmen|committen|pushen|ändern|anfassen|löschen|hinzufügen|antworten|prüfen|testen|setzen|anlegen|einhalten|formatieren|ablegen|bauen|mergen|importieren|dokumentieren|weglassen|fragen)";
const PLACE = "(?:repo(?:sitory)?|projekt|team|codebase|codebasis|firma|monorepo|code)";

export const german: CueTable = {
  language: "de",
  script: "latin",
  hint: re(
    "\\b(?:ab|künftig|zukünftig|zukunft|nächstes|nächsten|von nun|immer|stets|grundsätzlich|nie|niemals|jedes|jeder|jedem|jeden|bevor|wenn|diesem|dieser|unserem|unser|wir|alle|nein|nee|falsch|richtig|statt|anstatt|stattdessen|sondern|nicht|kein|keine|keinen|gesagt|meinte|wollte|hör|sollst|solltest|sollte|muss|merk|merke|denk|denke|vergiss|beachte|notiere|skill|regeln|lieber|bevorzuge|nur|falsche\\w*|verkehrte\\w*|warum|wieso|wer|uns|jede|hast|habe|niemand|zu|gibt|schon|bereits|generiert|absichtlich|ohne|nichts|schreiben|benutzen|mergen|testen)\\b",
  ),
  markers: re(
    "\\b(?:der|die|das|und|ist|nicht|ein|eine|zu|im|in|den|dem|mit|für|auf|wir|du|ich|es|bitte|immer|nie|niemals|kein|keine|statt|sondern|verwende|nutze|ab|jetzt|wenn|bevor|auch|nur|nein|falsch|das|sollte|muss|von|wird|werden|alle|vor|jedem)\\b",
    "g",
  ),
  cues: [
    {
      id: "de.from-now-on",
      kind: "standing_rule",
      pattern: re(
        `\\b(?:ab jetzt|ab sofort|von nun an|ab nun|künftig|zukünftig|in zukunft|fortan|ab heute)\\b(?=.*(?:\\b(?:bitte|immer|nur|kein\\w*|nicht|nie|niemals|stets|soll\\w*|muss|müssen|wir|alle|${VERB})\\b|\\b${INFINITIVE}\\b|\\w+en[.!]*$))(?!.{0,10}\\bbist du\\b)`,
      ),
      confidence: 0.9,
      durable: true,
      asked: true,
    },
    {
      id: "de.next-time",
      kind: "standing_rule",
      pattern: re(
        `\\b(?:nächstes mal|beim nächsten mal|das nächste mal)\\b,?(?=.*(?:\\b(?:bitte|immer|nicht|kein\\w*|${VERB}|zuerst|vorher)\\b|\\b${INFINITIVE}\\b)).{3,}`,
      ),
      confidence: 0.85,
      durable: true,
    },
    {
      id: "de.every-time",
      kind: "standing_rule",
      pattern: re(
        `^(?:jedes mal,? wenn|immer wenn|sooft|bevor du|bevor sie|wenn du|vor jede[mr]|nach jede[mr]|bei jede[mr])\\b.{3,100}?(?:,\\s+|\\s)(?:bitte |immer |zuerst |erst |dann )*(?:${VERB}|musst du|müssen|sollst du|${INFINITIVE})\\b|^(?:bitte )?(?:${VERB})\\b.{3,}\\b(?:jedes mal|vor jede[mr]|nach jede[mr]|bei jede[mr]|bevor du|immer wenn)\\b|^(?:vor jede[mr]|nach jede[mr]|bei jede[mr])\\b.{3,}\\b${INFINITIVE}\\W*$`,
      ),
      confidence: 0.85,
    },
    {
      id: "de.always",
      kind: "standing_rule",
      pattern: re(
        `(?:^|[,;:(]\\s*|\\b(?:bitte|und|aber|wir|du sollst|du musst|muss|müssen|soll|sollen|sollten|sollte)\\s+)(?:immer|stets|grundsätzlich)\\s+(?!noch|wieder|mehr|besser|schlimmer|wenn|dasselbe|das gleiche).{2,}|^(?:bitte )?(?:${VERB})\\b.{0,40}\\b(?:immer|stets|grundsätzlich)\\b(?! (?:noch|wieder|mehr))`,
      ),
      confidence: 0.8,
    },
    {
      id: "de.never",
      kind: "standing_rule",
      pattern: re(
        `(?:^|[,;:(]\\s*|\\b(?:bitte|und|aber|wir|darf|dürfen)\\s+)(?:nie|niemals|auf keinen fall|unter keinen umständen)\\s+(?!gesehen|gehört|gedacht|gewusst|zuvor).{3,}|^(?:bitte )?(?:${VERB})\\b.{0,50}\\b(?:nie|niemals|nie wieder|auf keinen fall)\\b|\\b(?:nie wieder|nicht mehr|nicht noch einmal|nicht nochmal)\\W*(?:${INFINITIVE}|tun)\\W*$|^(?:bitte )?kein\\w* .{2,60}\\bmehr\\b|^(?!ich |er |sie |es |man )[^,]{2,60}\\b(?:nie|niemals|immer)\\b.{0,40}\\b${INFINITIVE}\\W*$`,
      ),
      confidence: 0.8,
    },
    {
      id: "de.in-this-repo",
      kind: "standing_rule",
      pattern: re(
        `\\b(?:in|für|bei) (?:diesem|dieser|unserem|unserer|dieses|unser|dem) ${PLACE},?\\s+(?:(?:verwenden|nutzen|benutzen|schreiben|machen|committen|setzen|testen|haben) wir|gilt|gelten|immer|bitte|nie|niemals|nur|kein\\w*|wird|werden|darf|dürfen|müssen|muss|sollen|${VERB})\\b|\\bwir (?:verwenden|nutzen|benutzen|schreiben)\\b.{2,100}\\b(?:in|bei) (?:diesem|dieser|unserem|unserer) ${PLACE}\\b`,
      ),
      confidence: 0.85,
      durable: true,
    },
    {
      id: "de.we-use",
      kind: "standing_rule",
      pattern: re(
        `(?:^|[,;:]\\s*|\\b(?:hier|denn|weil)\\s+)(?:wir )?(?:verwenden|nutzen|benutzen|schreiben|nehmen|machen)(?: wir)?\\b.{0,60}(?:\\b(?:hier|immer|nur|grundsätzlich|kein\\w*|nie|niemals)\\b|\\b(?:statt|anstatt|anstelle)\\b|,? (?:und )?nicht \\S+)`,
      ),
      confidence: 0.8,
    },
    {
      id: "de.all-must",
      kind: "standing_rule",
      pattern: re(
        "^(?:alle|jede[rs]?|sämtliche|kein\\w*) .{2,60}\\b(?:müssen|muss|sollen|sollten|soll|dürfen|darf|gehören|gehört|kommen|kommt)\\b.{2,}",
      ),
      confidence: 0.7,
      after: "agent",
      constraint: true,
    },
    {
      id: "de.prefer",
      kind: "standing_rule",
      pattern: re(
        "\\bich (?:bevorzuge|mag lieber|hätte lieber|habe lieber|will lieber|möchte lieber)\\b.{3,}|\\bes ist mir lieber\\b.{3,}|\\bich mag (?:es nicht|keine)\\b.{3,}",
      ),
      confidence: 0.7,
      after: "agent",
    },
    {
      id: "de.no-then",
      kind: "correction",
      pattern: re(
        `^(?:nein|nee?|falsch|nicht so|nicht ganz|stopp?|halt)[,.;:!–—-]+\\s*(?:nein[,.]?\\s+|bitte\\s+|doch\\s+|lieber\\s+)*(?:${VERB}|nicht |kein\\w* |das (?:soll|muss|sollte|ist|gehört|heißt)|es (?:soll|muss|sollte|heißt)|du (?:sollst|solltest|musst)|wir (?:verwenden|nutzen|benutzen|haben|machen|schreiben)|ich (?:meinte|sagte|wollte|will|hab)|statt|sondern|immer|nie|der \\S+ (?:soll|muss|gehört)|die \\S+ (?:soll|muss|gehör)|den |die |das )`,
      ),
      confidence: 0.85,
      after: "agent",
    },
    {
      id: "de.wrong-should",
      kind: "correction",
      pattern: re(
        "^(?:aber )?(?:das|dies|es) (?:ist|war|stimmt) (?:so |leider |noch |immer noch )*(?:falsch|nicht richtig|nicht korrekt|verkehrt|nicht)\\b.*\\b(?:sollte?|soll|muss|müsste|sondern|statt|nimm|verwende|nutze|richtig|gehört|wir|ich (?:meinte|wollte))\\b.{2,}",
      ),
      confidence: 0.85,
      after: "agent",
    },
    {
      id: "de.wrong",
      kind: "correction",
      pattern: re(
        "^(?:nein|nee?|falsch|nicht so|(?:das|dies|es) (?:ist|war) (?:so |leider )?(?:falsch|nicht richtig|nicht korrekt|verkehrt)|so nicht|(?:das )?stimmt (?:so )?nicht)[.!\\s]*$",
      ),
      confidence: 0.8,
      after: "agent",
      bare: "next",
    },
    {
      id: "de.contrast",
      kind: "correction",
      pattern: re(
        `^(?:bitte |lieber |und |doch )*(?:${VERB})\\b.{1,120}(?:\\b(?:statt|anstatt|anstelle|stattdessen)\\b|,? (?:und )?nicht (?!nur|mehr als)\\S+)|^nicht .{1,50},? sondern\\b.{2,}|^(?:statt|anstatt|anstelle)\\b.{2,60}\\b(?:bitte|lieber|${VERB}|${INFINITIVE})\\b|^(?:es|das|die \\S+|der \\S+|den \\S+) (?:soll|sollte|muss)\\b.{2,60}\\b(?:statt|nicht|sondern)\\b`,
      ),
      confidence: 0.75,
      after: "agent",
    },
    {
      id: "de.dont",
      kind: "correction",
      pattern: re(
        `^(?:bitte |und |aber |also )*(?:${VERB})\\b.{1,80}\\b(?:nicht|kein\\w*)\\b|^(?:bitte )?(?:nicht|kein\\w*) .{2,80}\\b${INFINITIVE}(?:\\W*$|,)|^(?:bitte )?(?:fass|ändere|lösch) .{2,60}\\bnicht\\b`,
      ),
      confidence: 0.7,
      after: "agent",
      constraint: true,
    },
    {
      id: "de.no-such-thing",
      kind: "correction",
      pattern: re(
        "^(?:bitte )?keine?n? (?!sorge|problem|ahnung|eile|thema|stress|frage|lust|zeit|chance|idee|panik|änderung)\\w{3,}(?: \\w+){0,3}(?: bitte|,? bitte| mehr)?\\W*$",
      ),
      confidence: 0.65,
      after: "agent",
      constraint: true,
    },
    {
      id: "de.stop",
      kind: "correction",
      pattern: re(
        "(?:^|[,;:]\\s*)(?:bitte )?(?:hör(?:e|t)? (?:bitte )?auf|lass (?:das|es) (?:sein|bleiben))(?:,| damit,?)? .{4,}",
      ),
      confidence: 0.8,
      after: "agent",
    },
    {
      id: "de.i-said",
      kind: "correction",
      pattern: re(
        "\\bich (?:habe|hab|hatte) (?:doch |dir |schon |bereits |ausdrücklich )*(?:gesagt|gebeten)\\b.{3,}|\\bich (?:meinte|sagte doch|wollte doch)\\b.{3,}|\\bwie gesagt\\b.{3,}",
      ),
      confidence: 0.75,
      after: "agent",
    },
    {
      id: "de.should",
      kind: "correction",
      pattern: re(
        "^(?:aber |und )?du (?:sollst|solltest|hättest|darfst|hast vergessen|hast .{2,40} vergessen)\\b.{3,}",
      ),
      confidence: 0.7,
      after: "agent",
    },
    {
      id: "de.wrong-thing",
      kind: "correction",
      pattern: re(
        `^(?:das ist |das war |du bist im |du hast (?:die |das |den )?)?(?:falsche[rsnm]?|verkehrte[rsnm]?) [\\w./-]+.{0,30}?[,;:–—-]\\s*.{4,}|^(?:du hast dich|da hast du dich) .{0,20}(?:vertan|geirrt)[,;:–—-]\\s*.{4,}`,
      ),
      confidence: 0.8,
      after: "agent",
    },
    {
      id: "de.why-did-you",
      kind: "correction",
      pattern: re(
        `^(?:und |aber )?(?:warum|wieso|weshalb|wer hat (?:dir|gesagt)|seit wann|wo (?:ist|sind|bleib\\w+)|habe? ich)\\b.{3,}\\?\\W*$`,
      ),
      confidence: 0.85,
      after: "action",
      asked: true,
      bare: "next",
    },
    {
      id: "de.at-ours",
      kind: "standing_rule",
      pattern: re(
        `^.{0,50}\\b(?:bei uns|hier bei uns|hier im (?:repo|projekt|code)|in diesem (?:repo|projekt))\\b.{4,}`,
      ),
      confidence: 0.7,
      after: "action",
    },
    {
      id: "de.not-asked-for",
      kind: "correction",
      pattern: re(
        `\\b(?:ich habe?|ich hatte|niemand hat|keiner hat|davon war)\\b.{0,30}\\b(?:nicht|nie|kein\\w*)\\b.{0,50}\\b(?:gebeten|gesagt|verlangt|beauftragt|gewollt|die rede)\\b|\\b(?:niemand|keiner) hat .{0,40}(?:gebeten|gesagt|verlangt)`,
      ),
      confidence: 0.75,
      after: "action",
    },
    {
      id: "de.you-did-wrong",
      kind: "correction",
      pattern: re(
        `^(?:aber |und )?du hast (?:schon wieder|wieder|einfach|direkt|ohne|den falschen|die falsche|das falsche|leider)\\b.{4,}|^(?:aber )?du hast .{2,60}\\b(?:übersehen|ausgelassen|übersprungen|ignoriert|kaputt ?gemacht|überschrieben|vergessen)\\b`,
      ),
      confidence: 0.7,
      after: "action",
    },
    {
      id: "de.code-must",
      kind: "standing_rule",
      pattern: re(
        `^(?:jede[rs]?|alle|sämtliche) (?:\\w+ ){0,2}?(?:commits?|prs?|pull requests?|tests?|funktion(?:en)?|klassen?|methoden?|module?|komponenten?|endpunkte?|migration(?:en)?|dateien?|datei|branch(?:es)?|variablen?|änderung(?:en)?|features?|logs?|fehler|tabellen?)\\b.{0,40}?\\b(?:braucht|brauchen|benötigt|muss|müssen|bekommt|bekommen|hat|haben|beginnt|gehört|gehören|darf|dürfen)\\b.{3,}`,
      ),
      confidence: 0.7,
      constraint: true,
    },
    {
      id: "de.contrast-stated",
      kind: "correction",
      pattern: re(
        `^(?!ich |es |das (?:problem|ist)|der fehler|vielleicht |wenn |ob )[\\w-]+(?: [\\w-]+){0,4} (?:ist|sind|gehört|gehören|kommt|kommen|wird|werden|heißt|heißen|liegen|liegt)\\b.{2,80}(?:,? (?:und )?nicht \\S+.{0,40}|, sondern .{2,})$`,
      ),
      confidence: 0.7,
      after: "action",
      constraint: true,
    },
    {
      id: "de.too-then",
      kind: "correction",
      pattern: re(
        `^(?:viel |etwas )?zu (?:lang|kurz|ausführlich|kompliziert|technisch|förmlich|viele? \\w+)[,;:–—-]\\s*.{4,}`,
      ),
      confidence: 0.7,
      after: "agent",
    },
    {
      id: "de.already-there",
      kind: "correction",
      pattern: re(
        `\\b(?:gibt es|haben wir|existiert|ist)\\b.{0,30}\\b(?:schon|bereits)\\b.{2,60}[,;.–—-]\\s*(?:bitte |also |dann )*(?:${VERB}|die|den|das|kein|nicht)\\b`,
      ),
      confidence: 0.7,
      after: "action",
      constraint: true,
    },
    {
      id: "de.so-leave-it",
      kind: "correction",
      pattern: re(
        `\\b(?:wird|ist|sind|werden|war) (?:\\w+ )?(?:generiert|automatisch erzeugt|absichtlich|absicht|gewollt|extern|so gewollt)\\b.{0,40}[,;.–—-]\\s*.{4,}`,
      ),
      confidence: 0.7,
      after: "action",
      constraint: true,
    },
    {
      id: "de.not-without",
      kind: "standing_rule",
      pattern: re(
        `^ohne (?!dass|probleme|fehler)[\\w-]+.{0,30}\\b(?:kein\\w*|nicht|nichts|nie)\\b.{2,}|^(?:nichts|kein \\w+|nie) .{2,50}\\bohne [\\w-]+.{2,}`,
      ),
      confidence: 0.7,
      constraint: true,
    },
    {
      id: "de.each-answer",
      kind: "standing_rule",
      pattern: re(
        `^(?:bitte )?[\\w]+ (?:jede|alle|in jeder|an jede|zu jeder|unter jede) (?:deiner |deine )?(?:antwort(?:en)?|nachricht(?:en)?|zusammenfassung|commit-?nachricht(?:en)?|commits?|prs?|erklärung(?:en)?)\\b.{3,}|^(?:jede|deine) antwort(?:en)? .{4,}`,
      ),
      confidence: 0.8,
      durable: true,
    },
    {
      id: "de.none-but",
      kind: "correction",
      pattern: re(
        `^(?:bitte )?keine?n? (?!ahnung|sorge|problem|idee|zeit|lust|eile|frage)[\\w-]+(?: [\\w-]+){0,3}[,;–—-]\\s*(?!danke|alles|oder).{6,}`,
      ),
      confidence: 0.7,
      after: "agent",
      constraint: true,
    },
    {
      id: "de.we-tail",
      kind: "standing_rule",
      pattern: re(
        `^(?!was |wie |warum |wann |wo |das (?:schaffen|machen))[\\w-]+(?: [\\w-]+){0,3} (?:schreiben|benutzen|verwenden|nutzen|machen|mergen|committen|testen|formatieren|benennen|halten|legen|speichern|prüfen|bauen|deployen) wir (?:immer|nur|auf|in|mit|nie|hier|nicht|ohne|grundsätzlich|klein|groß|per|über|unter|vor|nach|im|ins)\\b.{2,}`,
      ),
      confidence: 0.75,
    },
    {
      id: "de.is-wrong-so",
      kind: "correction",
      pattern: re(
        `^.{2,50}\\b(?:ist|sind) (?:so |leider )?(?:falsch|verkehrt|nicht richtig)[,;:–—-]\\s*(?!oder|was|warum).{4,}`,
      ),
      confidence: 0.75,
      after: "action",
    },
    {
      id: "de.verb-from-now",
      kind: "standing_rule",
      pattern: re(
        `^(?:bitte )?(?:${VERB}|[\\p{L}]+e) (?:mir |bitte |das |die |den )*(?:künftig|zukünftig|ab jetzt|ab sofort|in zukunft|von nun an|fortan)\\b.{3,}`,
      ),
      confidence: 0.9,
      durable: true,
    },
    {
      id: "de.class-always",
      kind: "standing_rule",
      pattern: re("\\b(?:immer|nie|niemals|stets|nur|grundsätzlich)\\b"),
      also: re(
        "^(?!ich |es |er |sie |das |der (?:zug|bus)|früher|gestern|heute|damals|man )[\\w-]+ (?:[^,.]{2,50} )?(?:werden|gehören|stehen|kommen|bleiben) (?:[^,.]{2,40} )?(?:immer|nie|niemals|stets|nur|grundsätzlich)\\b.{3,}",
      ),
      confidence: 0.75,
      after: "agent",
      constraint: true,
    },
    {
      id: "de.class-must",
      kind: "standing_rule",
      pattern: re("^(?:auf|in|bei|vor|nach|unter|über) (?:jede[mrns]?|allen|alle)\\b"),
      also: re("^[^,?]{5,40} (?:muss|müssen|soll|sollen|darf|dürfen|steht|stehen|gehört|gehören|kommt|kommen)\\b.{4,}"),
      confidence: 0.75,
      after: "agent",
      constraint: true,
    },
    {
      id: "de.none-without",
      kind: "standing_rule",
      pattern: re("^keine?n? \\S+ (?:[^,.]{2,40} )?ohne .{3,}"),
      confidence: 0.75,
      after: "agent",
      constraint: true,
    },
    {
      id: "de.remember",
      kind: "remember",
      pattern: re(
        "(?:^|[,;:.]\\s*|\\b(?:bitte|und|aber)\\s+)(?:merke? dir|merken sie sich|denke? (?:bitte |immer )?(?:daran|dran)|beachte (?:bitte )?(?:immer|künftig|in zukunft)|behalte?|notiere? (?:dir)?|erinnere dich daran)\\b(?! (?:das|dies|es)\\W*$).{3,}",
      ),
      confidence: 0.85,
      after: "agent",
    },
    {
      id: "de.remember-lasting",
      kind: "remember",
      pattern: re("^(?:bitte )?merke? dir(?:[:,]| bitte[:,]?) ?.{4,}"),
      confidence: 0.85,
    },
    {
      id: "de.remember-bare",
      kind: "remember",
      pattern: re(
        "^(?:bitte |und )?(?:merke? dir (?:das|dies|es)(?: bitte)?|vergiss das nicht|behalte das im (?:kopf|hinterkopf)|denk daran|schreib dir das auf)(?: für (?:das nächste mal|die zukunft|später))?[.!\\s]*$",
      ),
      confidence: 0.9,
      durable: true,
      bare: "previous",
    },
    {
      id: "de.write-down",
      kind: "remember",
      pattern: re(
        "(?:^|[,;:]\\s*|\\b(?:bitte|und|kannst du)\\s+)(?:füge?|schreibe?|trage?|speichere?|nimm|pack|leg|das|dies|notiere)\\b.{0,80}\\b(?:skill|gedächtnis|agents\\.md|claude\\.md|gemini\\.md|regeln|konventionen|notizen)\\b",
      ),
      confidence: 0.85,
      durable: true,
      asked: true,
    },
    {
      id: "de.dont-forget",
      kind: "remember",
      pattern: re(
        "(?:^|[,;:]\\s*|\\b(?:bitte|und|aber)\\s+)vergiss (?:bitte )?nicht,? .{4,}|^vergessen sie nicht.{4,}",
      ),
      confidence: 0.65,
      after: "agent",
    },
  ],
  nearMisses: [
    re(
      "^(?:kein(?:e)? (?:problem|sorge|ahnung|eile|thema|stress|frage)|keine sorgen|nein,? danke|macht nichts|nicht schlimm|nicht nötig|mach dir keine)\\b",
    ),
    re(
      "\\bimmer (?:noch|wieder|mehr|schlimmer)\\b(?!.*\\b(?:ab jetzt|künftig)\\b)|\\bwie immer\\b|\\b(?:fast|nicht) immer\\b|^ich (?:vergesse|habe?|mache|weiß)\\b.{0,20}\\b(?:immer|nie)\\b|\\b(?:schlägt|geht|stürzt|bricht) (?:immer|nie)\\b",
    ),
    re("^(?:vielleicht|bis) (?:beim )?nächste\\w* mal"),
    re("\\b(?:erinnerst|weißt) du (?:dich|noch)\\b"),
    re("^(?:ich|er|sie|es) (?:weiß|kann|habe|hat|verstehe) (?:es |das )?nicht\\b"),
  ],
  oneOff: re(
    "\\b(?:vorerst|fürs erste|im moment|gerade|diesmal|dieses mal|heute|morgen|noch nicht|bis ich|nur dieses eine mal|erstmal|erst mal)\\b",
  ),
  question: re(
    "[?？]\\s*$|^(?:soll|sollte|muss|kann|darf|ist|sind|hat|warum|wieso|wie|was|wer|welche\\w*|wann|wo) (?:ich|wir|das|es|die|der|man|du)\\b",
  ),
  taskRequest: re(
    "^(?:bitte |kannst du |könntest du |jetzt |ich möchte,? dass du )*(?:schreib(?:e)? (?:mir )?(?:eine?n?|das|die|den)|erstelle|generiere|gib mir|liste|erkläre|übersetze|entwirf|fasse|implementiere|füge|baue|behebe|korrigiere|refaktoriere|mach mir)\\b(?!.*\\b(?:statt|anstatt|sondern)\\b)",
  ),
  anaphora: re(
    "^(?:bitte )?(?:immer |nie |nie wieder )?(?:mach(?:e)?|so|das) (?:es |das )?(?:immer |künftig |ab jetzt |jedes mal |nie wieder |nicht mehr )*(?:so)?\\W*$|^so (?:bitte )?(?:immer|künftig|ab jetzt)\\W*$",
  ),
  directive: re(
    `^(?:bitte |lieber |immer |nie |doch )*(?:erst |zuerst |bei uns |hier |die \\S+ (?:ist|sind)|wir machen|${VERB}|nicht|kein\\w*|das (?:soll|muss|gehört)|es (?:soll|muss)|du (?:sollst|musst)|wir (?:verwenden|nutzen|benutzen)|ich (?:meinte|wollte)|statt|immer|nie|niemals|die \\S+ (?:soll|muss|gehör)|der \\S+ (?:soll|muss|gehör))`,
  ),
  opener: re(
    "^(?:ok|okay|gut|danke|super|prima|perfekt|hallo|hi|ja|auch|außerdem|übrigens|ach|sorry|und|aber|hm+|schau)(?:[\\s,.!:;–—-]+)(?=\\S)",
  ),
  foreignText: re(
    "^(?:du bist (?:ein|eine|jetzt)|ich möchte,? dass du .{0,20}(?:bist|spielst|agierst)|verhalte dich wie|spiele? die rolle|ab jetzt bist du|stell dir vor,? du|(?:bitte )?(?:übersetze|fasse|korrigiere|formuliere|überarbeite|verbessere)\\b[^.\\n]{0,60}(?::|\\n|¤))",
  ),
  listHeader: re(
    "\\b(?:regeln|konventionen|vorgaben|richtlinien) (?:für|in|im|des|der|dieses|unseres)\\b[^:]{0,40}:\\s*$|\\b(?:ab jetzt|künftig|merk dir)\\b[^:]{0,40}:\\s*$",
  ),
};
