import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';

/** Stands on every page where somebody sends a report or reads an answer. */
export function Emergency() {
  const { t } = useWords();
  return (
    <p className="notice mt-6">
      <Icon name="phone" className="mt-0.5" />
      <span>{t('site.emergency')}</span>
    </p>
  );
}
