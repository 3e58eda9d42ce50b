/**
 * Light stemming: inflection is cut, derivation is not ("tests", "tested", "testing" meet; "tester" does not join them).
 * A stem is a key for matching, not a word. English by suffix rules after Harman's S-stemmer and steps 1a/1b of Porter
 * (1980); Russian, Ukrainian and Bulgarian by the longest inflectional ending of Snowball's Russian stemmer that leaves
 * three letters or more; Arabic by article and conjunction. Other scripts keep whole words.
 */

/** The stem of one folded, lower-case word. */
export function stemWord(word: string): string {
  if (word.length < 4) return word;
  const first = word.charCodeAt(0);
  if (first < 0x80) return stemEnglish(word);
  if (first >= 0x400 && first <= 0x52f) return stemCyrillic(word);
  if (first >= 0x620 && first <= 0x64a) return stemArabic(word);
  return word;
}

function stemEnglish(word: string): string {
  let stem = word;
  if (stem.endsWith("s")) {
    if (stem.endsWith("ies") && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
    else if (stem.endsWith("sses") || stem.endsWith("xes") || stem.endsWith("shes") || stem.endsWith("ches")) {
      stem = stem.slice(0, -2);
    } else if (!/(?:ss|us|is)$/.test(stem)) stem = stem.slice(0, -1);
  }
  if (stem.endsWith("ing") && stem.length > 5 && /[aeiouy].*ing$/.test(stem)) stem = undouble(stem.slice(0, -3));
  else if (stem.endsWith("ied") && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (stem.endsWith("ed") && stem.length > 4 && /[aeiouy].*ed$/.test(stem)) stem = undouble(stem.slice(0, -2));
  return stem.endsWith("e") && stem.length > 3 ? stem.slice(0, -1) : stem;
}

function undouble(stem: string): string {
  return /([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}

const CYRILLIC_ENDINGS = new Set(
  (
    "ами ями иями ого его ому ему ыми ими ать ять ить еть уть ует уют ает яет ают яют ишь ешь ите ете йте ила ыла ена " +
    "ило ыло или ыли ано ены ённ ость ости остью ение ения ению ением ании ание ания анию анием иях ях ах ая яя ую юю " +
    "ое ее ые ие ый ий ой ей ем им ым ом ов ев ью ия ья ам ям ет ют ит ят ут ат ла ло ли ал ил ел на но ны ть ти а я о е ы и у ю ь й"
  ).split(" "),
);

function stemCyrillic(word: string): string {
  for (let length = Math.min(5, word.length - 3); length > 0; length--) {
    if (CYRILLIC_ENDINGS.has(word.slice(-length))) return word.slice(0, -length);
  }
  return word;
}

function stemArabic(word: string): string {
  const bare = word.replace(/^[وفبكل]?ال(?=.{3})/, "");
  return bare.replace(/^و(?=.{3})/, "");
}
