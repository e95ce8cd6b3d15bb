import { Link } from '@remix-run/react';
import type { ComponentProps } from 'react';
import type { ExpertCounts } from '~/domain/clinic/dashboard.server';
import type { NearEnd } from '~/domain/experts/registration-job.server';
import type { RegistrationBar } from '~/domain/identity/registration-rule.server';
import { Icon } from '~/ui/icon';
import { Notice } from '~/ui/notices/notice';
import { RegistrationNotice } from '~/ui/report/registration-bar';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { NextReport } from '../desk/next-report';
import { Shortcuts, type Task, ToDo } from './home-parts';

type Standing = { is: 'suspended' | 'rejected'; reason: string | null };

type Props = {
  /** Set if an admin has suspended or rejected the expert. */
  standing: Standing | undefined;
  counts: ExpertCounts | undefined;
  /** Set if the expert cannot take new work for want of a registration. */
  registrationBar: RegistrationBar | null;
  /** The steps of an expert who waits for approval. */
  steps: ComponentProps<typeof WhileYouWait> | undefined;
  registrationEnd: NearEnd | null;
};

/** The home page of an expert: what waits for them, or what to do until they are approved. */
export function ExpertHome({ standing, counts, registrationBar, steps, registrationEnd }: Props) {
  const { t } = useWords();
  const shortcuts: ComponentProps<typeof Shortcuts>['shortcuts'] = standing
    ? [
        { to: paths.myProfile, icon: 'profile', label: t('nav.myProfile') },
        { to: paths.settings, icon: 'settings', label: t('nav.settings') },
      ]
    : [
        { to: paths.pendingReport, icon: 'pending', label: t('dashboard.viewPending') },
        { to: paths.previousReviewedReport, icon: 'reports', label: t('dashboard.previousReviewed') },
      ];
  return (
    <>
      {standing && <StatusNotice {...standing} />}
      {registrationBar && <RegistrationNotice bar={registrationBar} />}
      {steps && (
        <>
          <Notice icon="lock" variant="wait mb-6">
            {t('dashboard.unapproved')}
          </Notice>
          <WhileYouWait {...steps} />
        </>
      )}
      {registrationEnd && !registrationBar && <RegistrationEnd {...registrationEnd} />}
      {counts && <Waiting counts={counts} mayClaim={!steps && !registrationBar} />}
      <Shortcuts shortcuts={shortcuts} />
    </>
  );
}

function RegistrationEnd({ day: lastDay, isOver }: NearEnd) {
  const { t, day } = useWords();
  return (
    <Notice icon="alert" variant="wait mb-6">
      {t(isOver ? 'registrationEnd.over' : 'registrationEnd.soon', { day: day(lastDay) })}
    </Notice>
  );
}

type WaitingProps = { counts: ExpertCounts; mayClaim: boolean };

function Waiting({ counts, mayClaim }: WaitingProps) {
  const { t } = useWords();
  const { reportsWaiting, longestWaitSeconds, urgent, open, answered, translations } = counts;
  const lines: Task[] = [
    { count: urgent, words: 'toDo.urgent', to: paths.pendingReport },
    { count: answered, words: 'toDo.answered', to: paths.pendingReport },
    { count: open, words: 'toDo.open', to: paths.pendingReport },
    { count: translations, words: 'toDo.translations', to: paths.translateList },
    { count: reportsWaiting, words: 'toDo.waiting', to: paths.pendingReport },
  ];
  const time = { seconds: longestWaitSeconds };
  return (
    <ToDo
      title={t('toDo.forDoctor')}
      nothing={t('toDo.nothing')}
      lines={lines
        .filter(({ count }) => count > 0)
        .map(({ count, words: sentence, to }) => ({
          words: t(sentence, { count, time }),
          to,
        }))}
    >
      {mayClaim && reportsWaiting > 0 && <NextReport />}
    </ToDo>
  );
}

/** Says that an admin has suspended or rejected this expert, and why. */
function StatusNotice({ is: standing, reason }: Standing) {
  const { t } = useWords();
  return (
    <div className="notice bad mb-6">
      <Icon name="lock" className="mt-0.5" />
      <div className="grid min-w-0 gap-2 [overflow-wrap:anywhere]">
        <p className="font-strong">
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

type Step = keyof typeof places;
const places = {
  registration: paths.settingsOf('credentials'),
  languages: paths.settingsOf('languages'),
  twoStep: paths.secondFactor,
};
const steps = Object.keys(places) as Step[];

/** Steps for an expert until an admin has approved them. */
function WhileYouWait({ done: isDoneByStep }: { done: Record<Step, boolean> }) {
  const { t } = useWords();
  return (
    <section className="sheet mb-6" aria-labelledby="while-waiting">
      <h2 id="while-waiting">{t('whileWaiting.title')}</h2>
      <ol className="mt-3 grid">
        {steps.map((step, at) => (
          <li key={step} className="flex items-center gap-3 border-t border-line py-2">
            <span
              className={`grid h-7 w-7 shrink-0 place-items-center rounded-full ${isDoneByStep[step] ? 'bg-good-quiet text-good' : 'border-2 border-edge font-figures text-small'}`}
            >
              {isDoneByStep[step] ? <Icon name="check" className="h-5 w-5" /> : at + 1}
            </span>
            {isDoneByStep[step] ? (
              <p className="min-w-0 text-muted [overflow-wrap:anywhere]">
                <span className="sr-only">{t('whileWaiting.isDone')}: </span>
                {t(`whileWaiting.${step}`)}
              </p>
            ) : (
              <Link
                to={places[step]}
                className="inline-flex min-h-11 min-w-0 items-center font-label [overflow-wrap:anywhere]"
              >
                {t(`whileWaiting.${step}`)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
