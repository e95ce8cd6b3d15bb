import { expect, test } from 'vitest';
import { z } from 'zod';
import { reportTypes } from '~/platform/enums';
import { booleanField, optionalChoice, requiredChoice } from './choices';

const type = requiredChoice(reportTypes, 'upload.reportType');

test.each([
  ['Blood Test', 'Blood Test'],
  ['blood test', 'Blood Test'],
  ['BLOOD_TEST', 'Blood Test'],
  ['blood-test', 'Blood Test'],
  [' Blood  Test ', 'Blood Test'],
  ['xray', 'X-Ray'],
  ['x ray', 'X-Ray'],
  ['covid-19 test', 'COVID-19 Test'],
])('reads %j as the type %s', (sent, value) => {
  expect(type.parse(sent)).toBe(value);
  expect(optionalChoice(reportTypes).parse(sent)).toBe(value);
});

test('asks for a missing choice, and lists the choices for a wrong one', () => {
  const why = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;
  for (const missing of [undefined, null, '']) expect(why(type, missing)).toBe('upload.reportType');
  for (const wrong of ['Horoscope', 7, {}, ['ECG'], true]) {
    expect(why(type, wrong)).toBe('form.choices');
    expect(why(optionalChoice(reportTypes), wrong)).toBe('form.choices');
  }
  expect(z.object({ kind: optionalChoice(reportTypes) }).parse({ kind: '' })).toEqual({});
  expect(z.object({ kind: optionalChoice(reportTypes) }).parse({})).toEqual({});
});

test.each([true, 'true', 'True', 'TRUE', ' true', 'on', 'On', '1', 1])('reads %j as true', (sent) => {
  expect(booleanField.parse(sent)).toBe(true);
});

test.each([false, 'false', 'False', 'FALSE', 'off', '0', 0])('reads %j as false', (sent) => {
  expect(booleanField.parse(sent)).toBe(false);
});

test.each(['', 'yes', 'no', 'truee', 2, null, [], undefined])('rejects %j as a boolean', (sent) => {
  expect(booleanField.safeParse(sent).success).toBe(false);
});
