import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';

/** The mark of an urgent report. */
export function UrgentMark() {
  const { t } = useWords();
  return (
    <span className="badge bad px-2">
      <Icon name="alert" className="h-4 w-4" />
      {t('danger.urgent')}
    </span>
  );
}
