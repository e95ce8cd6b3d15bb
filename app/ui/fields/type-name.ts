import { useWords } from '~/ui/sentence';

/** The words for a report's type, with the requirements' fallback. */
export function useTypeName() {
  const { t, isKey } = useWords();
  return (reportType: string | null) => {
    const key = `type.${reportType}`;
    return t(isKey(key) ? key : 'report.unknown');
  };
}
