import { expect, test } from 'vitest';
import { credentialsForm } from './schemas';

test.each([
  ['MMC/2011/04217', true],
  ['K.M.C. 61204', true],
  ['WB-40417', true],
  ['7', true],
  [' 61204 ', true],
  ['1'.repeat(40), true],
  ['1'.repeat(41), false],
  ['', false],
  ['---', false],
  ['61204\n', true],
  ['61204\n61205', false],
  ['KMC#61204', false],
  ['<b>', false],
])('a registration number of a doctor: %j, %s', (registrationNumber, isRight) => {
  expect(credentialsForm.safeParse({ registrationNumber }).success).toBe(isRight);
});
