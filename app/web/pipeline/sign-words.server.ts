import { confirmedSigns, type DangerSign, nationalLine } from '~/domain/report/danger-signs';
import type { Language } from '~/i18n/languages';
import type { MessageKey } from '~/i18n/message-keys';
import { translate } from '~/i18n/translate';

/** Returns the words of a danger sign. */
export const toSignWords = (language: Language, sign: DangerSign): string => {
  const messageKey: MessageKey = sign === 'saidUrgent' ? 'danger.saidUrgent' : `signs.${sign}`;
  return translate(language, messageKey);
};

/** Returns the sentences that stand around the signs at the upload. */
export const signFrame = (language: Language) => ({
  question: translate(language, 'signs.question'),
  callNow: translate(language, 'signs.callNow'),
  line: translate(language, 'signs.nationalLine', { line: nationalLine }),
});

/** Lists every sentence of the danger signs that the clinic confirms, as people read them. */
export const listSignSentences = (language: Language): string[] => [
  ...Object.values(signFrame(language)),
  ...confirmedSigns.map((sign) => toSignWords(language, sign)),
];
