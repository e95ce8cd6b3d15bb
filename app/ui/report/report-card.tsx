import { type SyntheticEvent, useEffect, useState } from 'react';
import type { PublicReport } from '~/domain/report/present-report';
import type { PublicOpening } from '~/domain/report-files/access-log.server';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon } from '~/ui/icon';
import { ButtonLink } from '~/ui/links';
import { AboutPatient } from '~/ui/people/about-patient';
import { patientNameOf, useAboutWords } from '~/ui/people/people-words';
import type { AnswerLimits } from '~/ui/questions/answer-form';
import { AddedFiles, QuestionBox, QuestionHistory } from '~/ui/questions/question-parts';
import { useWords } from '~/ui/sentence';
import { PageNotes } from './page-notes';
import { ReportFoot, type ReportPaths } from './report-foot';
import { AccessLog, ConsentLog, Folded } from './report-history';
import { ReportPicture } from './report-parts';
import { type OwnReview, ReportReview } from './report-review';
import { type Audience, isAsked, isWithdrawn, Waiting } from './report-waiting';
import { StatusBadge } from './report-words';

type Props = {
  report: PublicReport;
  audience: Audience;
  isNew?: boolean;
  openings?: PublicOpening[];
  /** True if the card is not folded when the page arrives. */
  isOpenAtFirst?: boolean;
  paths?: ReportPaths;
  limits?: AnswerLimits;
  /** When the page was loaded, in UTC. */
  loadedAt?: string;
} & Omit<OwnReview, 'seen'>;

/**
 * One report, worded for its audience: a line that names it, and folded below it its files, its
 * state and its review. `isNew`: the patient has not seen the answer yet. `paths`: the pages for
 * the patient's actions.
 */
export function ReportCard({
  report,
  audience,
  isNew = false,
  isOpenAtFirst = false,
  openings,
  paths,
  limits,
  loadedAt,
  ...ofReview
}: Props) {
  const { t } = useWords();
  const type = useTypeName()(report.reportType);
  const fold = useFold(report._id, isOpenAtFirst);
  const isReviewed = report.status === 'Reviewed';
  return (
    <article className="sheet !py-0" aria-labelledby={`report-${report._id}`}>
      <details className="report-fold group" {...fold}>
        <Head report={report} type={type} isNew={isNew} audience={audience} />
        <div className="flex flex-col gap-4 pt-1 pb-5">
          {report.correctedAt && <Corrected at={report.correctedAt} />}
          {isReviewed ? (
            <ReportReview
              report={report}
              ownReview={{ ...ofReview, readAt: loadedAt, seen: isNew ? paths?.seen : undefined }}
              contactPath={paths?.contact}
            />
          ) : (
            <Waiting report={report} audience={audience} asOf={loadedAt} />
          )}
          {paths && limits && <QuestionBox report={report} action={paths.answer} limits={limits} />}
          {isWithdrawn(report) && paths && (
            <ButtonLink to={paths.consentAgain} icon="check" variant="small self-start">
              {t('consent.giveAgain')}
              <span className="sr-only"> {t('list.of', { name: type })}</span>
            </ButtonLink>
          )}
          <div className="max-w-xl">
            <ReportPicture report={report} label={type} />
            <PageNotes report={report} audience={audience} />
            <AddedFiles files={report.files} />
          </div>
          {report.description ? (
            <div>
              {audience === 'patient' && <h3 className="text-base text-muted">{t('report.yourNote')}</h3>}
              <p className="whitespace-pre-wrap" dir="auto">
                {report.description}
              </p>
            </div>
          ) : (
            <p className="text-muted">{t('report.noDescription')}</p>
          )}
          <div>
            {report.questions.some(({ answeredAt, closedAt }) => answeredAt || closedAt) && (
              <Folded title={t('question.history')}>
                <QuestionHistory report={report} />
              </Folded>
            )}
            {openings && <AccessLog openings={openings} />}
            {report.consent && <ConsentLog consent={report.consent} />}
          </div>
          <ReportFoot report={report} paths={paths} type={type} />
        </div>
      </details>
    </article>
  );
}

/**
 * Returns the state of a card's fold. It opens by itself if the address names the report, and then
 * follows the reader alone: an answer that was read does not fold while it is on the screen.
 */
function useFold(reportId: string, isOpenAtFirst: boolean) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  useEffect(() => {
    const openIfNamed = () => {
      if (window.location.hash === `#report-${reportId}`) setOpen(true);
    };
    openIfNamed();
    window.addEventListener('hashchange', openIfNamed);
    return () => window.removeEventListener('hashchange', openIfNamed);
  }, [reportId]);
  return {
    open: isOpen,
    onToggle: ({ target, currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
      // The folds inside report their toggling too.
      if (target === currentTarget) setOpen(currentTarget.open);
    },
  };
}

function Corrected({ at }: { at: string }) {
  const { t, moment } = useWords();
  return <p className="text-[0.95rem] text-muted">{t('report.correctedOn', { moment: moment(at) })}</p>;
}

type HeadProps = { report: PublicReport; type: string; isNew: boolean; audience: Audience };

/** The line that names a report: its type, its date, its person and its state. */
function Head({ report, type, isNew, audience }: HeadProps) {
  const { t, day } = useWords();
  return (
    <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 py-3 [&::-webkit-details-marker]:hidden">
      <span className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <h2 id={`report-${report._id}`} className="scroll-mt-4 text-[1.15rem]">
            {type}
          </h2>
          <span className="block text-[0.95rem] text-muted">
            {t('report.submittedOn')} <time dateTime={report.createdAt}>{day(report.createdAt)}</time>
          </span>
          <Whose report={report} isOwn={audience === 'patient'} />
        </span>
        <span className="flex flex-wrap gap-2">
          {isNew && (
            <span className="badge new print:hidden">
              <Icon name="mail" className="h-4 w-4" />
              {t('report.new')}
            </span>
          )}
          {audience === 'patient' && isAsked(report) && (
            <span className="badge new !whitespace-normal print:hidden">
              <Icon name="mail" className="h-4 w-4" />
              {t('question.badge')}
            </span>
          )}
          <StatusBadge status={isWithdrawn(report) ? 'Withdrawn' : report.status} />
        </span>
      </span>
      <Icon name="next" className="shrink-0 group-open:rotate-90 rtl:group-open:-rotate-90 print:hidden" />
    </summary>
  );
}

/**
 * The person the report is about. Its sender sees them if they were named, and always in print;
 * other readers see all details.
 */
function Whose({ report, isOwn }: { report: PublicReport; isOwn: boolean }) {
  const { t } = useWords();
  const { details } = useAboutWords();
  if (!isOwn) return <AboutPatient report={report} />;
  const personDetails = report.about && details(report.about);
  return (
    <span className={report.about ? 'block font-semibold' : 'hidden print:block'}>
      <span className="hidden print:inline">{t('pending.patient')}: </span>
      <bdi>{patientNameOf(report)}</bdi>
      {personDetails && `, ${personDetails}`}
    </span>
  );
}
