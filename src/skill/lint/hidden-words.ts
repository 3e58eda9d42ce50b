/** Looks for phrases where a plain search does not: under disguise, spelled letter by letter, in base64. */
import { readingsOf } from "./disguise.ts";
import { decodedTexts, spelledTexts, squeezed } from "./encoded.ts";

export interface HiddenWords {
  /** What was found, as it reads. */
  words: string;
  /** Where it stands in the text. */
  start: number;
  end: number;
}

/** @returns a search of the text by patterns (global ones) that finds what is hidden in it, and what is open once more. */
export function hiddenWordsIn(text: string): (patterns: readonly RegExp[]) => HiddenWords[] {
  const readings = readingsOf(text);
  const asIs = { text, spanOf: (start: number, end: number) => ({ start, end }) };
  const spelled = (readings.length === 0 ? [asIs] : readings).flatMap((reading) =>
    spelledTexts(reading.text).map((run) => ({ text: run.text, ...reading.spanOf(run.start, run.end) })),
  );
  const decoded = decodedTexts(text).map((block) => ({
    ...block,
    readings: [block.text, ...readingsOf(block.text).map((reading) => reading.text)],
  }));
  return (patterns) => [
    ...readings.flatMap((reading) =>
      patterns.flatMap((pattern) =>
        Array.from(reading.text.matchAll(pattern), ({ 0: words, index }) => ({
          words,
          ...reading.spanOf(index, index + words.length),
        })),
      ),
    ),
    ...spelled
      .filter((run) => patterns.some((pattern) => run.text.search(squeezed(pattern)) >= 0))
      .map(({ text: words, start, end }) => ({ words, start, end })),
    ...decoded.flatMap(({ readings: texts, start, end }) => {
      const words = texts.flatMap((said) => patterns.map((pattern) => said.match(pattern)?.[0] ?? "")).find(Boolean);
      return words === undefined ? [] : [{ words, start, end }];
    }),
  ];
}
