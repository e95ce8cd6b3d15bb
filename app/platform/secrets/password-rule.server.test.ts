import { expect, test } from 'vitest';
import { findPasswordWeakness } from './password-rule.server';

const names = ['Village Care', 'clinic', 'Helped', 'Iyer', 'HelpedIyer', 'lakshmi.iyer', 'आशा'];

test.each([
  ['        ', 'blank'],
  [' \u200b\u2800 \u00a0    ', 'blank'],
  ['a'.repeat(64), 'repeated'],
  ['१११११११११', 'repeated'],
  ['secondlook', 'named'],
  ['SecondLook1', 'named'],
  ['5ec0ndL00k!', 'named'],
  ['helped1971', 'named'],
  ['Iyer@2026!', 'named'],
  ['villagecare2026', 'named'],
  ['Helped-Iyer-62', 'named'],
  ['आशा१९६२!!', 'named'],
  ['clinic12', 'named'],
  ['Password123!', 'common'],
  ['P@ssw0rd', 'common'],
  ['Summer2026!', 'common'],
  ['krishna123', 'common'],
  ['12345678', 'common'],
  ['choose-a-long-one', 'example'],
])('the password %j is refused as %s', async (password, weakness) => {
  expect(await findPasswordWeakness(password, names)).toBe(weakness);
});

test.each([
  'a quiet river runs',
  'two tall trees stand',
  'correct horse battery',
  'Helped by four green parrots',
  'कमल नदी शाम का दिया',
  'x7#Kp2!vQ9',
  '8391 2047 5563',
])('the password %j may be used', async (password) => {
  expect(await findPasswordWeakness(password, names)).toBeUndefined();
});
