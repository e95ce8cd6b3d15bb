import { createContext, type ReactNode, useContext } from 'react';
import type { CopyValues, Language, PageKey } from '~/copy/en';
import { defaultLanguage, sayDay, sayMoment, show } from '~/copy/show';

const LanguageContext = createContext<Language>(defaultLanguage);

export function WordsProvider({ language, children }: { language: Language; children: ReactNode }) {
  return <LanguageContext.Provider value={language}>{children}</LanguageContext.Provider>;
}

/** The sentences, days and moments of the reader's language. */
export function useWords() {
  const language = useContext(LanguageContext);
  return {
    language,
    t: (key: PageKey, values?: CopyValues) => show(language, key, values),
    day: (iso: string) => sayDay(language, iso),
    moment: (iso: string) => sayMoment(language, iso),
  };
}
