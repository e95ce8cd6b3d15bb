import { useMatches } from '@remix-run/react';
import { createContext, useContext, useMemo } from 'react';
import type { Country } from '~/i18n/countries';
import { defaultLanguage, type Language } from '~/i18n/languages';
import type { MessageKey, MessageValues } from '~/i18n/message-keys';
import {
  formatAgo,
  formatClock,
  formatDay,
  formatLanguage,
  formatList,
  formatMoment,
  formatNumber,
  isPageKey,
  registerMessages,
  translateOnPage,
} from '~/i18n/t';

/**
 * The language of the document and where its words are: those that come with the page, and all of
 * them.
 */
export type Locale = {
  language: Language;
  words: string;
  allWords: string;
  /** Set on the server only: the browser reads the words off the page. */
  countries?: () => Country[];
};

/**
 * The language and words of the document. The server provides them as it renders the page, and the
 * browser reads them off the page. Another language is another document.
 */
export const LocaleContext = createContext<Locale>({ language: defaultLanguage, words: '', allWords: '' });

/** Returns the sentences, days, numbers and names in the reader's language. */
export function useWords() {
  const { language } = useContext(LocaleContext);
  return {
    language,
    t: (key: MessageKey, values?: MessageValues) => translateOnPage(language, key, values),
    /** Returns true if a text is a message key. */
    isKey: (text: string): text is MessageKey => isPageKey(language, text),
    day: (iso: string) => formatDay(language, iso),
    clock: (iso: string) => formatClock(language, iso),
    moment: (iso: string) => formatMoment(language, iso),
    ago: (iso: string, now: number) => formatAgo(language, iso, now),
    number: (value: number) => formatNumber(language, value),
    list: (things: string[]) => formatList(language, things),
    languageName: (code: Language) => formatLanguage(language, code),
  };
}

/**
 * Registers the sentences that the page carries in its data (`ownWords` of its loader). The frame
 * calls it before the page is drawn; the server reads all sentences anyway.
 */
export function useOwnWords() {
  const { language } = useContext(LocaleContext);
  const data = useMatches().at(-1)?.data as { ownWords?: Record<string, string> } | undefined;
  const words = data?.ownWords;
  useMemo(() => {
    if (words && !import.meta.env.SSR) registerMessages(language, words);
  }, [language, words]);
}
