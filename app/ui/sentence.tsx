import { createContext, useContext } from 'react';
import type { Country } from '~/i18n/countries';
import { defaultLanguage, type Language } from '~/i18n/languages';
import type { MessageKey, MessageValues } from '~/i18n/message-keys';
import {
  isPageKey,
  sayAgo,
  sayDay,
  sayLanguage,
  sayList,
  sayMoment,
  sayNumber,
  translateOnPage,
} from '~/i18n/t';

/**
 * What the document is written in, and where its words are: those that come with the page, and all
 * of them.
 */
export type Locale = {
  language: Language;
  words: string;
  allWords: string;
  /** The server's alone: a browser reads them off the page. */
  countries?: () => Country[];
};

/**
 * Said by the server as it draws the page and read off the page by the browser; another language is
 * another document.
 */
export const LocaleContext = createContext<Locale>({ language: defaultLanguage, words: '', allWords: '' });

/** The sentences, days, numbers and names of the reader's language. */
export function useWords() {
  const { language } = useContext(LocaleContext);
  return {
    language,
    t: (key: MessageKey, values?: MessageValues) => translateOnPage(language, key, values),
    /** Whether a text is the key of a sentence. */
    isKey: (text: string): text is MessageKey => isPageKey(language, text),
    day: (iso: string) => sayDay(language, iso),
    moment: (iso: string) => sayMoment(language, iso),
    ago: (iso: string, now: number) => sayAgo(language, iso, now),
    number: (value: number) => sayNumber(language, value),
    list: (things: string[]) => sayList(language, things),
    languageName: (code: Language) => sayLanguage(language, code),
  };
}
