import type { Language } from '~/i18n/languages';
import { pageSentences } from '~/i18n/translate';

/** Returns the sentences about events of an account, which few pages show. */
export const eventSentences = (language: Language) => ({
  own: pageSentences(language, 'ownDid'),
  staff: pageSentences(language, 'staffDid'),
});

export type EventSentences = ReturnType<typeof eventSentences>;
