import type { UntranslatedCount } from '~/domain/report-rules/untranslated.server';
import { useWords } from '~/ui/sentence';

/**
 * Says how many reviews wait for a translation: by the language that is wanted, and where no doctor
 * reads both languages by both.
 */
export function useUntranslatedWords() {
  const { t, languageName } = useWords();
  return (counts: UntranslatedCount[]) =>
    counts.map(({ from, to, readers, reviews: count }) => {
      const values = { count, from: languageName(from), language: languageName(to) };
      if (readers === 'none') return t('dashboard.untranslatedNoReader', values);
      return t(readers === 'to' ? 'dashboard.untranslatedNoTranslator' : 'dashboard.untranslated', values);
    });
}
