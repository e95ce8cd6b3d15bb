import { expect, test } from 'vitest';
import { findPersonIn } from './use-person-in-form';

const thisYear = 2026;
const listed = { age: null, sex: 'female', isMinor: false, isOneself: false } as const;
const choices = [
  { ...listed, _id: 'k', name: 'Kamla', birthYear: 1950 },
  { ...listed, _id: 'r', name: 'Ravi', birthYear: 2020 },
  { ...listed, _id: 'self', name: 'Asha', birthYear: 2012, isOneself: true },
];

test.each<[Record<string, string>, string, string]>([
  [{}, '', 'own'],
  [{ personId: 'none' }, '', 'own'],
  [{ personId: 'self' }, 'Asha', 'own'],
  [{ personId: 'self', ownBirthYear: '2015' }, 'Asha', 'guardian'],
  [{ personId: 'self', ownBirthYear: '201' }, 'Asha', 'own'],
  [{ personId: 'self', ownBirthYear: '२०१५' }, 'Asha', 'guardian'],
  [{ personId: 'new', personName: ' Gita ' }, 'Gita', 'otherOfAge'],
  [{ personId: 'new', birthYear: '1950', ownBirthYear: '2015' }, '', 'other'],
  [{ personId: 'new', birthYear: '2019' }, '', 'guardian'],
  [{ personId: 'k', birthYear: '2019' }, 'Kamla', 'other'],
  [{ personId: 'r' }, 'Ravi', 'guardian'],
])('a form that says %j is about “%s” and needs a consent of kind %s', (fields, name, consentKind) => {
  const selectedId = fields.personId ?? '';
  expect(findPersonIn((field) => fields[field], { choices, thisYear })).toEqual({
    selectedId,
    name,
    consentKind,
  });
});
