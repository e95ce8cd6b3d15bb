import type { Language } from '~/i18n/languages';
import { useWords } from '~/ui/sentence';
import { AskForm } from './ask-form';

/** For a doctor who cannot review a report yet, folded away below the review. */
export function AskInstead({ action, written }: { action: string; written: Language }) {
  const { t } = useWords();
  return (
    <details className="sheet !py-2">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{t('ask.title')}</summary>
      <div className="pt-2 pb-3">
        <AskForm action={action} written={written} />
      </div>
    </details>
  );
}
