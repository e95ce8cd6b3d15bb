import { Link } from '@remix-run/react';
import { noteRestoreTried } from '~/domain/clinic/checklist.server';
import { makeBackup } from '~/domain/clinic/make-backup.server';
import { retryEmail } from '~/domain/clinic/outbox-lists.server';
import { readSystem } from '~/domain/clinic/read-system.server';
import { sendTestEmail } from '~/domain/clinic/test-email.server';
import { ownWords } from '~/i18n/translate';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { useWords } from '~/ui/sentence';
import { actionByIntent, pageAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { paths } from '~/web/request/paths';
import { requestLanguage } from '~/web/request/request-language.server';
import {
  Backup,
  Disk,
  Emails,
  Fact,
  Jobs,
  Keys,
  Section,
  Servers,
  Translations,
  useSystem,
} from './system-parts';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/shared/page-exports';

export const loader = pageLoader(readSystem, {
  routeInput: ({ params: { part } }) => {
    if (part !== undefined && !systemParts.some((one) => one === part)) throw notFound();
    return {};
  },
  extraData: () => ownWords(requestLanguage(), 'systemPage', 'emailName', 'keysPage'),
});

const systemParts = ['retry', 'test-email', 'back-up', 'restore-tried'] as const;
const here = {
  onSuccess: () => ({ path: paths.system }),
  refusedPath: paths.system,
  failedPath: paths.system,
};

const onEmailPage = {
  onSuccess: () => ({ path: paths.email }),
  refusedPath: paths.email,
  failedPath: paths.email,
};

/** Handles the forms. Each posts to the page's path with its part at the end. */
export const action = actionByIntent({
  retry: pageAction(retryEmail, here),
  'test-email': pageAction(sendTestEmail, onEmailPage),
  'back-up': pageAction(makeBackup, here),
  'restore-tried': pageAction(noteRestoreTried, {
    refusedPath: paths.dashboard,
    failedPath: paths.dashboard,
    onSuccess: () => ({ path: paths.dashboard }),
  }),
} satisfies Record<(typeof systemParts)[number], unknown>);

export const meta = pageTitle('nav.system');

export default function System() {
  const { t } = useWords();
  const { version } = useSystem();
  return (
    <>
      <PageHead title={t('nav.system')} lead={t('systemPage.lead')} />
      <div className="grid gap-6">
        <Backup />
        <Disk />
        <Emails />
        <Servers />
        <Jobs />
        <Translations />
        <Keys />
        <Section id="webhooks" title={t('webhooks.title')}>
          <Link
            to={paths.webhooks}
            className="inline-flex min-h-11 items-center gap-1 justify-self-start font-semibold"
          >
            {t('webhooks.addTitle')}
            <Icon name="next" />
          </Link>
        </Section>
        <Section id="program" title={t('systemPage.program')}>
          <dl>
            <Fact name={t('systemPage.version')}>{version}</Fact>
          </dl>
        </Section>
      </div>
    </>
  );
}
