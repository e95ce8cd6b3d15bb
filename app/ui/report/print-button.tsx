import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';

/** The button that prints the page; without script, a sentence on how to print it. */
export function PrintButton({ variant = '' }: { variant?: 'plain' | '' }) {
  const { t } = useWords();
  return useHydrated() ? (
    <button type="button" className={`button ${variant}`} onClick={() => window.print()}>
      <Icon name="print" />
      {t('slip.print')}
    </button>
  ) : (
    <p className="flex min-h-11 items-center">{t('slip.byBrowser')}</p>
  );
}
