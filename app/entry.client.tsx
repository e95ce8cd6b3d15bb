import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { setClinicTime } from './i18n/clinic-time';
import { defaultLanguage, isLanguage } from './i18n/languages';
import { fetchMissingWith, registerMessages } from './i18n/t';
import { keepPageWithoutConnection } from './ui/connection/keep-page';
import { untilLoaded } from './ui/connection/load-pages';
import { keepInput } from './ui/forms/keep-input';
import { LocaleContext } from './ui/sentence';

const { lang } = document.documentElement;
const language = isLanguage(lang) ? lang : defaultLanguage;
const { words = '', allWords = '', clinicTime } = document.getElementById('words')?.dataset ?? {};
if (clinicTime) setClinicTime(JSON.parse(clinicTime));

async function fetchWords(address: string) {
  const fetched: { default: Record<string, string> } = await import(/* @vite-ignore */ address);
  registerMessages(language, fetched.default);
}

fetchMissingWith(() => untilLoaded(allWords).then(() => fetchWords(allWords)));
keepPageWithoutConnection();

function Page({ onAwake }: { onAwake: () => void }) {
  useEffect(onAwake, [onAwake]);
  return <RemixBrowser />;
}

// Before hydration the page can be read and its forms submitted. Without its words it would hydrate
// without text.
fetchWords(words).then(() => {
  const { restore, end } = keepInput();
  const onRecoverableError = (error: unknown) => {
    restore();
    // As React does by default, in browsers that support it.
    window.reportError?.(error);
  };
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <LocaleContext.Provider value={{ language, words, allWords }}>
          <Page onAwake={end} />
        </LocaleContext.Provider>
      </StrictMode>,
      { onRecoverableError },
    );
  });
});
