import type { LanguageCode } from '~/i18n/language-codes';

/** Sizes of the texts on a summary, in points. Below the last one a text runs on to another page. */
const sizes = [11, 10, 9, 8, 7] as const;

export type SummarySize = (typeof sizes)[number];

/** A text on a summary. */
type SizedText = { text: string; language: LanguageCode | null };

const mmOfPoint = 25.4 / 72;
/** The room of a page for the texts, in millimetres, below the head and the next step. */
const roomHeight = 150;
const [fullWidth, columnWidth] = [184, 89];
/** The height of the heading, the signature and the space of each text, in lines. */
const linesAround = 3;

/** The width of a letter in parts of its size, and the height of a line, by language. */
const measures: Record<LanguageCode, { letter: number; line: number }> = {
  en: { letter: 0.52, line: 1.3 },
  hi: { letter: 0.62, line: 1.5 },
  mr: { letter: 0.62, line: 1.5 },
  bn: { letter: 0.62, line: 1.5 },
  gu: { letter: 0.62, line: 1.5 },
  kn: { letter: 0.8, line: 1.5 },
  ml: { letter: 0.9, line: 1.5 },
  ta: { letter: 0.85, line: 1.5 },
  te: { letter: 0.75, line: 1.5 },
  ur: { letter: 0.5, line: 1.9 },
};
/** The width of a vowel sign that stands beside its letter. */
const signWidth = 0.4;

/** Returns whether the texts of a size stand in two columns. The style sheet does the same. */
const isInColumns = (size: SummarySize) => size <= 9;

/**
 * Chooses the largest size at which the texts of a summary fit on its page.
 *
 * @returns the size in points; the smallest one if they do not fit at all.
 */
export function chooseSummarySize(texts: SizedText[]): SummarySize {
  return sizes.find((size) => isRoomFor(texts, size)) ?? 7;
}

function isRoomFor(texts: SizedText[], size: SummarySize): boolean {
  const height = texts.reduce((sum, text) => sum + estimateHeight(text, size), 0);
  return height <= roomHeight * (isInColumns(size) ? 2 : 1);
}

/** Estimates the height of a text in millimetres. */
function estimateHeight({ text, language }: SizedText, size: SummarySize): number {
  const { letter, line } = measures[language ?? 'en'];
  const mm = size * mmOfPoint;
  const width = isInColumns(size) ? columnWidth : fullWidth;
  const widthOf = (paragraph: string) => {
    const signs = paragraph.match(/\p{Mc}/gu)?.length ?? 0;
    const letters = paragraph.match(/\P{M}/gu)?.length ?? 0;
    return (letters * letter + signs * signWidth) * mm;
  };
  const lines = text
    .split('\n')
    .reduce((sum, paragraph) => sum + Math.max(1, Math.ceil(widthOf(paragraph) / width)), linesAround);
  return lines * line * mm;
}
