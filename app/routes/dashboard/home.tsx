import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { effectiveRole, type Viewer } from '~/domain/kernel/viewer';
import { readDashboard } from '~/domain/system/dashboard.server';
import { sentencesOf } from '~/i18n/translate';
import { Icon, type IconName } from '~/ui/icon';
import { PageError } from '~/ui/layout/page-error';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { Notice } from '~/ui/notices/notice';
import { useTypeName } from '~/ui/reports/type-name';
import { useWords } from '~/ui/sentence';
import { language } from '~/web/locale/request-language.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { paths } from '~/web/paths';
import { Checklist } from './admin/checklist';
import { WhileYouWait } from './while-you-wait';

const read = pageLoader(readDashboard);

export async function loader(args: LoaderFunctionArgs) {
  const found = await read(args);
  return {
    ...found,
    checklistWords: found.checklist ? sentencesOf(language(), 'checklist') : undefined,
    waitingWords: found.whileWaiting ? sentencesOf(language(), 'whileWaiting') : undefined,
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
  const { viewer, standing, checklist, checklistWords, whileWaiting, waitingWords, ...details } =
    useLoaderData<typeof loader>();
  const isWaiting = effectiveRole(viewer) === 'unapproved';
  return (
    <>
      <PageHead
        title={t('dashboard.welcome', { name: viewer.firstName })}
        lead={standing || isWaiting ? undefined : t(leads[viewer.accountType])}
      />
      {standing && <StatusNotice {...standing} />}
      {isWaiting && (
        <Notice icon="lock" variant="wait mb-6">
          {t('dashboard.unapproved')}
        </Notice>
      )}
      {whileWaiting && waitingWords && <WhileYouWait done={whileWaiting} words={waitingWords} />}
      {checklist && checklistWords && <Checklist {...checklist} words={checklistWords} />}
      <Facts {...details} />
      <Shortcuts viewer={viewer} isBarred={Boolean(standing)} />
    </>
  );
}

type ShortcutsProps = { viewer: Pick<Viewer, 'id' | 'accountType'>; isBarred: boolean };

/** What each kind of person comes here for. */
function Shortcuts({ viewer: { id, accountType }, isBarred }: ShortcutsProps) {
  const { t } = useWords();
  const shortcuts = {
    Patient: [
      { to: paths.uploadReport, icon: 'upload', label: t('dashboard.upload') },
      { to: paths.uploadReport, icon: 'experts', label: t('dashboard.consult') },
      { to: paths.previousReport(id), icon: 'reports', label: t('dashboard.viewReports') },
    ],
    Expert: isBarred
      ? [
          { to: paths.myProfile, icon: 'profile', label: t('nav.myProfile') },
          { to: paths.settings, icon: 'settings', label: t('nav.settings') },
        ]
      : [
          { to: paths.pendingReport, icon: 'pending', label: t('dashboard.viewPending') },
          { to: paths.previousReviewedReport, icon: 'reports', label: t('dashboard.previousReviewed') },
        ],
    Admin: [
      { to: paths.pendingExpert, icon: 'experts', label: t('dashboard.pendingExpert') },
      { to: paths.pendingExpert, icon: 'check', label: t('dashboard.approveExpert') },
      { to: paths.pendingReport, icon: 'pending', label: t('dashboard.pendingReport') },
    ],
  } satisfies Record<string, { to: string; icon: IconName; label: string }[]>;
  return (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {shortcuts[accountType].map(({ to, icon, label }) => (
        <li key={label}>
          <Link
            to={to}
            className="sheet flex h-full items-center gap-4 !p-5 font-bold no-underline hover:border-accent"
          >
            <span className="grid h-12 w-12 shrink-0 place-items-center rounded-full bg-accent-soft">
              <Icon name={icon} />
            </span>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** That an admin has suspended or rejected this expert, and why. */
function StatusNotice({ is, reason }: { is: 'suspended' | 'rejected'; reason: string | null }) {
  const { t } = useWords();
  return (
    <div className="notice bad mb-6">
      <Icon name="lock" className="mt-0.5" />
      <div className="grid min-w-0 gap-2 [overflow-wrap:anywhere]">
        <p className="font-bold">
          {t(is === 'suspended' ? 'standing.youSuspended' : 'standing.youRejected')}
        </p>
        {reason && (
          <p className="whitespace-pre-line">
            {t('standing.reason')}: {reason}
          </p>
        )}
        <p>
          {t('standing.own')} <Link to={paths.contactUs}>{t('nav.contactUs')}</Link>
        </p>
      </div>
    </div>
  );
}

type FactsProps = Omit<
  ReturnType<typeof useLoaderData<typeof loader>>,
  'viewer' | 'standing' | 'checklist' | 'checklistWords' | 'whileWaiting' | 'waitingWords'
>;

/** Where things stand, in a sentence. */
function Facts({ newest, reportsWaiting, expertsWaiting }: FactsProps) {
  const { t } = useWords();
  const typeName = useTypeName();
  const sentences = [
    newest === null && t('dashboard.noReport'),
    newest && t(`dashboard.latest${newest.status}`, { type: typeName(newest.reportType) }),
    reportsWaiting !== undefined && t('dashboard.waiting', { reports: reportsWaiting }),
    expertsWaiting !== undefined && t('dashboard.waitingExperts', { experts: expertsWaiting }),
  ].filter((sentence) => typeof sentence === 'string');
  return (
    <div className="notice mb-6">
      <Icon name="info" className="mt-0.5" />
      <div>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  );
}

export function ErrorBoundary() {
  return <PageError home={paths.home} />;
}
