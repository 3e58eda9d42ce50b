/** French. See cue-table.ts for what each field means. */
import { cuePattern as re } from "./cue-pattern.ts";
import type { CueTable } from "./cue-table.ts";

const VERB =
  "(?:utilis(?:e|ez|ons)|emploie|employez|lance[zr]?|exécute[zr]?|mets|mettez|écris|écrivez|réponds|répondez|ajoute[zr]?|garde[z]?|fais|faites|évite[z]?|vérifie[z]?|teste[z]?|crée[z]?|place[z]?|appelle[z]?|appelez|nomme[z]?|laisse[z]?|supprime[z]?|change[z]?|modifie[z]?|remplace[z]?|passe[z]?|préfère|préférez|respecte[z]?|suis|suivez|commite[z]?|commit|pousse[z]?|documente[z]?|commente[z]?|demande[z]?|pense[z]?|prends|prenez|range[z]?|renvoie|renvoyez|retourne[z]?|importe[z]?|formate[z]?|commence[z]?|montre[z]?|assure-toi|assurez-vous)";
const DONT =
  "(?:(?:ne |n')(?:me |le |la |les |l'|y |en |touche|modifi)?(?!t'inquiète|vous inquiétez|hésit|inquiét|t'en fais|vous en faites|oubli)[\\p{L}']+\\b.{0,40}\\b(?:pas|plus|jamais|rien|aucun|aucune)\\b)";
const PLACE = "(?:dépôt|repo|projet|code|équipe|entreprise|base de code|monorepo)";

