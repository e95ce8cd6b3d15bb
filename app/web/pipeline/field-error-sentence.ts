import type { Language } from '~/i18n/messages/en';
import { translate } from '~/i18n/translate';
import type { FieldError } from './call-state';

/** What is said of a mistake, with which of several files it is about. */
export function sentenceOf(
  language: Language,
  { messageKey, values, fileNumber: number }: FieldError,
): string {
  const what = translate(language, messageKey, values);
  return number === undefined ? what : translate(language, 'upload.fileNumber', { number, what });
}
