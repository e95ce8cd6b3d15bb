import { expect, test } from 'vitest';
import { toInitials } from './account-constants';

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
