import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { sentenceInForm } from './queue';

// The encoder that Remix uses.
const remix = createRequire(createRequire(import.meta.url).resolve('@remix-run/node'));
const { encode } = createRequire(remix.resolve('@remix-run/server-runtime'))('turbo-stream');

const encodeText = (value: unknown) => new Response(encode(value)).text();
const refused = (error: Record<string, string[]>, initialValue: object = {}) =>
  encodeText({ data: { lastResult: { status: 'error', initialValue, error }, message: undefined } });

test('a form that was refused says why, each sentence once', async () => {
  expect(sentenceInForm(await refused({ phoneNumber: ['No such number.'] }))).toBe('No such number.');
  const error = { reportType: ['Choose one.'], phoneNumber: ['No such number.'], other: ['Choose one.'] };
  expect(sentenceInForm(await refused(error))).toBe('Choose one. No such number.');
  expect(sentenceInForm(await refused({ '': ['एक समय में इतने ही।'] }))).toBe('एक समय में इतने ही।');
});

test('what was typed is not taken for a reason', async () => {
  const typed = { description: 'error', error: 'lastResult', phoneNumber: 'data' };
  expect(sentenceInForm(await refused({ phoneNumber: ['No such number.'] }, typed))).toBe('No such number.');
});

test.each([
  ['nothing wrong', { data: { lastResult: { status: 'success' } } }],
  ['no result', { data: null }],
  ['an error', { error: 'broken' }],
  ['a text', 'error'],
])('an answer with %s says nothing', async (_what, value) => {
  expect(sentenceInForm(await encodeText(value))).toBe('');
});

test.each(['', '<!DOCTYPE html>', '{"success":false}', '[]', '[{}]', '[1,2]'])(
  'what is none of our answers, %j, says nothing',
  (answer) => {
    expect(sentenceInForm(answer)).toBe('');
  },
);
