import { expect, test } from 'vitest';
import { differencesIn } from './differences';

const report = { _id: 'one', pages: 2, consent: { given: true }, translations: [{ language: 'ta' }] };

test('ignores equal values and fields that a later version adds', () => {
  const later = { ...report, consent: { given: true, by: 'page' }, progress: 'queued' };
  expect(differencesIn(new Map([['one', report]]), new Map([['one', later]]))).toEqual([]);
});

test.each([
  ['another value', { ...report, pages: 1 }, 'one.pages: 2 is now 1'],
  ['a field that is gone', { ...report, pages: undefined }, 'one.pages: 2 is now undefined'],
  ['a value inside', { ...report, consent: { given: false } }, 'one.consent.given: true is now false'],
  [
    'a list that is shorter',
    { ...report, translations: [] },
    'one.translations: [{"language":"ta"}] is now []',
  ],
])('finds %s', (_what, later, line) => {
  expect(differencesIn(new Map([['one', report]]), new Map([['one', later]]))).toEqual([line]);
});

test('finds removed and added reports', () => {
  expect(differencesIn(new Map([['one', report]]), new Map([['two', report]]))).toEqual([
    'one is gone',
    'two is new',
  ]);
});
