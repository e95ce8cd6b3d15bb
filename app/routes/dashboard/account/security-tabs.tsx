import { PageTabs } from '~/ui/layout/page-tabs';
import { BackLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';

/** The parts of the page of log-in and security, with the way back to the settings. */
export function SecurityTabs({ current }: { current: string }) {
  const { t } = useWords();
  return (
    <>
      <BackLink to={paths.settings} label={t('settings.title')} />
      <PageTabs
        label={t('settings.security')}
        current={current}
        tabs={[
          { to: paths.secondFactor, label: t('secondFactor.title') },
          { to: paths.passkeys, label: t('passkeys.title') },
          { to: paths.settingsOf('sessions'), label: t('sessions.title') },
        ]}
      />
    </>
  );
}
