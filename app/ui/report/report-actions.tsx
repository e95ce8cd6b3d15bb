import { lazy, type ReactNode, Suspense } from 'react';
import type { PublicReport } from '~/domain/report/present-report';
import { toCaseNumber } from '~/domain/report/report-constants';
import { ActionButton } from '~/ui/forms/buttons';
import { useHydrated } from '~/ui/hooks';
import { Folded } from '~/ui/layout/folded';
import { ButtonLink, PageLink } from '~/ui/links';
import { useHasEmail } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';
import { CallMe } from './call-me';
import { isGoToday } from './report-review';
import { isWithdrawn } from './report-waiting';

/** Needs script, and only an answer has it. Without its code the rest of the page works. */
const TakeAway = lazy<(props: { report: PublicReport }) => ReactNode>(() =>
  import('./take-away').then(
    ({ TakeAway: Loaded }) => ({ default: Loaded }),
    () => ({ default: () => null }),
  ),
);

/** The pages for what a patient can do with their report. */
export type ReportPaths = {
  seen: string;
  confirm: string;
  correct: string;
  delete: string;
  summary: string;
  withdraw: string;
  consentAgain: string;
  answer: string;
  share: string;
  contact: string;
  callMe: string;
  stepAnswer: string;
};

type Props = { report: PublicReport; paths: ReportPaths };

/** Lets a patient share or print an answer, or ask for a call about it. */
export function ReportActions({ report, paths }: Props) {
  const { t } = useWords();
  const isHydrated = useHydrated();
  const isAnswered = report.status === 'Reviewed';
  return (
    <div className="mt-5 grid gap-3 print:hidden">
      <div className="flex flex-wrap items-start gap-2">
        {isAnswered && isHydrated && (
          <Suspense>
            <TakeAway report={report} />
          </Suspense>
        )}
        {isAnswered && (
          <ActionButton
            operation="review.createSummaryCode"
            action={paths.summary}
            icon="print"
            variant="plain small"
          >
            {t('report.print')}
          </ActionButton>
        )}
        {!isWithdrawn(report) && (
          <ButtonLink to={paths.share} icon="eye" variant="plain small">
            {t('share.title')}
          </ButtonLink>
        )}
      </div>
      {isAnswered && <p className="text-small text-muted">{t('summary.about')}</p>}
      <CallMe to={paths.callMe} isUrgent={isGoToday(report)} />
    </div>
  );
}

/** Says what the patient can do with an answer, and what the clinic does if it changes. Folded. */
export function NextSteps({ report, helpline, contact }: NextStepsProps) {
  const { t } = useWords();
  // A line does not break at this hyphen.
  const number = toCaseNumber(report._id).replace('-', '\u2011');
  const hasEmail = useHasEmail();
  return (
    <Folded title={t('next.title')}>
      <ul className="list-disc ps-6 pb-3">
        <li>{t('next.show')}</li>
        <li>{t(hasEmail ? 'next.changes' : 'next.changesNoEmail')}</li>
        <li>
          {helpline ? t('next.callOrWrite', { helpline, number }) : t('next.write', { number })}{' '}
          <PageLink to={contact}>{t('nav.contactUs')}</PageLink>
        </li>
      </ul>
    </Folded>
  );
}

type NextStepsProps = { report: PublicReport; helpline?: string; contact: string };

/** The actions that change a waiting report, and the one that deletes any report. Folded. */
export function ChangeOrDelete({ report, paths }: Props) {
  const { t } = useWords();
  const isChangeable = report.status === 'Pending' && !isWithdrawn(report);
  return (
    <Folded title={t(isChangeable ? 'report.changeOrDelete' : 'report.delete')}>
      <div className="flex flex-wrap gap-3 pb-3">
        {isChangeable && (
          <>
            <ButtonLink to={paths.correct} icon="write" variant="plain small">
              {t('report.correct')}
            </ButtonLink>
            <ButtonLink to={paths.withdraw} icon="lock" variant="plain small">
              {t('consent.withdraw')}
            </ButtonLink>
          </>
        )}
        <ButtonLink to={paths.delete} icon="trash" variant="danger small">
          {t('report.delete')}
        </ButtonLink>
      </div>
    </Folded>
  );
}
