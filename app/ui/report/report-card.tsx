import type { PublicReport } from '~/domain/report/present-report';
import { toCaseNumber } from '~/domain/report/report-constants';
import type { PublicOpening } from '~/domain/report-files/access-log.server';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon } from '~/ui/icon';
import { ButtonLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { AboutPatient } from '~/ui/people/about-patient';
import { patientNameOf, useAboutWords } from '~/ui/people/people-words';
import type { AnswerLimits } from '~/ui/questions/answer-form';
import { AddedFiles, findOpenQuestionIn, QuestionBox, QuestionHistory } from '~/ui/questions/question-parts';
import { useWords } from '~/ui/sentence';
import { PageNotes } from './page-notes';
import { AccessLog, ConsentLog, Folded } from './report-history';
import { ReportPicture } from './report-parts';
import { type OwnReview, ReportReview } from './report-review';
import { StatusBadge, useQueueWords } from './report-words';
import { TakenBack } from './review-changes';
import { TakeAway } from './take-away';

type Paths = {
  seen: string;
  correct: string;
  delete: string;
  withdraw: string;
  consentAgain: string;
  answer: string;
};
/** Reader of a card: the patient who sent the report, or a doctor or admin. */
type Audience = 'patient' | 'staff';

type Props = {
  report: PublicReport;
  audience: Audience;
  isNew?: boolean;
  openings?: PublicOpening[];
  paths?: Paths;
  limits?: AnswerLimits;
} & Omit<OwnReview, 'seen'>;

const isWithdrawn = (report: PublicReport) => Boolean(report.consent?.withdrawnAt);
const isOpen = ({ progress }: PublicReport) => progress === 'question';

/** The state of a report without a review. */
function waitWords(report: PublicReport) {
  if (isWithdrawn(report)) return 'report.withdrawn';
  if (report.progress === 'answered') return 'question.answered';
  if (report.progress === 'claimed') return 'report.beingRead';
  return report.progress === 'held' ? 'question.held' : 'report.waiting';
}

/**
 * One report: its files, its state and its review, worded for its audience. `isNew`: the patient
 * has not seen the answer yet. `paths`: the pages for the patient's actions.
 */
export function ReportCard({ report, audience, isNew = false, openings, paths, limits, ...ofReview }: Props) {
  const { t } = useWords();
  const type = useTypeName()(report.reportType);
  return (
    <article className="sheet flex flex-col gap-4" aria-labelledby={`report-${report._id}`}>
      <Head report={report} type={type} isNew={isNew} audience={audience} />
      {report.status === 'Reviewed' ? (
        <>
          <ReportReview report={report} ownReview={{ ...ofReview, seen: isNew ? paths?.seen : undefined }} />
          {paths && <TakeAway report={report} type={type} />}
        </>
      ) : (
        <Waiting report={report} audience={audience} />
      )}
      {paths && limits && <QuestionBox report={report} action={paths.answer} limits={limits} />}
      {isWithdrawn(report) && paths && (
        <ButtonLink to={paths.consentAgain} icon="check" variant="small justify-self-start">
          {t('consent.giveAgain')}
          <span className="sr-only"> {t('list.of', { name: type })}</span>
        </ButtonLink>
      )}
      <div>
        <ReportPicture report={report} label={type} />
        <PageNotes report={report} />
        <AddedFiles files={report.files} />
      </div>
      {report.description ? (
        <p className="whitespace-pre-wrap" dir="auto">
          {report.description}
        </p>
      ) : (
        <p className="text-muted">{t('report.noDescription')}</p>
      )}
      {report.questions.some(({ answeredAt, closedAt }) => answeredAt || closedAt) && (
        <Folded title={t('question.history')}>
          <QuestionHistory report={report} />
        </Folded>
      )}
      {openings && <AccessLog openings={openings} />}
      {report.consent && <ConsentLog consent={report.consent} />}
      <Foot report={report} paths={paths} />
    </article>
  );
}

/** Says what a report without a review waits for. */
function Waiting({ report, audience }: Pick<Props, 'report' | 'audience'>) {
  const icon = isWithdrawn(report) ? 'lock' : 'pending';
  if (audience === 'patient') return <PatientWaiting report={report} icon={icon} />;
  return <StaffWaiting report={report} icon={icon} />;
}

type WaitingProps = Pick<Props, 'report'> & { icon: 'lock' | 'pending' };

/** The wording for the patient. An open question has its own box. */
function PatientWaiting({ report, icon }: WaitingProps) {
  const { t } = useWords();
  const queueWords = useQueueWords();
  if (isOpen(report)) return null;
  if (report.takenBackAt && ['queued', 'claimed'].includes(report.progress ?? ''))
    return <TakenBack report={report} />;
  return (
    <Notice icon={icon} variant="wait">
      {t(waitWords(report))}
      {report.queue && ` ${queueWords(report.queue)}`}
    </Notice>
  );
}

/** The wording for doctors and admins. */
function StaffWaiting({ report, icon }: WaitingProps) {
  const { t, day } = useWords();
  const words = useStaffWords()(report);
  return (
    <Notice icon={icon} variant="wait">
      {words}
      {report.takenBackAt && (
        <span className="block">{t('waits.takenBack', { date: day(report.takenBackAt) })}</span>
      )}
    </Notice>
  );
}

function useStaffWords() {
  const { t, day } = useWords();
  return (report: PublicReport) => {
    const { progress, claim } = report;
    const question = findOpenQuestionIn(report);
    if (progress === 'question' && question) return t('waits.patientSince', { date: day(question.askedAt) });
    if (progress === 'held') return t('ask.held');
    if (progress === 'withdrawn') return t('waits.withdrawn');
    if (claim)
      return t('claim.readBy', { name: `${claim.expert.firstName} ${claim.expert.lastName}`.trim() });
    return t(progress === 'queued' ? 'waits.forDoctor' : 'waits.beingRead');
  };
}

type HeadProps = { report: PublicReport; type: string; isNew: boolean; audience: Audience };

/** The type of the report, its date and its state. */
function Head({ report, type, isNew, audience }: HeadProps) {
  const { t, day, moment } = useWords();
  return (
    <header className="flex flex-wrap items-start justify-between gap-2">
      <div>
        <h2 id={`report-${report._id}`}>{type}</h2>
        <p className="text-[0.95rem] text-muted">
          {t('report.submittedOn')} <time dateTime={report.createdAt}>{day(report.createdAt)}</time>
        </p>
        <Whose report={report} isOwn={audience === 'patient'} />
        {report.correctedAt && (
          <p className="text-[0.95rem] text-muted">
            {t('report.correctedOn', { moment: moment(report.correctedAt) })}
          </p>
        )}
      </div>
      <span className="flex flex-wrap gap-2">
        {isNew && (
          <span className="badge new">
            <Icon name="mail" className="h-4 w-4" />
            {t('report.new')}
          </span>
        )}
        {audience === 'patient' && isOpen(report) && (
          <span className="badge new !whitespace-normal">
            <Icon name="mail" className="h-4 w-4" />
            {t('question.badge')}
          </span>
        )}
        <StatusBadge status={isWithdrawn(report) ? 'Withdrawn' : report.status} />
      </span>
    </header>
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
    <p className={report.about ? 'font-semibold' : 'hidden print:block'}>
      <span className="hidden print:inline">{t('pending.patient')}: </span>
      <bdi>{patientNameOf(report)}</bdi>
      {personDetails && `, ${personDetails}`}
    </p>
  );
}

/** The case number and the patient's actions. */
function Foot({ report, paths }: Pick<Props, 'report' | 'paths'>) {
  const { t } = useWords();
  return (
    <footer className="mt-auto flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
      <p className="font-figures text-[0.88rem] text-muted">
        {t('report.case', { number: toCaseNumber(report._id) })}
      </p>
      {paths && (
        <div className="flex flex-wrap gap-3">
          {report.status === 'Pending' && !isWithdrawn(report) && (
            <ButtonLink to={paths.correct} icon="write" variant="plain small">
              {t('report.correct')}
            </ButtonLink>
          )}
          {report.status === 'Pending' && !isWithdrawn(report) && (
            <ButtonLink to={paths.withdraw} icon="lock" variant="plain small">
              {t('consent.withdraw')}
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
