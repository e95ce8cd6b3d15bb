import type { z } from 'zod';
import type { RefusalCode } from '~/domain/kernel/refusal';
import type { MessageKey, MessageValues } from '~/i18n/message-keys';
import { isMessageKey } from '~/i18n/translate';
import { openBody } from '~/web/body/read-body.server';
import type { CallState, FieldError } from './call-state';
import { maxBytesOf } from './file-mistakes.server';

/**
 * Reads the fields of a call's body up to its first file, unless they were already read. The route
 * overrides the body, and the body overrides the query.
 *
 * @throws `UnreadableBody`.
 */
export async function readFields(state: CallState): Promise<void> {
  const { operation, call } = state;
  if (state.fields) return;
  if (operation.takesPiece) return takeFields(state);
  const { file, lists } = operation;
  const body = await openBody(call.request, {
    file: file && { field: file.field, maxBytes: maxBytesOf(file), isReadToEnd: call.isForm },
    lists,
  });
  state.settlements.push(() => body.close());
  state.body = body;
  takeFields(state);
}

/** Copies the fields received so far into the call's state. */
export function takeFields(state: CallState): void {
  const { operation, call, body } = state;
  const { fields, values } = body?.readFields() ?? { fields: new FormData(), values: {} };
  const emptied = operation.clearableFields?.filter((field) => fields.get(field) === '') ?? [];
  const empty = Object.fromEntries(emptied.map((field) => [field, '']));
  state.fields = fields;
  state.values = { ...call.query?.(), ...values, ...empty, ...call.routeInput };
}

/**
 * Reads the fields after the file of a refused form, so that the page can show them again. Files
 * are discarded. A body that cannot be read has no more fields.
 */
export async function readFieldsAfterFile(state: CallState): Promise<void> {
  const { body, call } = state;
  if (!call.isForm || !body) return;
  try {
    await body.discardFiles();
    takeFields(state);
  } catch {
    // The connection broke, or the body is malformed: the fields received so far remain.
  }
}

/** Thrown if the fields or the file are invalid. */
export class InvalidInput extends Error {
  constructor(
    readonly fieldErrors: [FieldError, ...FieldError[]],
    /** True if a file after the fields was not received because of them. */
    readonly isFileUnread?: boolean,
  ) {
    super('invalid input');
  }
}

/**
 * Performs the fourth step: reads the fields and parses them with the operation's schema. If a file
 * follows, definite errors refuse the call and the file is not received. Other errors are reported
 * once the file has arrived.
 *
 * @throws Refusal: `tooLarge`, `wrongType`, of the body itself.
 * @throws `InvalidInput`, with one error per field; `UnreadableBody`.
 */
export async function parse(state: CallState): Promise<void> {
  await readFields(state);
  const { operation, body } = state;
  if (body?.refusal) throw body.refusal;
  if (!operation.file) judgeFields(state);
  else if (body?.isFileNext) judgeBeforeFile(state);
}

/**
 * Validates all fields and files of a call.
 *
 * @throws `InvalidInput`, with one error per field or page, that of the file first.
 */
export function judgeFields(state: CallState): void {
  const { fileError, pageErrors, values, body } = state;
  const { input, fieldErrors } = parseValues(state);
  // The rest of an oversized body was not read, so fields that did not arrive are not missing.
  const relevantErrors = body?.isCut() ? fieldErrors.filter(({ field }) => field in values) : fieldErrors;
  const [first, ...otherErrors] = [...(fileError ? [fileError] : pageErrors), ...relevantErrors];
  if (first) throw new InvalidInput([first, ...otherErrors]);
  state.input = input;
}

/**
 * Validates the fields before a file. More fields may follow it (the upload page without script
 * sends all of them there), so those are not yet missing.
 *
 * @throws `InvalidInput`; the file is then not received.
 */
export function judgeBeforeFile(state: CallState): void {
  const [first, ...otherErrors] = parseValues(state).fieldErrors;
  if (first && [first, ...otherErrors].every(({ field }) => field in state.values))
    throw new InvalidInput([first, ...otherErrors], true);
}

function parseValues({ operation, call, values: sentValues }: CallState) {
  const schema: z.ZodType = (call.isForm && operation.inputOnPage) || operation.input;
  const { data, error } = parseWithoutNulls(schema, sentValues);
  const byField = new Map<string, FieldError>();
  for (const issue of error?.issues ?? []) {
    const field = String(issue.path[0] ?? '');
    const [messageKey, values] = [messageKeyOf(issue, sentValues[field]), valuesOf(issue)];
    if (!byField.has(field))
      byField.set(field, { field, messageKey, values, kind: 'invalid', code: codeOf(issue) });
  }
  return { input: data, fieldErrors: [...byField.values()] };
}

/**
 * Parses values, and leaves out null values that a field rejects: clients send null for omitted
 * fields.
 */
function parseWithoutNulls(schema: z.ZodType, values: Record<string, unknown>) {
  const result = schema.safeParse(values);
  const wrong = new Set(result.error?.issues.map(({ path }) => path[0]));
  const left = Object.entries(values).filter(([field, value]) => value !== null || !wrong.has(field));
  return left.length < Object.keys(values).length ? schema.safeParse(Object.fromEntries(left)) : result;
}

/**
 * Returns the sentence for an error. A value that is present but not a string is not called
 * missing.
 */
function messageKeyOf(issue: z.core.$ZodIssue, value: unknown): MessageKey {
  const isNoText = issue.code === 'invalid_type' && issue.expected === 'string' && issue.path.length === 1;
  if (isNoText && value !== undefined && value !== null) return 'form.text';
  return isMessageKey(issue.message) ? issue.message : 'form.invalid';
}

/** Returns the values for a sentence: the choices of a field, or its maximum. */
function valuesOf(issue: z.core.$ZodIssue): MessageValues | undefined {
  const choices = choicesOf(issue);
  if (choices !== undefined) return { choices };
  return issue.code === 'too_big' ? { most: Number(issue.maximum) } : undefined;
}

function choicesOf(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === 'invalid_union') return issue.errors.flat().map(choicesOf).find(Boolean);
  if (issue.code === 'invalid_type' && issue.expected === 'boolean') return 'true, false';
  return issue.code === 'invalid_value' ? issue.values.join(', ') : undefined;
}

/** Returns the code that a schema's custom rule sets in `params`. */
const codeOf = (issue: z.core.$ZodIssue) =>
  issue.code === 'custom' ? (issue.params?.code as RefusalCode | undefined) : undefined;
