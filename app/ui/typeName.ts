import type { CopyKey } from '~/copy/en';
import { isCopyKey } from '~/copy/say';
import { useWords } from './words';

/** The words for a report's type, with the specification's fallback. */
export function useTypeName() {
  const { t } = useWords();
  return (reportType: string | null) => {
    const key = `type.${reportType}`;
    return t(isCopyKey(key) ? (key as CopyKey) : 'report.unknown');
  };
}
