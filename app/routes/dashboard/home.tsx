import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { readDashboard } from '~/domain/clinic/dashboard.server';
import { type OwnGroup, ownWords } from '~/i18n/translate';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { useWords } from '~/ui/sentence';
import { pageLoader } from '~/web/pages/page-loader.server';
import { readCookie } from '~/web/request/cookies.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { AdminHome } from './home/admin-home';
import { ChangesNotice } from './home/changes-notice';
import { DutyHome } from './home/duty-home';
import { ExpertHome } from './home/expert-home';
import { PatientHome } from './home/patient-home';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const read = pageLoader(readDashboard, {
  routeInput: async ({ request }) => ({ token: await readCookie(request, 'session') }),
});

/** Adds the sentences of one role only, which the others need not load. */
export async function loader(args: LoaderFunctionArgs) {
  const data = await read(args);
  const isStaff = data.viewer.accountType !== 'Patient' || data.duty !== undefined;
  const groups: OwnGroup[] = [];
  if (data.changes.length > 0) groups.push('changesSeen', 'ownDid', 'staffDid');
  if (isStaff) groups.push('toDo');
  if (data.checklist) groups.push('checklist');
  if (data.registrationEnd) groups.push('registrationEnd');
  if (data.whileWaiting) groups.push('whileWaiting');
  return { ...data, ...ownWords(requestLanguage(), ...groups) };
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
  const { whileWaiting, checklist, registrationBar } = data;
  return (
    <>
      <PageHead
        title={
          checklist?.done.profile === false
            ? t('dashboard.welcomeUnnamed')
            : t('dashboard.welcome', { name: viewer.firstName })
        }
        lead={standing || whileWaiting ? undefined : t(leads[viewer.accountType])}
      />
      {data.changes.length > 0 && <ChangesNotice changes={data.changes} />}
      {duty && <DutyHome counts={duty} />}
      {patient && <PatientHome {...patient} patientId={viewer.id} />}
      {viewer.accountType === 'Expert' && (
        <ExpertHome
          standing={standing}
          counts={expert}
          steps={whileWaiting && { done: whileWaiting }}
          registrationEnd={data.registrationEnd}
          registrationBar={registrationBar}
        />
      )}
      {admin && <AdminHome counts={admin} checklist={checklist} />}
    </>
  );
}
