import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';

const signs = { Pending: 'pending', Reviewed: 'check', Withdrawn: 'lock' } as const;

/** Shows a status: Reviewed in green, all others in amber, each with a sign as well as a colour. */
export function StatusBadge({ status }: { status: keyof typeof signs }) {
  const { t } = useWords();
  const variant = { Pending: 'wait', Reviewed: 'good', Withdrawn: 'wait' }[status];
  return (
    <span className={`badge ${variant}`}>
      <Icon name={signs[status]} className="h-4 w-4" />
      {t(`report.${status}`)}
    </span>
  );
}
