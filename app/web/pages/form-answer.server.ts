import type { SubmissionResult } from '@conform-to/dom';
import { data } from '@remix-run/node';
import { type AnyOperation, type Outcome, saysOnlyFailure } from '~/domain/kernel/operation';
import type { Refusal } from '~/domain/kernel/refusal';
import { translate } from '~/i18n/translate';
import { developerDetails } from '~/platform/observability/developer-details.server';
import { language } from '~/web/locale/request-language.server';
import { pagesOf, sentencesOf } from '~/web/pipeline/field-error-sentence';
import type { OperationResult } from '~/web/pipeline/run-operation.server';
import { statusOf } from '~/web/pipeline/status';
import { formTokenField } from './form-token.server';

/**
 * What a form gets back when it was not accepted: what was typed, what is wrong with it, and a
 * message.
 */
export type Answer = Awaited<ReturnType<typeof formAnswer>>['data'];

/** What a form gets back when it was not accepted, with its status. */
export async function formAnswer<Result extends Outcome>(
  operation: AnyOperation,
  result: Exclude<OperationResult<Result>, { status: 'done' }>,
) {
  const { status, headers, errors, message, pages } = wordsOf(operation, result);
  const fields = plainFields('fields' in result ? result.fields : undefined);
  const lastResult: SubmissionResult = {
    status: 'error',
    initialValue: Object.fromEntries(fields.filter(([name]) => !operation.secretFields?.includes(name))),
    error: errors,
    state: { validated: Object.fromEntries(Object.keys(errors).map((name) => [name, true])) },
  };
  const code = result.status === 'refused' ? result.refusal.code : undefined;
  return data({ lastResult, message, code, pages }, { status, headers });
}

/**
 * What was typed, by the plain names a form of ours has. What a form library would read as an
 * instruction is not among them.
 */
function plainFields(fields = new FormData()): [string, string][] {
  return [...fields].flatMap(([name, value]) =>
    /^[a-z]\w{0,63}$/i.test(name) && name !== formTokenField && typeof value === 'string'
      ? [[name, value]]
      : [],
  );
}

function wordsOf<Result extends Outcome>(
  operation: AnyOperation,
  result: Exclude<OperationResult<Result>, { status: 'done' }>,
): Words {
  if (result.status === 'invalid') {
    const sentences = Object.entries(sentencesOf(language(), result.fieldErrors));
    const errors = Object.fromEntries(sentences.map(([field, sentence]) => [field, [sentence]]));
    const pages = pagesOf(language(), result.fieldErrors);
    const kinds = result.fieldErrors.map(({ kind }) => kind);
    const ofFile = kinds.find((kind) => kind === 'tooLarge') ?? kinds.find((kind) => kind === 'wrongType');
    const status = ofFile ? statusOf[ofFile] : result.isFileUnread ? statusOf.invalid : 400;
    // Of what is wrong with a field, only this one is said as a message too
    // (docs/requirements.md#messages).
    const mismatch = result.fieldErrors.find(({ code }) => code === 'passwordsDiffer');
    const messageKey = saysOnlyFailure(operation) ? operation.failureMessage : mismatch?.messageKey;
    return { status, errors, pages, message: messageKey && translate(language(), messageKey) };
  }
  if (result.status === 'refused') return refused(operation, result.refusal);
  if (result.status === 'unreadable') {
    return {
      status: 400,
      errors: { '': [translate(language(), result.messageKey)] },
      message: translate(language(), operation.failureMessage),
    };
  }
  const explained = [
    translate(language(), 'error.text'),
    translate(language(), 'error.incident', { incident: result.incident }),
  ].join(' ');
  const { stack } = developerDetails(result.incident);
  return {
    status: 500,
    errors: { '': [stack ? `${explained}\n${stack}` : explained] },
    message: translate(language(), operation.failureMessage),
  };
}

/** What a form gets back, with its status. */
type Words = {
  status: number;
  headers?: HeadersInit;
  errors: Record<string, string[]>;
  /** Pages of a file that are not taken, and why. */
  pages?: ReturnType<typeof pagesOf>;
  message?: string;
};

/** What is said of a refusal. */
export function refused(
  operation: AnyOperation,
  { kind, messageKey, values, hint, retryAfterSeconds }: Refusal,
): Words {
  const message = translate(language(), messageKey, values);
  const status = kind === 'invalid' || kind === 'wrongPassword' ? 400 : statusOf[kind];
  const headers = retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : undefined;
  const toast = saysOnlyFailure(operation) ? translate(language(), operation.failureMessage) : message;
  return { status, headers, errors: { '': [hint ? translate(language(), hint) : message] }, message: toast };
}
