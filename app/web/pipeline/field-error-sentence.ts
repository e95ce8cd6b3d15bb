import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translate';
import type { FieldError } from './call-state';

/** What is said of a mistake, with which of several files or pages it is about. */
function sentenceOf(
  language: Language,
  { messageKey, values, fileNumber: number, pageNumber: n }: FieldError,
): string {
  const what = translate(language, messageKey, values);
  if (n !== undefined) return translate(language, 'upload.page', { n, what });
  return number === undefined ? what : translate(language, 'upload.fileNumber', { number, what });
}

/** What is said of each field, once. */
export function sentencesOf(language: Language, fieldErrors: FieldError[]): Record<string, string> {
  const sentences: Record<string, string> = {};
  for (const error of fieldErrors) sentences[error.field] ??= sentenceOf(language, error);
  return sentences;
}

/** What is said of each page that is not taken; undefined where it is not about pages. */
export function pagesOf(language: Language, fieldErrors: FieldError[]) {
  const pages = fieldErrors.flatMap(({ pageNumber: page, messageKey, values }) =>
    page === undefined ? [] : [{ page, message: translate(language, messageKey, values) }],
  );
  return pages.length > 0 ? pages : undefined;
}
