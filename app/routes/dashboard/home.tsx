import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { rankOf } from '~/domain/viewer';
import { Icon, type IconName } from '~/ui/Icon';
import { pageTitle } from '~/ui/pageTitle';
import { PageHead } from '~/ui/Shell';
import { useWords } from '~/ui/words';
import { requireViewer } from '~/web/page.server';
import { paths } from '~/web/paths';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request);
  return { id: viewer.id, name: viewer.firstName, accountType: viewer.accountType, rank: rankOf(viewer) };
}

export const meta = pageTitle('nav.dashboard');

const leads = {
  Patient: 'dashboard.patientLead',
  Expert: 'dashboard.expertLead',
  Admin: 'dashboard.adminLead',
} as const;

export default function DashboardHome() {
  const { t } = useWords();
  const { id, name, accountType, rank } = useLoaderData<typeof loader>();
  const doors = {
    Patient: [
      { to: paths.uploadReport, icon: 'upload', label: t('dashboard.upload') },
      { to: paths.uploadReport, icon: 'experts', label: t('dashboard.consult') },
      { to: paths.previousReport(id), icon: 'reports', label: t('dashboard.viewReports') },
    ],
    Expert: [{ to: paths.pendingReport, icon: 'pending', label: t('dashboard.viewPending') }],
    Admin: [
      { to: paths.pendingExpert, icon: 'experts', label: t('dashboard.approveExpert') },
      { to: paths.pendingReport, icon: 'pending', label: t('dashboard.pendingReport') },
    ],
  } satisfies Record<string, { to: string; icon: IconName; label: string }[]>;
  return (
    <>
      <PageHead title={t('dashboard.welcome', { name })} lead={t(leads[accountType])} />
      {rank === 'unapproved' && (
        <p className="notice wait mb-6">
          <Icon name="lock" className="mt-0.5" />
          <span>{t('dashboard.unapproved')}</span>
        </p>
      )}
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {doors[accountType].map(({ to, icon, label }) => (
          <li key={label}>
            <Link
              to={to}
              className="sheet flex items-center gap-4 font-bold no-underline hover:border-accent"
            >
              <span className="grid h-12 w-12 shrink-0 place-items-center rounded-full bg-accent-soft">
                <Icon name={icon} />
              </span>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
