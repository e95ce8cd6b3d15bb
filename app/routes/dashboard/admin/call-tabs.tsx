import { PageTabs } from '~/ui/layout/page-tabs';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';

/** The two lists of people to call, for those who record calls to the urgent ones. */
export function CallTabs({ current }: { current: string }) {
  const { t } = useWords();
  return (
    <PageTabs
      label={t('toTell.title')}
      current={current}
      tabs={[
        { to: paths.toTell, label: t('toTell.title') },
        { to: paths.goToday, label: t('goToday.title') },
      ]}
    />
  );
}
