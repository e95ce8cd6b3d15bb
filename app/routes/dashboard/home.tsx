import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useId } from 'react';
import { readDashboard } from '~/domain/clinic/dashboard.server';
import { effectiveRole, type Viewer } from '~/domain/kernel/viewer';
import { pageSentences } from '~/i18n/translate';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon, type IconName } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { Notice } from '~/ui/notices/notice';
import { useLatestWords, useQueueWords, useUntranslatedWords } from '~/ui/report/report-words';
import { useWords } from '~/ui/sentence';
import { pageLoader } from '~/web/pages/page-loader.server';
import { paths } from '~/web/request/paths';
import { requestLanguage } from '~/web/request/request-language.server';
import { Checklist } from './admin/checklist';
import { OpenQuestions } from './open-questions';
import { WhileYouWait } from './while-you-wait';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/shared/page-exports';

const read = pageLoader(readDashboard);

export async function loader(args: LoaderFunctionArgs) {
  const data = await read(args);
  return {
    ...data,
    checklistWords: data.checklist ? pageSentences(requestLanguage(), 'checklist') : undefined,
    waitingWords: data.whileWaiting ? pageSentences(requestLanguage(), 'whileWaiting') : undefined,
  };
}

export const meta = pageTitle('nav.dashboard');

/** Maximum number of new answers named here. Further ones are in the list. */
const maxNamed = 5;

const leads = {
  Patient: 'dashboard.patientLead',
  Expert: 'dashboard.expertLead',
  Admin: 'dashboard.adminLead',
} as const;

export default function DashboardHome() {
  const { t } = useWords();
  const {
    viewer,
    standing,
    checklist,
    checklistWords,
    whileWaiting,
    waitingWords,
    newAnswers = [],
    questions = [],
    held: heldCount = 0,
    ...details
  } = useLoaderData<typeof loader>();
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
      {newAnswers.length > 0 && <NewAnswers answers={newAnswers} patientId={viewer.id} />}
      <OpenQuestions questions={questions} />
      {heldCount > 0 && (
        <Waits
          words={t('lift.someHeld', { count: heldCount })}
          to={`${paths.pendingReport}?waitsFor=admin`}
          label={t('dashboard.viewPending')}
        />
      )}
      <Facts {...details} hasNewAnswers={newAnswers.length > 0} />
      <Shortcuts viewer={viewer} isBarred={Boolean(standing)} />
    </>
  );
}

/** `text`: its purpose, if another shortcut leads to the same page. */
type Shortcut = { to: string; icon: IconName; label: string; text?: string };

type ShortcutsProps = { viewer: Pick<Viewer, 'id' | 'accountType'>; isBarred: boolean };

/** The main tasks of each role. */
function Shortcuts({ viewer: { id, accountType }, isBarred }: ShortcutsProps) {
  const { t } = useWords();
  const shortcuts = {
    Patient: [
      {
        to: paths.uploadReport,
        icon: 'upload',
        label: t('dashboard.upload'),
        text: t('dashboard.uploadText'),
      },
      {
        to: paths.uploadReport,
        icon: 'experts',
        label: t('dashboard.consult'),
        text: t('dashboard.consultText'),
      },
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
      {
        to: paths.pendingExpert,
        icon: 'experts',
        label: t('dashboard.pendingExpert'),
        text: t('dashboard.pendingExpertText'),
      },
      {
        to: paths.pendingExpert,
        icon: 'check',
        label: t('dashboard.approveExpert'),
        text: t('dashboard.approveExpertText'),
      },
      { to: paths.pendingReport, icon: 'pending', label: t('dashboard.pendingReport') },
    ],
  } satisfies Record<string, Shortcut[]>;
  return (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {shortcuts[accountType].map((shortcut) => (
        <Tile key={shortcut.label} {...shortcut} />
      ))}
    </ul>
  );
}

