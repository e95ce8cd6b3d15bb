import { useWords } from './sentence';

/** Says after a link or button whose it is, for screen readers: it stands with each row of a list. */
export function OfName({ name }: { name: string }) {
  const { t } = useWords();
  return <span className="sr-only"> {t('list.of', { name })}</span>;
}
