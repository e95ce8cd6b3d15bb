import { useWords } from '~/ui/sentence';

/** Returns a function that names a report's type, with the fallback of the requirements. */
export function useTypeName() {
  const { t, isKey } = useWords();
  return (reportType: string | null) => {
    const key = `type.${reportType}`;
    return t(isKey(key) ? key : 'report.unknown');
  };
}
