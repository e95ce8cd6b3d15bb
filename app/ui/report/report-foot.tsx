import { lazy, type ReactNode, Suspense } from 'react';
import type { PublicReport } from '~/domain/report/present-report';
import { toCaseNumber } from '~/domain/report/report-constants';
import { useHydrated } from '~/ui/hooks';
import { ButtonLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { isWithdrawn } from './report-waiting';

/** Needs script, and only an answer has it. Without its code the rest of the card works. */
const TakeAway = lazy<(props: Pick<FootProps, 'report' | 'type'>) => ReactNode>(() =>
  import('./take-away').then(
    ({ TakeAway: Loaded }) => ({ default: Loaded }),
    () => ({ default: () => null }),
  ),
);

/** The pages for what a patient can do with their report. */
export type ReportPaths = {
  seen: string;
  correct: string;
  delete: string;
  summary: string;
  withdraw: string;
  consentAgain: string;
  answer: string;
  share: string;
  contact: string;
};

type FootProps = { report: PublicReport; paths?: ReportPaths; type: string };

/** The case number and the patient's actions. */
export function ReportFoot({ report, paths, type }: FootProps) {
  const { t } = useWords();
  const isHydrated = useHydrated();
  const isChangeable = report.status === 'Pending' && !isWithdrawn(report);
  return (
    <footer className="grid gap-3 border-t border-line pt-3">
      <p className="font-figures text-[0.88rem] text-muted">
        {t('report.case', { number: toCaseNumber(report._id) })}
      </p>
      {paths && (
        <div className="flex flex-wrap items-start gap-2">
          {isChangeable && <Change paths={paths} />}
          {report.status === 'Reviewed' && (
            <ButtonLink to={paths.summary} icon="file" variant="plain small">
              {t('summary.title')}
              <span className="sr-only"> {t('list.of', { name: type })}</span>
            </ButtonLink>
          )}
          {isHydrated && report.status === 'Reviewed' && (
            <Suspense>
              <TakeAway report={report} type={type} />
            </Suspense>
          )}
          {!isWithdrawn(report) && (
            <ButtonLink to={paths.share} icon="eye" variant="plain small">
              {t('share.title')}
            </ButtonLink>
          )}
          <ButtonLink to={paths.delete} icon="trash" variant="danger small">
            {t('report.delete')}
          </ButtonLink>
        </div>
      )}
    </footer>
  );
}

/** The actions that change a waiting report, folded. */
function Change({ paths }: { paths: ReportPaths }) {
  const { t } = useWords();
  return (
    <details className="grow">
      <summary className="inline-flex min-h-11 cursor-pointer items-center py-2 font-semibold underline">
        {t('report.change')}
      </summary>
      <div className="flex flex-wrap gap-3 pt-1">
        <ButtonLink to={paths.correct} icon="write" variant="plain small">
          {t('report.correct')}
        </ButtonLink>
        <ButtonLink to={paths.withdraw} icon="lock" variant="plain small">
          {t('consent.withdraw')}
        </ButtonLink>
      </div>
    </details>
  );
}
