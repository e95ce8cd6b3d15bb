import { ActionButton } from '~/ui/forms/buttons';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';

/** A button that claims the longest waiting report of the filtered list. */
export function NextReport({ variant = '' }: { variant?: string }) {
  const { t } = useWords();
  const action = paths.pendingReportOf('next');
  return (
    <ActionButton operation="report.next" action={action} keepsQuery icon="next" variant={variant}>
      {t('claim.next')}
    </ActionButton>
  );
}
