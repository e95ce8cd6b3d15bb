import type { Language } from '~/i18n/languages';
import { useWords } from '~/ui/sentence';
import { AskForm } from './ask-form';

/** The question form, collapsed below the review, for a doctor who cannot review a report yet. */
export function AskInstead({ action, defaultLanguage }: { action: string; defaultLanguage: Language }) {
  const { t } = useWords();
  return (
    <details className="sheet !py-2">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{t('ask.title')}</summary>
      <div className="pt-2 pb-3">
        <AskForm action={action} defaultLanguage={defaultLanguage} />
      </div>
    </details>
  );
}
