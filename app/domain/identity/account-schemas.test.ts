import { expect, test } from 'vitest';
import { auditList } from '~/domain/audit/schemas';
import { personForm } from '~/domain/report/people-schemas';
import { askForm } from '~/domain/report/question-schemas';
import { toIdPrefix } from '~/domain/report/report-constants';
import { isDeletionWord, plainCode } from './account-constants';
import { credentialsForm, loginForm, profileForm } from './account-schemas';
import { deleteAccountForm } from './password-schemas';

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
  ['KMC 12345 (A)', true],
  ['WBMC No: 45678', true],
  ['महा/१२३४', true],
  ['TNMC நோ. 12', true],
  ['Reg. №: 61204', true],
  ['MMC–2011–04217', true],
  ['KMC#61204', true],
  ['م/1234', true],
  ['61204\n61205', true],
  ['612\u000004', true],
  ['612\u202e04', true],
  ['612\u200b04', false],
  ['(.)', false],
  ['KMC=61204', false],
  ['<b>', false],
])('the registration number %j is valid: %s', (registrationNumber, isRight) => {
  expect(credentialsForm.safeParse({ registrationNumber }).success).toBe(isRight);
});

test('fields made of digits accept the digits of any script', () => {
  const profile = { firstName: 'Asha', contactNumber: '९८७६५४३२१०', about: 'x' };
  expect(
    profileForm.safeParse({ ...profile, gender: 'Female', dateOfBirth: '१९८०-०५-३१' }).data?.dateOfBirth,
  ).toBe('1980-05-31');
  const person = { name: 'Ravi', birthYear: '২০১৫', sex: 'male', relation: 'child' };
  expect(personForm.parse(person).birthYear).toBe(2015);
  expect(auditList.parse({ from: '۲۰۲۶-۰۱-۰۲', before: '൧൨' })).toMatchObject({
    from: '2026-01-02',
    before: 12,
  });
  const question = { reportId: 'x', kind: 'unreadable', pages: '௨, ௫-௬' };
  expect(askForm.safeParse(question).data?.pages).toEqual([2, 5, 6]);
  expect(loginForm.parse({ email: 'a@b.test', password: 'x', otp: '१२३ ४५६' }).otp).toBe('123456');
  expect(plainCode('ABCD-೧೨೩೪-EFGH-5678')).toBe('abcd1234efgh5678');
  expect(plainCode('ABCD–1234—EFGH‑5678.\r\n')).toBe('abcd1234efgh5678');
  expect(toIdPrefix('ZR୧V-SCGZ')).toBe('zr1vscgz');
});

test.each([
  ['DELETE', undefined, true],
  [' delete\n', undefined, true],
  ['ＤＥＬＥＴＥ', undefined, true],
  ['ಅಳಿಸಿ', 'ಅಳಿಸಿ', true],
  ['delete', 'ಅಳಿಸಿ', true],
  // With a joiner, as some keyboards type it.
  ['ಅಳಿಸಿ\u200d', 'ಅಳಿಸಿ', true],
  // One letter in two code points.
  ['e\u0301', 'É', true],
  ['ಅಳಿಸಿ', undefined, false],
  ['', 'ಅಳಿಸಿ', false],
  ['DELETE it', 'ಅಳಿಸಿ', false],
])('the word %j on a page whose word is %j confirms a deletion: %s', (typed, pageWord, isRight) => {
  expect(isDeletionWord(typed, pageWord)).toBe(isRight);
});

test('the form to delete an account names a wrong word and a missing password together', () => {
  const fieldsOf = (input: object) =>
    deleteAccountForm.safeParse(input).error?.issues.map(({ path }) => path[0]);
  expect(fieldsOf({ confirmation: 'हटाना', pageWord: 'हटाना', password: 'a quiet river' })).toBeUndefined();
  expect(fieldsOf({ confirmation: 'हटाना', password: 'a quiet river' })).toEqual(['confirmation']);
  expect(fieldsOf({ confirmation: 'yes', pageWord: 'हटाना' })?.toSorted()).toEqual([
    'confirmation',
    'password',
  ]);
});
