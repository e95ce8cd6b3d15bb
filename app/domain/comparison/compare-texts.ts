import { compareNumbers, type NumberDifferences } from './compare-numbers';
import { compareWords, countSpelled, listWords, type ReadText } from './compare-words';
import { type NumberToken, readNumbers } from './number-tokens';
import { type TextToCompare, withDigitalDates } from './written-dates';

/**
 * Compares the numbers of a translation with those of the original, and its words of closed
 * classes. A number may be a digit in one and a word in the other.
 *
 * @returns numbers and words as they stand in the original if the translation lacks them, and as
 *   they stand in the translation if the original lacks them.
 */
export function compareTexts(original: TextToCompare, translation: TextToCompare): NumberDifferences {
  const [own, theirs] = [
    read(withDigitalDates(original, translation)),
    read(withDigitalDates(translation, original)),
  ];
  const numbers = compareNumbers(own.numbers, theirs.numbers);
  const words = compareWords(own, theirs);
  return {
    missing: [...withoutSpelled(numbers.missing, theirs, own), ...words.missing],
    extra: [...withoutSpelled(numbers.extra, own, theirs), ...words.extra],
    reordered: numbers.reordered.map(({ text }) => text),
  };
}

function read({ text, languages }: TextToCompare): ReadText & { numbers: NumberToken[] } {
  const numbers = readNumbers(text);
  return { numbers, digits: numbers.map(({ value }) => value), words: listWords(text, languages) };
}

/** Lists the numbers of a text that the other one does not spell as a word more often than the text. */
function withoutSpelled(numbers: NumberToken[], other: ReadText, own: ReadText): string[] {
  const spelled = new Map<string, number>();
  return numbers.flatMap(({ value, text }) => {
    const left = spelled.get(value) ?? countSpelled(other, value) - countSpelled(own, value);
    spelled.set(value, left - 1);
    return left > 0 ? [] : [text];
  });
}
