import type { SubmissionResult } from '@conform-to/dom';
import { data } from '@remix-run/node';
import { type AnyOperation, hidesReason } from '~/domain/kernel/operation';
import { translate } from '~/i18n/translate';
import { formTokenField } from '~/web/pipeline/form-token.server';
import { type Failure, sayRefusal } from '~/web/pipeline/respond.server';
import { statusByKind } from '~/web/request/error-codes';
import { requestLanguage } from '~/web/request/request-language.server';

/** The answer to a form that was not accepted: its input, its errors and a message. */
export type FormAnswer = Awaited<ReturnType<typeof formAnswer>>['data'];

/** Builds the answer to a form that was not accepted, with its status. */
export async function formAnswer(operation: AnyOperation, failure: Failure) {
  const { result, pages, headers } = failure;
  const { status, errors, message } = wordsOfForm(operation, failure);
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
 * Returns the input by the plain field names that our forms use. Leaves out names that a form
 * library would read as instructions.
 */
function plainFields(fields = new FormData()): [string, string][] {
  return [...fields].flatMap(([name, value]) =>
    /^[a-z]\w{0,63}$/i.test(name) && name !== formTokenField && typeof value === 'string'
      ? [[name, value]]
      : [],
  );
}

type Words = { status: number; errors: Record<string, string[]>; message?: string };

/**
 * Returns the sentences of a form: one per field, and that of the whole form under the empty name.
 * The message appears as a toast.
 */
function wordsOfForm(
  operation: AnyOperation,
  { result, status, message, errors = {}, details }: Failure,
): Words {
  const failureMessage = translate(requestLanguage(), operation.failureMessage);
  if (result.status === 'invalid') {
    const kinds = result.fieldErrors.map(({ kind }) => kind);
    const ofFile = kinds.find((kind) => kind === 'tooLarge') ?? kinds.find((kind) => kind === 'wrongType');
    // This is the only field error that is also shown as a message (docs/requirements.md#messages).
    const mismatch = result.fieldErrors.find(({ code }) => code === 'passwordsDiffer');
    return {
      status: ofFile ? statusByKind[ofFile] : result.isFileUnread ? statusByKind.invalid : 400,
      errors: Object.fromEntries(Object.entries(errors).map(([field, sentence]) => [field, [sentence]])),
      message: hidesReason(operation)
        ? failureMessage
        : mismatch && translate(requestLanguage(), mismatch.messageKey),
    };
  }
  if (result.status === 'refused') {
    const { kind, hint } = result.refusal;
    return {
      status: kind === 'invalid' || kind === 'wrongPassword' ? 400 : status,
      errors: { '': [hint ? translate(requestLanguage(), hint) : sayRefusal(result.refusal)] },
      message,
    };
  }
  if (result.status === 'unreadable') return { status, errors: { '': [message] }, message: failureMessage };
  const explained = [
    translate(requestLanguage(), 'error.text'),
    translate(requestLanguage(), 'error.incident', { incident: result.incident }),
  ].join(' ');
  const { stack } = details;
  return { status, errors: { '': [stack ? `${explained}\n${stack}` : explained] }, message: failureMessage };
}
