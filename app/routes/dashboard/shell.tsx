import { useRouteLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { type Ability, may } from '~/domain/kernel/abilities';
import type { PageKey } from '~/i18n/messages/en';
import type { IconName } from '~/ui/icon';
import { Shell, type ShellEntry } from '~/ui/layout/shell';
import { useWords } from '~/ui/sentence';
import type { rootLoader } from '~/web/pages/root-data.server';
import { paths } from '~/web/paths';

type Person = NonNullable<ReturnType<typeof usePerson>>;

const usePerson = () => useRouteLoaderData<typeof rootLoader>('root')?.person;

const titles = {
  Patient: 'dashboard.patientTitle',
  Expert: 'dashboard.expertTitle',
  Admin: 'dashboard.adminTitle',
} as const;

/** The frame of the dashboard. It guards nothing: each page in it asks for itself. */
export function DashboardShell({ children }: { children: ReactNode }) {
  const { t } = useWords();
  const person = usePerson();
  if (!person) return children;
  return (
    <Shell title={t(titles[person.accountType])} entries={entriesOf(person, t)} logout={paths.logout}>
      {children}
    </Shell>
  );
}

type Page = { needs: Ability; to: string; label: PageKey };

/**
 * The group "Report" of each role (docs/requirements.md#screens); what else a person sees, their
 * abilities say.
 */
function reportPages({ id, accountType }: Person): Page[] {
  const pending: Page = { needs: 'report.listPending', to: paths.pendingReport, label: 'nav.pendingReport' };
  const pages: Record<Person['accountType'], Page[]> = {
    Patient: [
      { needs: 'report.upload', to: paths.uploadReport, label: 'nav.uploadReport' },
      { needs: 'report.listOfPatient', to: paths.previousReport(id), label: 'nav.previousReport' },
    ],
    Expert: [
      pending,
      { needs: 'report.listReviewed', to: paths.previousReviewedReport, label: 'nav.reviewedReport' },
      { needs: 'report.review', to: paths.translateList, label: 'nav.translate' },
    ],
    Admin: [
      pending,
      { needs: 'report.listAllReviewed', to: paths.previousReviewedReports, label: 'nav.reviewedReport' },
    ],
  };
  return pages[accountType];
}

function entriesOf(person: Person, t: ReturnType<typeof useWords>['t']): ShellEntry[] {
  const pages: (Page & { icon: IconName })[] = [
    { needs: 'account.own', to: paths.dashboard, label: 'nav.home', icon: 'home' },
    { needs: 'account.own', to: paths.myProfile, label: 'nav.myProfile', icon: 'profile' },
    { needs: 'expert.listPending', to: paths.pendingExpert, label: 'nav.pendingExpert', icon: 'experts' },
    { needs: 'expert.listApproved', to: paths.approvedExpert, label: 'nav.approvedExperts', icon: 'people' },
    { needs: 'message.list', to: paths.messages, label: 'nav.messages', icon: 'mail' },
    { needs: 'audit.read', to: paths.audit, label: 'nav.audit', icon: 'file' },
    { needs: 'system.read', to: paths.system, label: 'nav.system', icon: 'info' },
    { needs: 'account.own', to: paths.settings, label: 'nav.settings', icon: 'settings' },
  ];
  const entries: ShellEntry[] = pages
    .filter(({ needs }) => may(person, needs))
    .map(({ to, label, icon }) => ({ to, label: t(label), icon }));
  const links = reportPages(person)
    .filter(({ needs }) => may(person, needs))
    .map(({ to, label }) => ({ to, label: t(label) }));
  if (links.length > 0) entries.splice(2, 0, { label: t('nav.report'), icon: 'reports', links });
  return entries;
}
