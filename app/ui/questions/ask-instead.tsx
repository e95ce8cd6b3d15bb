import type { Language } from '~/i18n/languages';
import { useWords } from '~/ui/sentence';
import { AskForm } from './ask-form';

/** The question form, folded at the foot of the desk, for a doctor who cannot review a report yet. */
export function AskInstead({ action, defaultLanguage }: { action: string; defaultLanguage: Language }) {
  const { t } = useWords();
  return (
    <details>
      <summary className="desk-word">{t('ask.pageTitle')}</summary>
      <div className="floating absolute inset-x-0 bottom-full z-20 max-h-[min(36rem,calc(100vh-6rem))] overflow-y-auto !p-4">
        <h2 className="mb-3">{t('ask.title')}</h2>
        <AskForm action={action} defaultLanguage={defaultLanguage} />
      </div>
    </details>
  );
}
