import { noteRestoreTried } from '~/domain/clinic/checklist.server';
import { makeBackup } from '~/domain/clinic/make-backup.server';
import { retryEmail } from '~/domain/clinic/outbox-lists.server';
import { readSystem } from '~/domain/clinic/read-system.server';
import { sendTestEmail } from '~/domain/clinic/test-email.server';
import { ownWords } from '~/i18n/translate';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { actionByIntent, pageAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { SystemTable } from './system-parts';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(readSystem, {
  routeInput: ({ params: { part } }) => {
    if (part !== undefined && !systemParts.some((one) => one === part)) throw notFound();
    return {};
  },
  extraData: () => ownWords(requestLanguage(), 'systemPage', 'emailName'),
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
  return (
    <>
      <PageHead title={t('nav.system')} />
      <SystemTable />
    </>
  );
}
