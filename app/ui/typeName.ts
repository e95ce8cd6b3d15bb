import { isPageKey } from '~/copy/show';
import { useWords } from './words';

/** The words for a report's type, with the specification's fallback. */
export function useTypeName() {
  const { t } = useWords();
  return (reportType: string | null) => {
    const key = `type.${reportType}`;
    return t(isPageKey(key) ? key : 'report.unknown');
  };
}
