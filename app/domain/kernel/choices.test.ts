import { expect, test } from 'vitest';
import { z } from 'zod';
import { reportTypes } from '~/platform/enums';
import { booleanField, choiceOf, optionalChoice } from './choices';

const type = choiceOf(reportTypes, 'upload.reportType');

test.each([
  ['Blood Test', 'Blood Test'],
  ['blood test', 'Blood Test'],
  ['BLOOD_TEST', 'Blood Test'],
  ['blood-test', 'Blood Test'],
  [' Blood  Test ', 'Blood Test'],
  ['xray', 'X-Ray'],
  ['x ray', 'X-Ray'],
  ['covid-19 test', 'COVID-19 Test'],
])('%j is the type %s', (sent, value) => {
  expect(type.parse(sent)).toBe(value);
  expect(optionalChoice(reportTypes).parse(sent)).toBe(value);
});

test('a choice that is missing is asked for, and for a wrong one there is a list', () => {
  const why = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;
  for (const missing of [undefined, null, '']) expect(why(type, missing)).toBe('upload.reportType');
  for (const wrong of ['Horoscope', 7, {}, ['ECG'], true]) {
    expect(why(type, wrong)).toBe('form.choices');
    expect(why(optionalChoice(reportTypes), wrong)).toBe('form.choices');
  }
  expect(z.object({ kind: optionalChoice(reportTypes) }).parse({ kind: '' })).toEqual({});
  expect(z.object({ kind: optionalChoice(reportTypes) }).parse({})).toEqual({});
});

test.each([true, 'true', 'True', 'TRUE', ' true', 'on', 'On', '1', 1])('%j is a yes', (sent) => {
  expect(booleanField.parse(sent)).toBe(true);
});

test.each([false, 'false', 'False', 'FALSE', 'off', '0', 0])('%j is a no', (sent) => {
  expect(booleanField.parse(sent)).toBe(false);
});

test.each(['', 'yes', 'no', 'truee', 2, null, [], undefined])('%j is neither', (sent) => {
  expect(booleanField.safeParse(sent).success).toBe(false);
});
