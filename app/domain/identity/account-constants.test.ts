import { expect, test } from 'vitest';
import { genderOptions, toInitials } from './account-constants';

test.each([
  ['Asha', 'Rao', 'AR'],
  ['asha', 'rao', 'AR'],
  ['', '', 'UU'],
  ['Asha', '', 'AU'],
  [' (Asha)', '“Rao”', 'AR'],
  ['<b>', '&amp;', 'BA'],
  ['आशा', 'राव', 'आर'],
  ['💚', '!', 'UU'],
])('the initials of %j %j are %s', (firstName, lastName, initials) => {
  expect(toInitials({ firstName, lastName })).toBe(initials);
});

test('the gender list has the six options of the requirements', () => {
  expect(genderOptions).toEqual(['Select', 'Male', 'Female', 'Non-Binary', 'Prefer not to say', 'Other']);
});
