import { PageTabs } from '~/ui/layout/page-tabs';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';

/** The two parts of the page of other programs: what they may read here, and what they are told. */
export function ProgramTabs({ current }: { current: string }) {
  const { t } = useWords();
  return (
    <PageTabs
      label={t('nav.programs')}
      current={current}
      tabs={[
        { to: paths.keys, label: t('keys.title') },
        { to: paths.webhooks, label: t('webhooks.title') },
      ]}
    />
  );
}
