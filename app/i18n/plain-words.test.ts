import { expect, test } from 'vitest';
import { en } from './messages/en';
import { sentences as sentencesInEnglish } from './translate';

const highestGrade = 7;
const highestGradeOfOne = 9;
/** A sentence of fewer words has no grade: one long word decides it. */
const fewestWords = 8;

/** Spelled by the requirements, or a name. */
const fixed = new Set([
  'signup.lead',
  'upload.consentLabel',
  'consent.guardian',
  'consent.other',
  'consent.otherOfAge',
]);

/** What a patient never meets: it is for experts and admins, or for programs. */
const ofOthers =
  /^(?:pending|reviewed|experts|credentials|standing|reads|messages|closeMessage|translate|audit|auditPage|system|systemPage|checklist|testEmail|restoreTried|expertsWait|letters|letterName|retryLetter|approve|reject|suspend|restore|judge|expert|once|list|reportsWait|account\w+|contactMessage|queryWaits|callBackWaits)\.|^refused\.(?:method|bodyType|broken\w+|noSuchCall)$/;

/** Every sentence a patient meets, one by one, with the key of the text it stands in. */
const sentences = Object.entries({ ...sentencesInEnglish, ...en.emails })
  .filter(([key]) => !fixed.has(key) && !ofOthers.test(key))
  .flatMap(([key, text]) => sentencesIn(text).map((sentence) => ({ key, sentence })));

/**
 * Takes a text of the catalogue.
 *
 * @returns its sentences, a short word standing for what is filled in.
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
 * Groups of vowels, without the silent ones at the end: right for most words, and rarely too few.
 */
function syllablesOf(word: string) {
  const emails = word.toLowerCase().replace(/[^a-z]/g, '');
  if (emails.length <= 3) return 1;
  const locale = emails
    .replace(/([^laeiouy])es$|([^aeiouydt])ed$|([^laeiouy])e$/, '$1$2$3')
    .replace(/^y/, '');
  return Math.max(1, locale.match(/[aeiouy]{1,2}/g)?.length ?? 1);
}

/** The school year in which a text can be read, by Flesch and Kincaid. Takes its sentences. */
function gradeOf(texts: string[]) {
  const words = texts.flatMap(wordsOf);
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 0.39 * (words.length / texts.length) + 11.8 * (syllables / words.length) - 15.59;
}

test(`what patients read is as easy as school year ${highestGrade}`, () => {
  expect(sentences.length).toBeGreaterThan(400);
  expect(gradeOf(sentences.map(({ sentence }) => sentence))).toBeLessThanOrEqual(highestGrade);
  const whole = sentences.filter(({ sentence }) => wordsOf(sentence).length >= fewestWords);
  expect(gradeOf(whole.map(({ sentence }) => sentence))).toBeLessThanOrEqual(highestGrade);
});

test(`no sentence that patients read is harder than school year ${highestGradeOfOne}`, () => {
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
  // An e-mail too many makes a text harder, never easier.
  expect(syllablesOf(word)).toBeGreaterThanOrEqual(count);
  expect(syllablesOf(word)).toBeLessThanOrEqual(count + 1);
});

test('a hard sentence is found to be hard, and an easy one easy', () => {
  const hard = 'Subsequent authentication necessitates verification of previously communicated credentials.';
  expect(gradeOf([hard])).toBeGreaterThan(15);
  expect(gradeOf(['The doctor reads it and writes to you.'])).toBeLessThan(5);
});
