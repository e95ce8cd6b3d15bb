import type { LanguageCode } from '~/i18n/language-codes';

/** Sizes of the texts on a summary, in points. Below the last one they are hard to read. */
const sizes = [14, 13, 12, 11, 10, 9, 8, 7, 6] as const;

/** The size of texts that need more than one page. */
const sizeOfSeveralPages = 9;

type SummarySize = (typeof sizes)[number];

/** A text on a summary. */
type SizedText = { text: string; language: LanguageCode | null };

const mmOfPoint = 25.4 / 72;
/** The room of a page for the texts below a next step, in millimetres. */
const roomHeight = 150;
/**
 * The room that is left without a next step, and by a smaller head beside small texts; and what a
 * larger head beside large texts needs more, and the head in Urdu, whose lines are higher.
 */
const [roomOfStep, roomOfHead, largeHead, headInUrdu] = [35, 12, 25, 20];
const [fullWidth, columnWidth] = [184, 89];
/** The height of the heading, the signature and the space of each text, in lines. */
const linesAround = 3;

/** The width of a letter in parts of its size, and the height of a line, by language. */
const measures: Record<LanguageCode, { letter: number; line: number }> = {
  en: { letter: 0.51, line: 1.3 },
  hi: { letter: 0.54, line: 1.45 },
  mr: { letter: 0.54, line: 1.45 },
  bn: { letter: 0.6, line: 1.45 },
  gu: { letter: 0.52, line: 1.45 },
  kn: { letter: 0.62, line: 1.45 },
  ml: { letter: 0.84, line: 1.45 },
  ta: { letter: 0.84, line: 1.45 },
  te: { letter: 0.68, line: 1.45 },
  ur: { letter: 0.5, line: 1.8 },
};
/** The width of a vowel sign that stands beside its letter. */
const signWidth = 0.4;

/** Returns whether the texts of a size stand in two columns. The style sheet does the same. */
const isInColumns = (size: SummarySize) => size <= 9;

/** Returns whether the head of the page is smaller too. The style sheet does the same. */
const isCompact = (size: SummarySize) => size <= 8;

/** Returns whether the head of the page is larger. The style sheet does the same. */
const isLarge = (size: SummarySize) => size >= 12;

/**
 * Chooses the largest size at which the texts of a summary fit on its page. Texts that do not fit at
 * all run on to further pages, at a size that is easy to read.
 *
 * @param page whether the page has a next step, and the language of everything else on it.
 * @returns the size in points.
 */
export function chooseSummarySize(
  texts: SizedText[],
  { hasStep, language }: { hasStep: boolean; language: LanguageCode },
): SummarySize {
  const roomOf = (size: SummarySize) =>
    (roomHeight +
      (hasStep ? 0 : roomOfStep) +
      (isCompact(size) ? roomOfHead : 0) -
      (isLarge(size) ? largeHead : 0) -
      (language === 'ur' ? headInUrdu : 0)) *
    (isInColumns(size) ? 2 : 1);
  const heightOf = (size: SummarySize) => texts.reduce((sum, text) => sum + estimateHeight(text, size), 0);
  return sizes.find((size) => heightOf(size) <= roomOf(size)) ?? sizeOfSeveralPages;
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
