import { expect, test } from 'vitest';
import { en } from './messages/en';
import { sentences as sentencesInEnglish } from './translate';

const highestGrade = 7;
const highestGradeOfOne = 9;
/** Minimum number of words for a grade: one long word decides the grade of a shorter sentence. */
const fewestWords = 8;

/** Names, and words spelled as the requirements spell them. */
const fixed = new Set([
  'signup.lead',
  'upload.consentLabel',
  'consent.guardian',
  'consent.other',
  'consent.otherOfAge',
]);

/** Sentences that a patient never reads: for experts, admins or API clients. */
const ofOthers =
  /^(?:pending|reviewed|experts|credentials|standing|reads|messages|closeMessage|translate|audit|auditPage|system|systemPage|checklist|testEmail|restoreTried|expertsWait|registrationsPage|registrationEnd|checkPage|breach|breachTitle|letters|emailName|retryLetter|approve|reject|suspend|restore|judge|expert|once|list|reportsWait|account\w+|contactMessage|queryWaits|callBackWaits)\.|^refused\.(?:method|bodyType|broken\w+|noSuchCall)$/;

/** Every sentence that a patient reads, with the key of its text. */
const sentences = Object.entries({ ...sentencesInEnglish, ...en.emails })
  .filter(([key]) => !fixed.has(key) && !ofOthers.test(key))
  .flatMap(([key, text]) => sentencesIn(text).map((sentence) => ({ key, sentence })));

/**
 * Splits a text of the catalogue into sentences.
 *
 * @returns the sentences, with a short word in place of each placeholder.
 */
function sentencesIn(text: string) {
  return text
    .replace(/\{\w+, plural,.*?other \{([^{}]*)\}\}/g, '$1')
    .replace(/\{publicUrl\}\S*/g, '')
    .replace(/\{\w+\}|#/g, 'ten')
    .split(/(?<=[.!?:])\s+|\n+/)
    .filter((sentence) => /[a-z]/i.test(sentence));
}

const wordsOf = (sentence: string) => sentence.match(/[a-z][a-z'’]*|\d+/gi) ?? [];

/**
 * Counts groups of vowels without the silent ones at the end: right for most words, and rarely too
 * few.
 */
function syllablesOf(word: string) {
  const emails = word.toLowerCase().replace(/[^a-z]/g, '');
  if (emails.length <= 3) return 1;
  const locale = emails
    .replace(/([^laeiouy])es$|([^aeiouydt])ed$|([^laeiouy])e$/, '$1$2$3')
    .replace(/^y/, '');
  return Math.max(1, locale.match(/[aeiouy]{1,2}/g)?.length ?? 1);
}

/**
 * Returns the school year in which a text can be read, by the Flesch-Kincaid formula.
 *
 * @param texts its sentences.
 */
function gradeOf(texts: string[]) {
  const words = texts.flatMap(wordsOf);
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 0.39 * (words.length / texts.length) + 11.8 * (syllables / words.length) - 15.59;
}

test(`sentences for patients are as easy as school year ${highestGrade}`, () => {
  expect(sentences.length).toBeGreaterThan(400);
  expect(gradeOf(sentences.map(({ sentence }) => sentence))).toBeLessThanOrEqual(highestGrade);
  const whole = sentences.filter(({ sentence }) => wordsOf(sentence).length >= fewestWords);
  expect(gradeOf(whole.map(({ sentence }) => sentence))).toBeLessThanOrEqual(highestGrade);
});

test(`no sentence for patients is harder than school year ${highestGradeOfOne}`, () => {
  const hard = sentences
    .filter(({ sentence }) => wordsOf(sentence).length >= fewestWords)
    .map(({ key, sentence }) => ({ key, sentence, grade: gradeOf([sentence]) }))
    .filter(({ grade }) => grade > highestGradeOfOne)
    .map(({ key, sentence, grade }) => `${key} (${grade.toFixed(1)}): ${sentence}`);
  expect(hard).toEqual([]);
});

test.each([
  ['doctor', 2],
  ['review', 2],
  ['used', 1],
  ['needed', 2],
  ['code', 1],
  ['tables', 2],
  ['language', 2],
  ['medicine', 3],
  ['approved', 2],
  ['file', 1],
])('%s has %i syllables', (word, count) => {
  // A silent e counted as a syllable makes a text harder, never easier.
  expect(syllablesOf(word)).toBeGreaterThanOrEqual(count);
  expect(syllablesOf(word)).toBeLessThanOrEqual(count + 1);
});

test('a hard sentence gets a high grade, and an easy one a low grade', () => {
  const hard = 'Subsequent authentication necessitates verification of previously communicated credentials.';
  expect(gradeOf([hard])).toBeGreaterThan(15);
  expect(gradeOf(['The doctor reads it and writes to you.'])).toBeLessThan(5);
});
