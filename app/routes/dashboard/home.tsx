import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { readDashboard } from '~/domain/clinic/dashboard.server';
import { pageSentences } from '~/i18n/translate';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { useWords } from '~/ui/sentence';
import { eventSentences } from '~/web/pages/event-sentences.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { readCookie } from '~/web/request/cookies.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { AdminHome } from './home/admin-home';
import { ChangesNotice } from './home/changes-notice';
import { DutyHome } from './home/duty-home';
import { ExpertHome } from './home/expert-home';
import { PatientHome } from './home/patient-home';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/shared/page-exports';

const read = pageLoader(readDashboard, {
  routeInput: async ({ request }) => ({ token: await readCookie(request, 'session') }),
});

/** Adds the sentences of one role only, which the others need not load. */
export async function loader(args: LoaderFunctionArgs) {
  const data = await read(args);
  const isStaff = data.viewer.accountType !== 'Patient' || data.duty !== undefined;
  return {
    ...data,
    changesWords:
      data.changes.length > 0
        ? {
            words: pageSentences(requestLanguage(), 'changesSeen'),
            sentences: eventSentences(requestLanguage()),
          }
        : undefined,
    toDoWords: isStaff ? pageSentences(requestLanguage(), 'toDo') : undefined,
    checklistWords: data.checklist ? pageSentences(requestLanguage(), 'checklist') : undefined,
    waitingWords: data.whileWaiting ? pageSentences(requestLanguage(), 'whileWaiting') : undefined,
  };
}

export const meta = pageTitle('nav.dashboard');

const leads = {
  Patient: 'dashboard.patientLead',
  Expert: 'dashboard.expertLead',
  Admin: 'dashboard.adminLead',
} as const;

export default function DashboardHome() {
  const { t } = useWords();
  const { viewer, patient, duty, expert, admin, standing, ...data } = useLoaderData<typeof loader>();
  const { toDoWords, checklistWords, waitingWords, whileWaiting, checklist } = data;
  return (
    <>
      <PageHead
        title={t('dashboard.welcome', { name: viewer.firstName })}
        lead={standing || whileWaiting ? undefined : t(leads[viewer.accountType])}
      />
      {data.changesWords && <ChangesNotice changes={data.changes} {...data.changesWords} />}
      {duty && toDoWords && <DutyHome counts={duty} words={toDoWords} viewer={viewer} />}
      {patient && <PatientHome {...patient} patientId={viewer.id} />}
      {viewer.accountType === 'Expert' && toDoWords && (
        <ExpertHome
          standing={standing}
          counts={expert}
          words={toDoWords}
          steps={whileWaiting && waitingWords && { done: whileWaiting, words: waitingWords }}
        />
      )}
      {admin && toDoWords && (
        <AdminHome
          counts={admin}
          words={toDoWords}
          checklist={checklist && checklistWords && { ...checklist, words: checklistWords }}
        />
      )}
    </>
  );
}
