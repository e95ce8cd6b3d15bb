import { expect, test } from 'vitest';
import { z } from 'zod';
import { optionalChoice, requiredChoice } from '~/domain/kernel/choices';
import type { Body } from '~/web/body/fields';
import { aCall, anOperation } from '../../../tests/support/call';
import { type InvalidInput, judgeBeforeFile, judgeFields } from './parse.server';

const name = z.string({ error: 'signup.firstName' });
const operation = anOperation({
  input: z.object({ name, age: z.coerce.number({ error: 'form.invalid' }).optional() }),
  inputOnPage: z.object({ name, consent: z.literal('on', { error: 'upload.consent' }) }),
});

const errorsOf = (state: ReturnType<typeof aCall>, how = judgeFields) => {
  try {
    how(state);
    return [];
  } catch (error) {
    return (error as InvalidInput).fieldErrors.map(({ field, messageKey }) => [field, messageKey]);
  }
};
const withValues = (values: Record<string, unknown>, isForm = false) => {
  const state = aCall(operation, { isForm });
  state.values = values;
  return state;
};

test('returns valid input without unknown fields', () => {
  const state = withValues({ name: 'Asha', age: '7', approved: true });
  judgeFields(state);
  expect(state.input).toEqual({ name: 'Asha', age: 7 });
});

test('reports one error per field, and may require more of a form', () => {
  expect(errorsOf(withValues({}))).toEqual([['name', 'signup.firstName']]);
  expect(errorsOf(withValues({ name: 'Asha' }, true))).toEqual([['consent', 'upload.consent']]);
});

test('reports the error of the file first', () => {
  const state = withValues({});
  state.fileError = { field: 'file', messageKey: 'upload.empty', kind: 'invalid' };
  expect(errorsOf(state)).toEqual([
    ['file', 'upload.empty'],
    ['name', 'signup.firstName'],
  ]);
});

test('does not report fields missing from a truncated body', () => {
  const state = withValues({ age: 'seven' });
  state.body = { isCut: () => true } as Body;
  state.fileError = { field: 'file', messageKey: 'upload.tooLarge', kind: 'tooLarge' };
  expect(errorsOf(state)).toEqual([
    ['file', 'upload.tooLarge'],
    ['age', 'form.invalid'],
  ]);
});

test('expects more fields after the file, from an API client and from our own form', () => {
  expect(errorsOf(withValues({}), judgeBeforeFile)).toEqual([]);
  expect(errorsOf(withValues({ name: 7 }), judgeBeforeFile)).toEqual([['name', 'form.text']]);
  expect(errorsOf(withValues({}, true), judgeBeforeFile)).toEqual([]);
  expect(errorsOf(withValues({ consent: 'no', name: 'Asha' }, true), judgeBeforeFile)).not.toEqual([]);
});

test('ignores null in an optional field, and keeps a meaningful null', () => {
  const state = aCall(
    anOperation({
      input: z.object({
        name,
        age: z.string({ error: 'form.invalid' }).optional(),
        read: z.string().nullish(),
      }),
    }),
    {},
  );
  state.values = { name: 'Asha', age: null, read: null };
  judgeFields(state);
  expect(state.input).toEqual({ name: 'Asha', read: null });
  expect(errorsOf(withValues({ name: null, age: null }))).toEqual([['name', 'signup.firstName']]);
});

test('refuses an unknown value with the list of valid ones', () => {
  const fruit = ['Apple', 'Pear'] as const;
  const state = aCall(
    anOperation({
      input: z.object({ one: requiredChoice(fruit, 'upload.reportType'), other: optionalChoice(fruit) }),
    }),
    {},
  );
  state.values = { one: 'Plum', other: 'plum' };
  const choices = { choices: 'Apple, Pear' };
  expect(thrownBy(() => judgeFields(state))).toMatchObject({
    fieldErrors: [
      { field: 'one', messageKey: 'form.choices', values: choices },
      { field: 'other', messageKey: 'form.choices', values: choices },
    ],
  });
  state.values = { other: 'pear' };
  expect(thrownBy(() => judgeFields(state))).toMatchObject({
    fieldErrors: [{ messageKey: 'upload.reportType' }],
  });
});

function thrownBy(act: () => void) {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
