import { useLocation } from '@remix-run/react';
import { PostForm } from '~/ui/forms/post-form';
import { SubmitButton } from '~/ui/forms/submit-button';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/paths';

/** Takes the report that waits longest of those that the list is narrowed to. */
export function NextReport({ variant = '' }: { variant?: string }) {
  const { t } = useWords();
  const { search } = useLocation();
  const action = paths.pendingReportOf('next');
  return (
    <PostForm operation="report.next" action={`${action}${search}`}>
      <SubmitButton icon="next" variant={variant} action={action}>
        {t('claim.next')}
      </SubmitButton>
    </PostForm>
  );
}
