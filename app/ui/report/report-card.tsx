import { type SyntheticEvent, useEffect, useState } from 'react';
import type { PublicReport } from '~/domain/report/present-report';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon } from '~/ui/icon';
import { Folded } from '~/ui/layout/folded';
import { ButtonLink } from '~/ui/links';
import { OfName } from '~/ui/of-name';
import { AboutPatient } from '~/ui/people/about-patient';
import { hasQuestionHistory, QuestionHistory } from '~/ui/questions/question-parts';
import { useWords } from '~/ui/sentence';
import { ReportContent } from './report-content';
import { CaseLine } from './report-head';
import { ReportReview } from './report-review';
import { RowLink, type RowProps } from './report-row';
import { type Audience, isAsked, isWithdrawn, Waiting } from './report-waiting';
import { StatusBadge } from './report-words';

type Props = {
  report: PublicReport;
  audience: Audience;
  /** The row that leads to the report's own page. Without it, a line that opens the fold. */
  row?: Omit<RowProps, 'report'>;
  /** True if the card is not folded when the page arrives. */
  isOpenAtFirst?: boolean;
  /** When the list was read, in UTC. */
  loadedAt?: string;
  /** Address that a script posts to when a new answer was seen. */
  seen?: string;
  /** Address of the form that says whether the next step was taken. */
  stepAnswer?: string;
  /** The page that deletes the report. */
  deletePath?: string;
};

/**
 * One report of a list: a row or a line that names it, and folded below it what was sent, its state
 * and its review.
 */
export function ReportCard({ report, audience, row, isOpenAtFirst = false, ...rest }: Props) {
  const fold = useFold(report._id, isOpenAtFirst, row !== undefined);
  const titleId = `report-${report._id}`;
  if (!row)
    return (
      <article className="sheet !py-0" aria-labelledby={titleId}>
        <details className="report-fold group" {...fold}>
          <Head report={report} audience={audience} />
          <Body report={report} audience={audience} {...rest} />
        </details>
      </article>
    );
  return (
    <article className="relative" aria-labelledby={titleId}>
      <RowLink report={report} {...row} />
      <details className="report-fold group px-3 sm:px-4" {...fold}>
        <RowSummary report={report} />
        <RowFacts report={report} isNew={row.isNew} />
        <Body report={report} audience={audience} {...rest} />
      </details>
    </article>
  );
}

/** The button at the end of a row, which opens its fold. */
function RowSummary({ report }: { report: PublicReport }) {
  const { t } = useWords();
  const type = useTypeName()(report.reportType);
  return (
    <summary className="absolute top-6 end-0.5 sm:top-3 grid h-11 w-11 cursor-pointer list-none place-items-center sm:end-3 [&::-webkit-details-marker]:hidden print:hidden">
      <span className="sr-only">{t('report.details', { type })}</span>
      <Icon name="next" className="rotate-90 group-open:-rotate-90 rtl:-rotate-90 rtl:group-open:rotate-90" />
    </summary>
  );
}

/** The day of a report in words, and its status where the row says something more urgent. */
function RowFacts({ report, isNew }: { report: PublicReport; isNew: boolean }) {
  const { t, day } = useWords();
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      <p>
        {t('report.submittedOn')} {day(report.createdAt)}
      </p>
      {(isNew || isAsked(report)) && <StatusBadge status={report.status} />}
    </div>
  );
}

type BodyProps = Omit<Props, 'row' | 'isOpenAtFirst'>;

/** Shows the state or the review of a report, and what was sent. */
function Body({ report, audience, loadedAt, seen, stepAnswer, deletePath }: BodyProps) {
  const { t } = useWords();
  const type = useTypeName()(report.reportType);
  return (
    <div className="flex flex-col gap-4 pt-1 pb-5">
      {report.status === 'Reviewed' ? (
        <ReportReview report={report} ownReview={{ seen, stepAnswer, readAt: loadedAt }} />
      ) : (
        <Waiting report={report} audience={audience} asOf={loadedAt} />
      )}
      <ReportContent report={report} audience={audience} />
      {audience === 'staff' && hasQuestionHistory(report) && (
        <Folded title={t('question.history')}>
          <QuestionHistory report={report} />
        </Folded>
      )}
      <CaseLine report={report} />
      {deletePath && (
        <ButtonLink to={deletePath} icon="trash" variant="danger small self-start">
          {t('report.delete')}
          <OfName name={type} />
        </ButtonLink>
      )}
    </div>
  );
}

/**
 * Returns the state of a card's fold. Without a page of its own, a report that the address names opens
 * by itself.
 */
function useFold(reportId: string, isOpenAtFirst: boolean, isOfRow: boolean) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  useEffect(() => {
    if (isOfRow) return;
    const openIfNamed = () => {
      if (window.location.hash === `#report-${reportId}`) setOpen(true);
    };
    openIfNamed();
    window.addEventListener('hashchange', openIfNamed);
    return () => window.removeEventListener('hashchange', openIfNamed);
  }, [reportId, isOfRow]);
  return {
    open: isOpen,
    onToggle: ({ target, currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
      // The folds inside report their toggling too.
      if (target === currentTarget) setOpen(currentTarget.open);
    },
  };
}

/** The line that names a report: its type, its date, its person and its state. */
function Head({ report, audience }: Pick<Props, 'report' | 'audience'>) {
  const { t, day } = useWords();
  const type = useTypeName()(report.reportType);
  return (
    <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 py-3 [&::-webkit-details-marker]:hidden">
      <span className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <h2 id={`report-${report._id}`} className="scroll-mt-4 text-body">
            {type}
          </h2>
          <span className="block text-small text-muted">
            {t('report.submittedOn')} <time dateTime={report.createdAt}>{day(report.createdAt)}</time>
          </span>
          {audience === 'staff' && <AboutPatient report={report} />}
        </span>
        <StatusBadge status={isWithdrawn(report) ? 'Withdrawn' : report.status} />
      </span>
      <Icon name="next" className="shrink-0 group-open:rotate-90 rtl:group-open:-rotate-90 print:hidden" />
    </summary>
  );
}