/** The whole tile is a link. Its accessible name is the label only. */
function Tile({ to, icon, label, text }: Shortcut) {
  const textId = useId();
  return (
    <li className="sheet relative flex h-full items-center gap-4 !p-5 hover:border-accent">
      <span className="grid h-12 w-12 shrink-0 place-items-center rounded-full bg-accent-soft">
        <Icon name={icon} />
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <Link
          to={to}
          aria-describedby={text && textId}
          className="font-bold no-underline after:absolute after:inset-0 after:rounded-[inherit]"
        >
          {label}
        </Link>
        {text && (
          <span id={textId} className="block text-[0.95rem] text-muted">
            {text}
          </span>
        )}
      </span>
    </li>
  );
}

type Answer = { id: string; reportType: string; person?: string };
type NewAnswersProps = { answers: Answer[]; patientId: string };

/** A patient's unseen answers, each with the name of its test. */
function NewAnswers({ answers, patientId }: NewAnswersProps) {
  const { t } = useWords();
  const typeName = useTypeName();
  const pathOf = (id: string) => `${paths.previousReport(patientId)}?report=${id}#report-${id}`;
  return (
    <section className="notice good mb-4" aria-labelledby="new-answers">
      <Icon name="mail" className="mt-0.5" />
      <div>
        <h2 id="new-answers" className="text-[1.1rem]">
          {t('answers.new', { count: answers.length })}
        </h2>
        <ul>
          {answers.slice(0, maxNamed).map(({ id, reportType, person }) => (
            <li key={id}>
              <Link to={pathOf(id)} className="inline-flex min-h-11 items-center">
                {t('answers.read', {
                  type: person ? `${typeName(reportType)} (${person})` : typeName(reportType),
                })}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Says what waits for the viewer, with a link. */
function Waits({ words, to, label }: { words: string; to: string; label: string }) {
  return (
    <div className="notice wait mb-4">
      <Icon name="mail" className="mt-0.5" />
      <div>
        <p className="font-semibold">{words}</p>
        <Link to={to} className="inline-flex min-h-11 items-center font-semibold">
          {label}
        </Link>
      </div>
    </div>
  );
}

/** Says that an admin has suspended or rejected this expert, and why. */
function StatusNotice({ is: standing, reason }: { is: 'suspended' | 'rejected'; reason: string | null }) {
  const { t } = useWords();
  return (
    <div className="notice bad mb-6">
      <Icon name="lock" className="mt-0.5" />
      <div className="grid min-w-0 gap-2 [overflow-wrap:anywhere]">
        <p className="font-bold">
          {t(standing === 'suspended' ? 'standing.youSuspended' : 'standing.youRejected')}
        </p>
        {reason && (
          <p className="whitespace-pre-wrap">
            {t('standing.reason')}: <bdi>{reason}</bdi>
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
  | 'viewer'
  | 'standing'
  | 'checklist'
  | 'checklistWords'
  | 'whileWaiting'
  | 'waitingWords'
  | 'newAnswers'
  | 'questions'
  | 'held'
> & { hasNewAnswers: boolean };

/** A summary in one sentence. */
function Facts({
  newest,
  waiting,
  hasNewAnswers,
  reportsWaiting,
  expertsWaiting,
  untranslated = [],
}: FactsProps) {
  const { t } = useWords();
  const untranslatedWords = useUntranslatedWords();
  const typeName = useTypeName();
  const queueWords = useQueueWords();
  const latestWords = useLatestWords();
  const isSaid = hasNewAnswers && newest?.progress === 'reviewed';
  const sentences = [
    newest === null && t('dashboard.noReport'),
    newest && !isSaid && latestWords(newest),
    waiting && waiting.id !== newest?.id && `${typeName(waiting.reportType)}: ${queueWords(waiting.queue)}`,
    reportsWaiting !== undefined && t('dashboard.waiting', { reports: reportsWaiting }),
    expertsWaiting !== undefined && t('dashboard.waitingExperts', { experts: expertsWaiting }),
    ...untranslatedWords(untranslated),
  ].filter((sentence) => typeof sentence === 'string');
  if (sentences.length === 0) return null;
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
