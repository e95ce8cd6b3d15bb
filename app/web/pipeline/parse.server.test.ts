import { expect, test } from 'vitest';
import { z } from 'zod';
import { choiceOf, optionalChoice } from '~/domain/kernel/choices';
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

test('what is right is the input, without what nobody asked for', () => {
  const state = withValues({ name: 'Asha', age: '7', approved: true });
  judgeFields(state);
  expect(state.input).toEqual({ name: 'Asha', age: 7 });
});

test('a mistake is said once a field, and a form may be asked for more', () => {
  expect(errorsOf(withValues({}))).toEqual([['name', 'signup.firstName']]);
  expect(errorsOf(withValues({ name: 'Asha' }, true))).toEqual([['consent', 'upload.consent']]);
});

test('what is wrong with the file comes first', () => {
  const state = withValues({});
  state.fileError = { field: 'file', messageKey: 'upload.empty', kind: 'invalid' };
  expect(errorsOf(state)).toEqual([
    ['file', 'upload.empty'],
    ['name', 'signup.firstName'],
  ]);
});

test('of a body that was cut, fields that did not come are not missing', () => {
  const state = withValues({ age: 'seven' });
  state.body = { isCut: () => true } as Body;
  state.fileError = { field: 'file', messageKey: 'upload.tooLarge', kind: 'tooLarge' };
  expect(errorsOf(state)).toEqual([
    ['file', 'upload.tooLarge'],
    ['age', 'form.invalid'],
  ]);
});

test('before a file, a program may still send more; a form of ours has sent all', () => {
  expect(errorsOf(withValues({}), judgeBeforeFile)).toEqual([]);
  expect(errorsOf(withValues({ name: 7 }), judgeBeforeFile)).toEqual([['name', 'form.text']]);
  expect(errorsOf(withValues({}, true), judgeBeforeFile)).not.toEqual([]);
});

test('a null in a field that may be left out is left out, and one that says something stays', () => {
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

test('a value that is none of those there are is refused with all of them', () => {
  const fruit = ['Apple', 'Pear'] as const;
  const state = aCall(
    anOperation({
      input: z.object({ one: choiceOf(fruit, 'upload.reportType'), other: optionalChoice(fruit) }),
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
