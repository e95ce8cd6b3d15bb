import { ActionButton } from '~/ui/forms/buttons';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';

/** Takes the report that waits longest of those that the list is narrowed to. */
export function NextReport({ variant = '' }: { variant?: string }) {
  const { t } = useWords();
  const action = paths.pendingReportOf('next');
  return (
    <ActionButton operation="report.next" action={action} keepsQuery icon="next" variant={variant}>
      {t('claim.next')}
    </ActionButton>
  );
}
