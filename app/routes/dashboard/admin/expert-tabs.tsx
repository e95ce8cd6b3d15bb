import { PageTabs } from '~/ui/layout/page-tabs';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';

/** The two lists of experts, for admins. */
export function ExpertTabs({ current }: { current: string }) {
  const { t } = useWords();
  return (
    <PageTabs
      label={t('nav.peopleGroup')}
      current={current}
      tabs={[
        { to: paths.pendingExpert, label: t('nav.pendingExpert') },
        { to: paths.approvedExpert, label: t('nav.approvedExperts') },
      ]}
    />
  );
}
