import { expect, test } from 'vitest';
import { findConsentKind } from './people-constants';

const year = 2026;
type Person = Parameters<typeof findConsentKind>[0];

test.each<[string, Person, string]>([
  ['no named person', null, 'own'],
  ['the sender', { relation: 'self', birthYear: 1984 }, 'own'],
  ['the sender without a year of birth', { relation: 'self', birthYear: null }, 'own'],
  ['the sender who turns 18 this year', { relation: 'self', birthYear: 2008 }, 'guardian'],
  ['the sender who turned 18 last year', { relation: 'self', birthYear: 2007 }, 'own'],
  ['a mother', { relation: 'parent', birthYear: 1950 }, 'other'],
  ['a mother without a year of birth', { relation: 'parent', birthYear: null }, 'otherOfAge'],
  ['a child', { relation: 'child', birthYear: 2019 }, 'guardian'],
  ['a grown-up child', { relation: 'child', birthYear: 2000 }, 'other'],
])('a report about %s needs its kind of consent', (_who, person, kind) => {
  expect(findConsentKind(person, year)).toBe(kind);
});