export const french: CueTable = {
  language: "fr",
  script: "latin",
  hint: re(
    "(?:\\b(?:désormais|dorénavant|partir|avenir|prochaine|toujours|systématiquement|jamais|chaque|avant|quand|lorsque|dans ce|dans cette|dans notre|nous|on|tous|toutes|non|faux|incorrect|lieu|plutôt|pas|plus|dit|demandé|arrête|arrêtez|devrait|devrais|faut|fallait|souviens|rappelle|retiens|retenez|oublie|oubliez|tête|mémoire|skill|note|notez|préfère|uniquement|seulement|mauvaise?|trompé|pourquoi|qui|tu|personne|ici|chez|trop|chaque|déjà|généré[e]?s?|exprès|rien|aucune?|sans|chaque)\\b)",
  ),
  markers: re(
    "\\b(?:le|la|les|des|du|de|et|est|pas|ne|un|une|pour|que|dans|en|au|avec|on|nous|tu|vous|il|toujours|jamais|plutôt|lieu|utilise|ce|cette|c'est|à|plus|chaque|avant|non|faut|sur|qui|s'il|test|tests|désormais)\\b",
    "g",
  ),
  cues: [
    {
      id: "fr.from-now-on",
      kind: "standing_rule",
      pattern: re(
        "\\b(?:désormais|dorénavant|à partir de maintenant|à compter de maintenant|à l'avenir|dès maintenant|à partir d'aujourd'hui)\\b(?!.{0,14}\\b(?:tu es|vous êtes|tu seras)\\b)(?=.*[\\p{L}]{3})",
      ),
      confidence: 0.9,
      durable: true,
      asked: true,
    },
    {
      id: "fr.next-time",
      kind: "standing_rule",
      pattern: re(
        `\\bla prochaine fois\\b,?\\s+(?:s'il (?:te|vous) plaît,?\\s+)?(?:${VERB}|${DONT}|pense|il faut)|^(?:s'il (?:te|vous) plaît,?\\s+)?(?:${VERB}|${DONT}).{3,}\\bla prochaine fois\\W*$`,
      ),
      confidence: 0.85,
      durable: true,
    },
    {
      id: "fr.every-time",
      kind: "standing_rule",
      pattern: re(
        `^(?:chaque fois que|à chaque fois que|quand tu|lorsque tu|avant de|avant chaque|après chaque|à chaque)\\b[^,]{3,100},\\s+(?:s'il te plaît,?\\s+|d'abord\\s+|toujours\\s+)?(?:${VERB}|${DONT}|il faut|tu dois)|^(?:s'il (?:te|vous) plaît,?\\s+)?(?:${VERB}|il faut|tu dois|${DONT})\\b.{3,}\\b(?:à chaque (?:fois|commit|modification|changement)|avant chaque|après chaque|chaque fois que|avant de (?:commit\\w*|pousser|déployer|livrer|fusionner))\\b`,
      ),
      confidence: 0.85,
    },
    {
      id: "fr.always",
      kind: "standing_rule",
      pattern: re(
        `(?:^|,\\s)(?:s'il (?:te|vous) plaît,?\\s+|et |mais )?(?:${VERB}|il faut|tu dois|vous devez|on doit|pense[z]? à)\\b.{0,40}\\b(?:toujours|systématiquement)\\b|^toujours\\s+(?:${VERB}|utiliser|lancer|écrire|mettre|exécuter|en )\\b|\\b(?:on|nous) (?:utilise|utilisons|écrit|écrivons|met|mettons|passe) toujours\\b`,
      ),
      confidence: 0.8,
    },
    {
      id: "fr.never",
      kind: "standing_rule",
      pattern: re(
        `(?:^|[,;:]\\s*|\\b(?:s'il te plaît|et|mais)\\s+)(?:ne |n')[\\p{L}' ]{2,40}\\bjamais\\b.{2,}|^jamais de\\b.{3,}|(?:^|[,;:]\\s*)(?:ne |n')(?:[\\p{L}']+ ){1,3}plus (?:jamais )?.{2,}`,
      ),
      confidence: 0.8,
    },
    {
      id: "fr.in-this-repo",
      kind: "standing_rule",
      pattern: re(
        `\\bdans (?:ce|cette|notre|le|la|mon) ${PLACE},?\\s+(?:(?:on|nous) (?:n')?(?:utilise|utilisons|écrit|écrivons|met|mettons|ne|fait|faisons|passe|préfère)|${VERB}\\b|toujours\\b|jamais\\b|il faut\\b|tous les\\b|toutes les\\b|les \\w+ (?:doivent|vont|sont)\\b|${DONT})|\\b(?:on|nous) utilis(?:e|ons)\\b.{2,100}\\bdans (?:ce|cette|notre) ${PLACE}\\b`,
      ),
      confidence: 0.85,
      durable: true,
    },
    {
      id: "fr.we-use",
      kind: "standing_rule",
      pattern: re(
        "(?:^|[,;:]\\s*|\\b(?:ici|car|chez nous)\\s*,?\\s+)(?:on|nous) (?:n')?(?:utilise|utilisons|écrit|écrivons|met|mettons|emploie|fait|passe)\\b.{2,100}(?:, pas |\\bet (?:non|pas)\\b|\\bplutôt que?\\b|\\bau lieu d[eu']|\\bici\\b|\\bchez nous\\b)|^ici,? on (?:n'|ne )?\\w+",
      ),
      confidence: 0.8,
    },
    {
      id: "fr.all-must",
      kind: "standing_rule",
      pattern: re(
        "^(?:tous les|toutes les|chaque|aucun|aucune) .{2,60}\\b(?:doit|doivent|devrait|devraient|ne doit|va dans|vont dans)\\b.{2,}",
      ),
      confidence: 0.7,
      after: "agent",
      constraint: true,
    },
    {
      id: "fr.prefer",
      kind: "standing_rule",
      pattern: re(
        "\\bje préfère (?:que |\\S+ .{0,60}\\b(?:à|plutôt que|au lieu de)\\b|quand tu).{2,}|\\bje n'aime pas (?:que|quand) tu\\b.{3,}",
      ),
      confidence: 0.7,
      after: "agent",
    },
    {
      id: "fr.no-then",
      kind: "correction",
      pattern: re(
        `^(?:non|nan|faux|incorrect|pas comme ça|pas ça|stop)[,.;:!–—-]+\\s*(?:non[,.]?\\s+|s'il te plaît,?\\s+|plutôt\\s+)*(?:${VERB}|${DONT}|il (?:faut|fallait|faudrait)|tu (?:dois|devais)|ça (?:doit|devrait)|c'est \\S+|on (?:utilise|n'utilise|ne|met)|je (?:veux|voulais|t'ai)|j'ai (?:dit|demandé)|au lieu|plutôt|les \\S+ (?:doivent|vont)|le \\S+ (?:doit|va)|la \\S+ (?:doit|va)|toujours|jamais)`,
      ),
      confidence: 0.85,
      after: "agent",
    },
    {
      id: "fr.wrong-should",
      kind: "correction",
      pattern: re(
        "^(?:mais )?(?:c'est|ce n'est|c'était|ceci est) (?:pas )?(?:faux|incorrect|erroné|pas bon|pas ça|pas correct|bon|correct|ça)\\b.*(?:\\b(?:doit|devrait|il faut|il fallait|utilise|au lieu|plutôt|et non|je voulais|il s'agit|c'est)\\b.{2,})",
      ),
      confidence: 0.85,
      after: "agent",
    },
    {
      id: "fr.wrong",
      kind: "correction",
      pattern: re(
        "^(?:non|nan|faux|incorrect|pas comme ça|pas ça|(?:c'est|ce n'est) (?:pas )?(?:faux|incorrect|pas bon|pas ça|pas correct|ce que je (?:voulais|demandais)))[.!\\s]*$",
      ),
      confidence: 0.8,
      after: "agent",
      bare: "next",
    },
    {
      id: "fr.contrast",
      kind: "correction",
      pattern: re(
        `^(?:s'il (?:te|vous) plaît,?\\s+|plutôt\\s+|et\\s+|il (?:faut|fallait)\\s+|tu (?:dois|devrais)\\s+)*(?:${VERB}|utiliser|mettre|écrire|employer)\\b.{1,120}(?:\\bau lieu d[eu']|\\bplutôt que?\\b|\\bà la place\\b|,? et (?:non|pas)\\b|, pas \\S+)|^au lieu d[eu'].{2,60},?\\s+(?:${VERB})\\b|^(?:ce n'est pas|pas) .{1,50},? (?:mais|c'est)\\b.{2,}`,
      ),
      confidence: 0.75,
      after: "agent",
    },
    {
      id: "fr.dont",
      kind: "correction",
      pattern: re(`(?:^|[,;:]\\s+|\\b(?:s'il te plaît|s'il vous plaît|et|mais|aussi),?\\s+)${DONT}.{2,}`),
      confidence: 0.7,
      after: "agent",
      constraint: true,
    },
    {
      id: "fr.no-such-thing",
      kind: "correction",
      pattern: re(
        "^(?:et |mais )?(?:pas|plus) d(?:e |')(?!problème|souci|soucis|besoin|chance|quoi|idée|panique|nouvelle)\\w{3,}.{0,40}$",
      ),
      confidence: 0.65,
      after: "agent",
      constraint: true,
    },
    {
      id: "fr.stop",
      kind: "correction",
      pattern: re("(?:^|[,;:]\\s*)(?:s'il te plaît,?\\s+)?(?:arrête|arrêtez|cesse|cessez) d(?:e |')\\w+.{3,}"),
      confidence: 0.8,
      after: "agent",
    },
    {
      id: "fr.i-said",
      kind: "correction",
      pattern: re(
        "\\b(?:je t'ai|je vous ai|j'avais|j'ai) (?:déjà |bien |pourtant )*(?:dit|demandé|précisé)\\b.{3,}|\\bje voulais dire\\b.{3,}|\\bce que je (?:voulais|demandais)\\b.{3,}",
      ),
      confidence: 0.75,
      after: "agent",
    },
    {
      id: "fr.should",
      kind: "correction",
      pattern: re(
        "^(?:mais )?(?:ça|cela|ceci|il|elle|le \\S+|la \\S+|les \\S+) (?:ne )?(?:devrait|devraient) (?:pas )?(?:être|utiliser|aller|renvoyer|s'appeler|avoir|se)\\b.{2,}|^tu (?:aurais dû|n'aurais pas dû|ne devrais pas|as oublié|n'étais pas censé)\\b.{3,}",
      ),
      confidence: 0.7,
      after: "agent",
      constraint: true,
    },
    {
      id: "fr.wrong-thing",
      kind: "correction",
      pattern: re(
        `^(?:c'est (?:le |la )?|tu as pris (?:le |la )?)?(?:mauvaise?s?|pas (?:le bon|la bonne)) [\\w./-]+.{0,20}[,;:–—-]\\s*.{4,}|^tu t'es trompé .{0,30}[,;:–—-]\\s*.{4,}`,
      ),
      confidence: 0.8,
      after: "agent",
    },
    {
      id: "fr.why-did-you",
      kind: "correction",
      pattern: re(
        `^(?:et |mais )?(?:pourquoi|qui t'a (?:dit|demandé)|depuis quand|où (?:est|sont)|je t'ai demandé)\\b.{3,}\\?\\W*$`,
      ),
      confidence: 0.85,
      after: "action",
      asked: true,
      bare: "next",
    },
    {
      id: "fr.at-ours",
      kind: "standing_rule",
      pattern: re(
        `(?:^|[,;:]\\s*)(?:ici |chez nous |dans ce projet |car |parce qu')*(?:on|nous) (?:n'|ne )?(?:utilise|utilisons|écrit|écrivons|met|mettons|fait|faisons|passe|passons|nomme|range|teste|travaille|préfère|évite|garde|commite|pousse)\\b.{2,}\\b(?:partout|ici|chez nous|dans (?:ce|notre) (?:projet|repo|code)|pas|jamais|toujours|uniquement|que)\\b`,
      ),
      confidence: 0.75,
      after: "agent",
    },
    {
      id: "fr.at-ours-first",
      kind: "standing_rule",
      pattern: re(`^(?:chez nous|ici|dans ce projet|dans notre équipe),? .{6,}`),
      confidence: 0.65,
      after: "action",
      constraint: true,
    },
    {
      id: "fr.not-asked-for",
      kind: "correction",
      pattern: re(
        `\\b(?:je ne t'ai pas|je t'ai pas|personne ne t'a|je n'ai (?:pas|jamais)|j'ai (?:pas|jamais)) (?:demandé|dit|autorisé|voulu)\\b.{3,}`,
      ),
      confidence: 0.75,
      after: "action",
    },
    {
      id: "fr.you-did-wrong",
      kind: "correction",
      pattern: re(
        `^(?:mais |et )?tu (?:as|n'as pas|as encore|as de nouveau|as directement) (?:encore |directement |aussi )?(?:oublié|sauté|ignoré|cassé|écrasé|raté|omis|dupliqué|codé en dur|respecté|lancé|mis .{2,50}[,;]|utilisé .{2,50}[,;]|commité|poussé|modifié .{2,40} sans)\\b.{3,}`,
      ),
      confidence: 0.7,
      after: "action",
    },
    {
      id: "fr.must-never",
      kind: "standing_rule",
      pattern: re(
        `^(?:mais |et )?(?:il ne faut|il faut pas|faut pas|on ne doit|tu ne dois|on doit|il faut|ne)\\b.{0,20}\\b(?:jamais|toujours|systématiquement)\\b.{4,}`,
      ),
      confidence: 0.75,
      constraint: true,
    },
    {
      id: "fr.code-must",
      kind: "standing_rule",
      pattern: re(
        `^(?:chaque|tout|toute|tous les|toutes les) (?:nouvelle |nouveau )?(?:commits?|prs?|fonctions?|classes?|méthodes?|composants?|endpoints?|migrations?|fichiers?|tests?|modules?|branches?|messages?|variables?|tables?|erreurs?|requêtes?)\\b.{0,40}?\\b(?:doit|doivent|a besoin|ont besoin|commence|porte|contient|passe)\\b.{3,}`,
      ),
      confidence: 0.7,
      constraint: true,
    },
    {
      id: "fr.contrast-stated",
      kind: "correction",
      pattern: re(
        `^(?!je |le (?:problème|bug)|si |peut-être |c'est )[\\p{L}']+(?: [\\w./'-]+){0,4} (?:est|sont|va|vont|doit|doivent|se met)\\b.{2,80}(?:, (?:et )?(?:pas|non) \\S+.{0,40})$`,
      ),
      confidence: 0.7,
      after: "action",
      constraint: true,
    },
    {
      id: "fr.too-then",
      kind: "correction",
      pattern: re(
        `^(?:c'est )?(?:beaucoup )?trop (?:long|court|verbeux|compliqué|complexe|technique|formel)[,;:–—-]\\s*.{4,}`,
      ),
      confidence: 0.7,
      after: "agent",
    },
    {
      id: "fr.already-there",
      kind: "correction",
      pattern: re(
        `^(?:mais )?(?:il y a déjà|on a déjà|nous avons déjà|ça existe déjà|tu as déjà|.{3,40} existe déjà)\\b.{0,60}(?:[,;.–—-]\\s*.{3,}|pour (?:ça|cela).{0,40})$`,
      ),
      confidence: 0.7,
      after: "action",
      constraint: true,
    },
    {
      id: "fr.so-leave-it",
      kind: "correction",
      pattern: re(
        `\\b(?:est|sont|était) (?:\\w+ )?(?:généré[e]?s?|auto-?généré[e]?s?|fait exprès|voulu[e]?s?|intentionnel\\w*|volontaire\\w*)\\b.{0,40}[,;.–—-]\\s*.{4,}`,
      ),
      confidence: 0.7,
      after: "action",
      constraint: true,
    },
    {
      id: "fr.not-without",
      kind: "standing_rule",
      pattern: re(
        `^(?:rien|aucun\\w*|personne|on) (?:ne |n')?.{2,40}\\bsans (?!problème|doute|souci)[\\w]+.{0,}|^sans [\\w ]{3,30},? (?:on ne|pas de|rien|aucun) .{2,}`,
      ),
      confidence: 0.7,
      constraint: true,
    },
    {
      id: "fr.each-answer",
      kind: "standing_rule",
      pattern: re(
        `^(?:s'il te plaît,? )?[\\p{L}-]+ (?:.{2,40} )?(?:après|avant|à|pour|dans|à la fin de) (?:chaque|toutes (?:tes|les)) (?:modifs?|modification|réponses?|message|résumé|commit|pr|étape|tâche|changement|merge|déploiement|explication)\\b.{0,40}$|^[\\p{L}]+ (?:chaque|toutes tes) (?:réponses?|messages?|explications?)\\b.{3,}`,
      ),
      confidence: 0.8,
      durable: true,
    },
    {
      id: "fr.before-doing",
      kind: "standing_rule",
      pattern: re(
        `^(?:s'il te plaît,? )?avant de [\\p{L}']+(?:er|ir|re)\\b.{6,}|^(?!je |on |si |il )[\\p{L}-]+ .{0,60}\\bavant de [\\p{L}']+(?:er|ir|re)\\b.{0,50}$`,
      ),
      confidence: 0.65,
      after: "agent",
      constraint: true,
    },
    {
      id: "fr.is-wrong-so",
      kind: "correction",
      pattern: re(`^.{2,50}\\b(?:est|sont) (?:faux|fausses?|mauvais|mauvaises?|incorrect[e]?s?)[,;:–—-]\\s*.{4,}`),
      confidence: 0.75,
      after: "action",
    },
    {
      id: "fr.we-never",
      kind: "standing_rule",
      pattern: re(
        `^(?:chez nous,? |ici,? )?(?:on|nous) (?:ne |n')?(?!a\\b|est\\b|sait\\b|peut\\b|arrive\\b|sera\\b)[\\p{L}]+ (?:jamais|toujours)\\b.{4,}`,
      ),
      confidence: 0.75,
    },
    {
      id: "fr.topic-not",
      kind: "correction",
      pattern: re(
        `^(?:les|le|la|l'|des) ?[\\p{L}'-]+(?: [\\p{L}'-]+){0,3} (?:en|dans|avec|sur|sous|à) .{2,40},? (?:et )?(?:pas|non) (?:en|dans|avec|sur|sous|à|plus)\\b.{2,}`,
      ),
      confidence: 0.7,
      after: "action",
      constraint: true,
    },
    {
      id: "fr.remember",
      kind: "remember",
      pattern: re(
        "(?:^|[,;:.]\\s*|\\b(?:s'il te plaît|et|mais),?\\s+)(?:souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|retiens|retenez|garde[z]? (?:bien )?(?:à l'esprit|en tête)|note[z]? (?:bien )?que|mémorise[z]?)\\b(?! (?:ça|cela|ceci)\\W*$).{3,}",
      ),
      confidence: 0.85,
      after: "agent",
    },
    {
      id: "fr.remember-lasting",
      kind: "remember",
      pattern: re(
        "^(?:s'il te plaît,?\\s+)?(?:souviens-toi|rappelle-toi|retiens|retenez)(?: bien)?(?: que (?:nous|on|ce|dans|le projet)| toujours| de toujours| de ne jamais| ?:)",
      ),
      confidence: 0.85,
    },
    {
      id: "fr.remember-bare",
      kind: "remember",
      pattern: re(
        "^(?:s'il te plaît,?\\s+|et )?(?:souviens-t'en|souviens-toi de (?:ça|cela)|retiens(?:-le| (?:ça|cela|bien ça))|rappelle-t'en|n'oublie pas (?:ça|cela)|garde (?:ça|cela) en tête|note (?:ça|le)(?: quelque part)?)(?: pour (?:la prochaine fois|plus tard|l'avenir))?[.!\\s]*$",
      ),
      confidence: 0.9,
      durable: true,
      bare: "previous",
    },
    {
      id: "fr.write-down",
      kind: "remember",
      pattern: re(
        "(?:^|[,;:]\\s*|\\b(?:s'il te plaît|et|peux-tu|tu peux),?\\s+)(?:ajoute[zr]?|ajoute-le|mets|mets-le|écris|écris-le|note[z]?|note-le|enregistre[zr]?|consigne)\\b.{0,80}\\b(?:skill|compétence|mémoire|agents\\.md|claude\\.md|gemini\\.md|règles|conventions|notes)\\b",
      ),
      confidence: 0.85,
      durable: true,
      asked: true,
    },
    {
      id: "fr.dont-forget",
      kind: "remember",
      pattern: re("(?:^|[,;:]\\s*|\\b(?:s'il te plaît|et|mais),?\\s+)n'oublie[z]? pas (?:de |d'|que ).{4,}"),
      confidence: 0.65,
      after: "agent",
    },
  ],
  nearMisses: [
    re(
      "^(?:ne t'inquiète pas|ne vous inquiétez pas|n'hésite[z]? pas|pas de (?:problème|souci|soucis)|pas grave|non merci|ce n'est pas grave|ça ne fait rien|pas besoin|je ne|j'ai oublié|jamais deux sans trois)\\b",
    ),
    re(
      "\\bj'oublie toujours\\b|\\b(?:plante|échoue) toujours\\b|\\bcomme toujours\\b|\\bpresque toujours\\b|\\btoujours (?:pas|rien|la même erreur|le même problème|en erreur)\\b",
    ),
    re("^peut-être (?:la prochaine|à l'avenir)|à la prochaine"),
    re("\\btu te (?:souviens|rappelles)\\b|^je (?:me souviens|me rappelle|ne me souviens)\\b"),
  ],
  oneOff: re(
    "\\b(?:pour l'instant|pour le moment|cette fois|aujourd'hui|demain|pas encore|tout de suite|jusqu'à ce que|provisoirement)\\b",
  ),
  question: re("[?？]\\s*$|^(?:est-ce que|dois-je|faut-il|pourquoi|comment|quel\\w*|qui|où|quand est-ce)\\b"),
  taskRequest: re(
    "^(?:s'il te plaît,?\\s+|peux-tu |pourrais-tu |maintenant |je veux que tu )*(?:écris(?:-moi)? (?:un|une|le|la|les)|crée|génère|donne-moi|liste|explique|traduis|conçois|résume|implémente|ajoute|corrige|refactorise|prépare|rédige|fais-moi)\\b(?!.*\\b(?:au lieu|plutôt que|et non)\\b)",
  ),
  anaphora: re(
    "^(?:s'il te plaît,?\\s+)?(?:toujours |ne )?(?:fais|faites|refais)(?:-le| ça| cela| comme ça| pas ça)*(?: toujours| désormais| la prochaine fois| à chaque fois| à l'avenir| plus jamais)*\\W*$",
  ),
  directive: re(
    `^(?:s'il te plaît,?\\s+|plutôt\\s+|toujours )*(?:d'abord |ici |on |chez nous |${VERB}|${DONT}|il (?:faut|fallait)|tu (?:dois|devais)|ça (?:doit|devrait)|on (?:utilise|n'utilise|ne|met)|je (?:veux|voulais)|au lieu|les \\S+ doivent|le \\S+ doit|la \\S+ doit|toujours|jamais)`,
  ),
  opener: re(
    "^(?:ok|okay|d'accord|bien|bon|merci|parfait|super|salut|bonjour|oui|aussi|de plus|au fait|ah|pardon|et|mais|euh|regarde)(?:[\\s,.!:;–—-]+)(?=\\S)",
  ),
  foreignText: re(
    "^(?:tu es (?:un|une|maintenant)|je veux que tu (?:sois|joues|agisses)|agis comme|joue le rôle|désormais,? tu es|imagine que tu es|(?:s'il te plaît,?\\s+)?(?:traduis|traduisez|résume|corrige|reformule|réécris|améliore)\\b[^.\\n]{0,60}(?::|\\n|¤))",
  ),
  listHeader: re(
    "\\b(?:règles|conventions|consignes|préférences) (?:de|du|pour|dans) (?:ce|cette|notre|le|la|mon|projet)?\\b[^:]{0,40}:\\s*$|\\b(?:désormais|à partir de maintenant|retiens)\\b[^:]{0,40}:\\s*$",
  ),
};
