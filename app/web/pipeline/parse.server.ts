import type { z } from 'zod';
import type { RefusalCode } from '~/domain/kernel/refusal';
import type { MessageKey, MessageValues } from '~/i18n/message-keys';
import { isMessageKey } from '~/i18n/translate';
import { openBody } from '~/web/body/read-body.server';
import type { CallState, FieldError } from './call-state';
import { maxBytesOf } from './file-error.server';

/**
 * Reads the fields of a call's body, up to its first file, unless they have been read. The route
 * stands above the body, and the body above the query.
 *
 * @throws `UnreadableBody`.
 */
export async function readFields(state: CallState): Promise<void> {
  const { operation, call } = state;
  if (state.fields) return;
  if (operation.takesPiece) return takeFields(state);
  const { file, lists } = operation;
  const body = await openBody(call.request, {
    file: file && { field: file.field, maxBytes: maxBytesOf(file) },
    lists,
  });
  state.settlements.push(() => body.close());
  state.body = body;
  takeFields(state);
}

/** Takes over what has come of the body so far. */
export function takeFields(state: CallState): void {
  const { operation, call, body } = state;
  const { fields, values } = body?.readFields() ?? { fields: new FormData(), values: {} };
  const emptied = operation.clearableFields?.filter((field) => fields.get(field) === '') ?? [];
  const empty = Object.fromEntries(emptied.map((field) => [field, '']));
  state.fields = fields;
  state.values = { ...call.query?.(), ...values, ...empty, ...call.routeInput };
}

/** What is wrong with the fields, or with the file. */
export class InvalidInput extends Error {
  constructor(
    readonly fieldErrors: [FieldError, ...FieldError[]],
    /** Whether a file that stands after the fields was not received because of them. */
    readonly isFileUnread?: boolean,
  ) {
    super('invalid input');
  }
}

/**
 * The fourth step: reads the fields and parses them with the operation's schema. Before a file the
 * mistakes that are certain refuse the call, and the file is not received; all others are judged
 * once the file is there.
 *
 * @throws Refusal: `tooLarge`, `wrongType`, of the body itself.
 * @throws `InvalidInput`, with one mistake a field; `UnreadableBody`.
 */
export async function parse(state: CallState): Promise<void> {
  await readFields(state);
  const { operation, body } = state;
  if (body?.refusal) throw body.refusal;
  if (!operation.file) judgeFields(state);
  else if (body?.isFileNext) judgeBeforeFile(state);
}

/**
 * Judges all that came with a call.
 *
 * @throws `InvalidInput`, with one mistake a field or page, that of the file first.
 */
export function judgeFields(state: CallState): void {
  const { fileError, pageErrors, values, body } = state;
  const { input, fieldErrors } = parsed(state);
  // Of a body far too large the rest was not read: fields that did not come are not missing.
  const known = body?.isCut() ? fieldErrors.filter(({ field }) => field in values) : fieldErrors;
  const [first, ...others] = [...(fileError ? [fileError] : pageErrors), ...known];
  if (first) throw new InvalidInput([first, ...others]);
  state.input = input;
}

/**
 * Judges the fields that stand before a file. Our own forms have their file at the end; a program
 * may send more after it, and what it has not sent yet is not missing.
 *
 * @throws `InvalidInput`; the file is not received then.
 */
export function judgeBeforeFile(state: CallState): void {
  const [first, ...others] = parsed(state).fieldErrors;
  if (!first) return;
  const isCertain = state.call.isForm || [first, ...others].every(({ field }) => field in state.values);
  if (isCertain) throw new InvalidInput([first, ...others], true);
}

function parsed({ operation, call, values: sent }: CallState) {
  const schema: z.ZodType = (call.isForm && operation.inputOnPage) || operation.input;
  const { data, error } = parsedWithoutNulls(schema, sent);
  const byField = new Map<string, FieldError>();
  for (const issue of error?.issues ?? []) {
    const field = String(issue.path[0] ?? '');
    const [messageKey, values] = [messageKeyOf(issue, sent[field]), valuesOf(issue)];
    if (!byField.has(field))
      byField.set(field, { field, messageKey, values, kind: 'invalid', code: codeOf(issue) });
  }
  return { input: data, fieldErrors: [...byField.values()] };
}

/** Leaves out null where a field does not take it: programs send it for what they leave out. */
function parsedWithoutNulls(schema: z.ZodType, values: Record<string, unknown>) {
  const result = schema.safeParse(values);
  const wrong = new Set(result.error?.issues.map(({ path }) => path[0]));
  const left = Object.entries(values).filter(([field, value]) => value !== null || !wrong.has(field));
  return left.length < Object.keys(values).length ? schema.safeParse(Object.fromEntries(left)) : result;
}

/** The sentence of a mistake. What is there and is no text is not said to be missing. */
function messageKeyOf(issue: z.core.$ZodIssue, sent: unknown): MessageKey {
  const isNoText = issue.code === 'invalid_type' && issue.expected === 'string' && issue.path.length === 1;
  if (isNoText && sent !== undefined && sent !== null) return 'form.text';
  return isMessageKey(issue.message) ? issue.message : 'form.invalid';
}

/** Finds what fills in a sentence: the values of a field that takes a few, or the most it takes. */
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

/** The code that a schema's own rule gives, in `params`. */
const codeOf = (issue: z.core.$ZodIssue) =>
  issue.code === 'custom' ? (issue.params?.code as RefusalCode | undefined) : undefined;
