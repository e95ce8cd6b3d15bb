import { type AnyOperation, hidesReason, type Outcome } from '~/domain/kernel/operation';
import type { Refusal } from '~/domain/kernel/refusal';
import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translate';
import { developerDetails } from '~/platform/observability/developer-details.server';
import { type ErrorCode, errorCodeOf, errorCodeOfFields, statusByKind } from '~/web/request/error-codes';
import { requestLanguage } from '~/web/request/request-language.server';
import type { FieldError, OperationResult } from './call-state';

/** Returns the sentence for an error, with the number of the file or page if there are several. */
function sentenceOf(
  language: Language,
  { messageKey, values, fileNumber: number, pageNumber: n }: FieldError,
): string {
  const what = translate(language, messageKey, values);
  if (n !== undefined) return translate(language, 'upload.page', { n, what });
  return number === undefined ? what : translate(language, 'upload.fileNumber', { number, what });
}

/** Returns the first sentence for each field. */
export function fieldSentences(language: Language, fieldErrors: FieldError[]): Record<string, string> {
  const sentences: Record<string, string> = {};
  for (const error of fieldErrors) sentences[error.field] ??= sentenceOf(language, error);
  return sentences;
}

/**
 * Returns the sentence for each page that is not accepted; undefined if no error concerns pages.
 */
function pagesOf(language: Language, fieldErrors: FieldError[]) {
  const pages = fieldErrors.flatMap(({ pageNumber: page, messageKey, values }) =>
    page === undefined ? [] : [{ page, message: translate(language, messageKey, values) }],
  );
  return pages.length > 0 ? pages : undefined;
}

type Done<Result> = Extract<OperationResult<Result>, { status: 'done' }>;
export type FailedResult = Exclude<OperationResult<Outcome>, { status: 'done' }>;

/** A protocol-independent description of a call that was not done. */
export type Failure = {
  result: FailedResult;
  status: number;
  code: ErrorCode;
  /** The reason in the reader's language, or the operation's generic failure message. */
  message: string;
  /** The sentence for each invalid field. */
  errors?: Record<string, string>;
  /** The pages of a file that are not accepted, with the reasons. */
  pages?: { page: number; message: string }[];
  headers: Record<string, string>;
  /** The ID in the log, and in development the stack trace. */
  details: { incident?: string; stack?: string };
};

/** The functions with which a protocol writes its answers. */
type Protocol<Result, OfDone, OfFailed> = {
  onDone(result: Done<Result>): OfDone | Promise<OfDone>;
  onFailed(failure: Failure): OfFailed | Promise<OfFailed>;
};

/** Answers a call in the format of its protocol. */
export async function respond<Result extends Outcome, OfDone, OfFailed>(
  operation: Pick<AnyOperation, 'policy' | 'failureMessage'>,
  result: OperationResult<Result>,
  protocol: Protocol<Result, OfDone, OfFailed>,
): Promise<OfDone | OfFailed> {
  return result.status === 'done'
    ? protocol.onDone(result)
    : protocol.onFailed(describeFailure(operation, result));
}

function describeFailure(
  operation: Pick<AnyOperation, 'policy' | 'failureMessage'>,
  result: FailedResult,
): Failure {
  const inWords = (sentence: string) =>
    hidesReason(operation) ? translate(requestLanguage(), operation.failureMessage) : sentence;
  if (result.status === 'invalid') {
    const worstFirst = [...result.fieldErrors].sort((a, b) => statusByKind[a.kind] - statusByKind[b.kind]);
    const errors = fieldSentences(requestLanguage(), result.fieldErrors);
    return {
      result,
      status: statusByKind[worstFirst[0]?.kind ?? 'invalid'],
      code: errorCodeOfFields(worstFirst),
      message: inWords(Object.values(errors)[0] ?? ''),
      errors,
      pages: pagesOf(requestLanguage(), result.fieldErrors),
      headers: {},
      details: {},
    };
  }
  if (result.status === 'refused') {
    const { refusal } = result;
    return {
      result,
      status: statusByKind[refusal.kind],
      code: errorCodeOf(refusal.code),
      message: inWords(sayRefusal(refusal)),
      headers: refusalHeaders(refusal),
      details: {},
    };
  }
  if (result.status === 'unreadable') {
    const message = translate(requestLanguage(), result.messageKey);
    return { result, status: 400, code: errorCodeOf('unreadable'), message, headers: {}, details: {} };
  }
  const { incident } = result;
  return {
    result,
    status: 500,
    code: errorCodeOf('failed'),
    message: translate(requestLanguage(), operation.failureMessage),
    headers: {},
    details: { incident, ...developerDetails(incident) },
  };
}

/** Returns the sentence for a refusal. */
export const sayRefusal = ({ messageKey, values }: Refusal): string =>
  translate(requestLanguage(), messageKey, values);

/** Returns the headers of a refusal. */
const refusalHeaders = ({ retryAfterSeconds }: Refusal): Record<string, string> =>
  retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {};
