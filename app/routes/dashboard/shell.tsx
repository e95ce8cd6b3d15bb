import { Outlet, useRouteLoaderData } from '@remix-run/react';
import { may } from '~/domain/abilities';
import { Shell, type ShellLink } from '~/ui/Shell';
import { useWords } from '~/ui/words';
import { paths } from '~/web/paths';
import type { rootLoader } from '~/web/root.server';

type Person = NonNullable<ReturnType<typeof usePerson>>;

const usePerson = () => useRouteLoaderData<typeof rootLoader>('root')?.person;

const titles = {
  Patient: 'dashboard.patientTitle',
  Expert: 'dashboard.expertTitle',
  Admin: 'dashboard.adminTitle',
} as const;

/** The frame of the dashboard. It guards nothing: each page in it asks for itself. */
export default function DashboardShell() {
  const { t } = useWords();
  const person = usePerson();
  if (!person) return <Outlet />;
  return (
    <Shell title={t(titles[person.accountType])} links={linksOf(person, t)} logout={paths.logout}>
      <Outlet />
    </Shell>
  );
}

function linksOf(person: Person, t: ReturnType<typeof useWords>['t']): ShellLink[] {
  const isPatient = person.accountType === 'Patient';
  const links: (ShellLink | false)[] = [
    { to: paths.dashboard, label: t('nav.home'), icon: 'home' },
    isPatient && { to: paths.uploadReport, label: t('nav.uploadReport'), icon: 'upload' },
    isPatient && { to: paths.previousReport(person.id), label: t('nav.previousReport'), icon: 'reports' },
    may(person, 'report.listPending') && {
      to: paths.pendingReport,
      label: t('nav.pendingReport'),
      icon: 'pending',
    },
    may(person, 'expert.listPending') && {
      to: paths.pendingExpert,
      label: t('nav.pendingExpert'),
      icon: 'experts',
    },
    may(person, 'message.list') && { to: paths.messages, label: t('nav.messages'), icon: 'mail' },
  ];
  return links.filter((link) => link !== false);
}
