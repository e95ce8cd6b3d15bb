import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { AnyOperation } from '~/domain/kernel/operation';
import { languageCodes } from '~/i18n/language-codes';
import { sentences } from '~/i18n/translate';
import { reportTypes } from '~/platform/enums';
import type { Call } from '~/web/api/calls.server';
import { openApiDocument } from '~/web/api/openapi/document.server';
import { openCall } from '~/web/pipeline/call-state';
import { type InvalidInput, judgeFields } from '~/web/pipeline/parse.server';
import { fieldSentences } from '~/web/pipeline/respond.server';
import { calls } from '../../support/calls';

type Values = Record<string, unknown>;

const operations = Object.entries<Call>(calls).flatMap(([path, call]) =>
  (['GET', 'POST', 'PUT', 'DELETE'] as const).flatMap((method) => {
    const operation = call[method];
    return operation ? [[`${method} ${path}`, operation] as const] : [];
  }),
);
const byName = new Map<string, AnyOperation>(operations);

/** Returns the errors by field of a call with these values. */
function errorsOf(operation: AnyOperation, values: Values): Record<string, string> {
  const state = openCall(operation, {} as Parameters<typeof openCall>[1]);
  // The token comes from the session of the request.
  state.values = { token: 'a token', ...values };
  try {
    judgeFields(state as Parameters<typeof judgeFields>[0]);
    return {};
  } catch (error) {
    return fieldSentences('en', (error as InvalidInput).fieldErrors);
  }
}

const fieldsOf = ({ input }: AnyOperation) =>
  Object.keys(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {}).filter(
    (name) => name !== 'token',
  );

const wrongValues = {
  text: 'no such value',
  'a control character': 'x\u0000y',
  'an empty text': '',
  'a long text': 'q'.repeat(20_000),
  'a list': ['x'],
  'an object': { a: 1 },
  true: true,
  'a number': 7,
  'a negative number': -1,
  'a large number': 1e20,
  'a broken number': 1.5,
};

describe('a call with an invalid value says what is wrong', () => {
  test.each(operations)('%s', (_name, operation) => {
    const vague = (errors: Values) =>
      Object.values(errors).filter((said) => said === sentences['form.invalid']);
    expect(vague(errorsOf(operation, {})), 'an empty body').toEqual([]);
    for (const field of fieldsOf(operation))
      for (const [what, value] of Object.entries(wrongValues))
        expect(vague(errorsOf(operation, { [field]: value })), `${what} in ${field}`).toEqual([]);
  });
});

type BodySchema = { required?: string[]; properties?: Values; $ref?: string; anyOf?: BodySchema[] };
type DescribedCall = {
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: BodySchema }> };
};

describe('the document names the fields that a call is refused without', () => {
  const { paths, components } = openApiDocument() as unknown as {
    paths: Record<string, Record<string, DescribedCall>>;
    components: { schemas: Record<string, BodySchema> };
  };
  const requiredIn = (schema: BodySchema = {}): string[] => {
    const { $ref, anyOf, required = [] } = schema;
    if ($ref) return requiredIn(components.schemas[$ref.split('/').at(-1) ?? '']);
    const [first = [], ...others] = (anyOf ?? []).map(requiredIn);
    return [...required, ...first.filter((name) => others.every((other) => other.includes(name)))];
  };

  test.each(operations)('%s', (name, operation) => {
    const [method = '', path = ''] = name.split(' ');
    const described = paths[`/${path.replace(/:(\w+)\??/, '{$1}')}`]?.[method.toLowerCase()];
    const body = Object.values(described?.requestBody?.content ?? {})[0]?.schema;
    const required = (described?.parameters ?? []).filter((one) => one.required).map((one) => one.name);
    const fields = new Set(fieldsOf(operation));
    const named = [...new Set([...required, ...requiredIn(body)])].filter((field) => fields.has(field));
    expect(named.sort()).toEqual(Object.keys(errorsOf(operation, {})).sort());
  });
});

const choices = (values: readonly string[]) => `Please choose one of: ${values.join(', ')}`;
const text = 'This must be text';
const id = 'Please give the ID';
const wrongId = 'This is not a valid ID';
const day = 'Please write the day as in this example: 2026-03-05';
const whole = 'This must be a whole number, 0 or more';
const page = 'The page must be a whole number from 1 to 1000000';
const limit = 'The limit must be a whole number from 1 to 100';

test.each<[call: string, values: Values, errors: Values]>([
  ['GET report/get-pending-reports', { reportType: 'foo' }, { reportType: choices(reportTypes) }],
  ['GET report/get-pending-reports', { language: 'xx' }, { language: choices(languageCodes) }],
  ['GET report/get-pending-reports', { waitsFor: 'me' }, { waitsFor: choices(['patient', 'admin']) }],
  ['GET report/get-pending-reports', { page: '0', limit: '1000' }, { page, limit }],
  ['GET report/get-pending-reports', { page: '1000001' }, { page }],
  [
    'GET report/get-pending-reports',
    { q: 'x'.repeat(101) },
    { q: 'This text is too long. It can have at most 100 characters.' },
  ],
  ['GET report/get-report-by-patientId/:patientId', { patientId: 'x', person: 'x\0' }, { person: wrongId }],
  ['GET system/get-audit-log', { from: '31.5.2026', to: '2026-02-30' }, { from: day, to: day }],
  ['GET system/get-audit-log', { before: 'x', after: '-1' }, { before: whole, after: whole }],
  ['POST expert/approve-expert', {}, { expertId: id }],
  ['POST expert/approve-expert', { expertId: '' }, { expertId: id }],
  ['POST expert/approve-expert', { expertId: 7 }, { expertId: text }],
  ['POST expert/approve-expert', { expertId: 'x'.repeat(65) }, { expertId: wrongId }],
  ['POST message/close-message', {}, { messageId: id }],
  ['POST system/retry-email', {}, { emailId: id }],
  ['POST auth/verify-otp', { email: 'a@b.example', otp: 123456 }, { otp: text }],
  [
    'PUT profile/people/:personId',
    { name: 'Ravi', personId: 'x', birthYear: 7, same: 'no' },
    {
      birthYear: 'Please type the year of birth with four digits. It cannot be in the future.',
      same: choices(['yes']),
    },
  ],
  [
    'DELETE profile/people/:personId',
    { personId: 'x', deleteReports: 'x' },
    { deleteReports: choices(['true', 'false']) },
  ],
  [
    'POST report/add-review/:reportId',
    { reportId: 'x', review: 'Rest', correctedAt: 'today' },
    { correctedAt: 'Please write the time as in this example: 2026-03-05T08:30:00.000Z' },
  ],
  [
    'POST report/add-translation/:reportId',
    { reportId: 'x', review: 'Rest', version: 'x' },
    { version: whole },
  ],
  [
    'POST report/upload-report',
    { reportType: 'ECG', phoneNumber: '9876543210', countryCode: 'IN', uploads: 7 },
    { countryCode: 'Please give a country code such as +91', uploads: wrongId },
  ],
])('%s with %j', (call, values, errors) => {
  expect(errorsOf(byName.get(call) as AnyOperation, values)).toEqual(errors);
});
