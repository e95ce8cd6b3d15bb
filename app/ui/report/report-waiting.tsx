import { formatFullName } from '~/domain/identity/full-name';
import type { PublicReport } from '~/domain/report/present-report';
import { Notice } from '~/ui/notices/notice';
import { useHasEmail } from '~/ui/notices/post-form';
import { findOpenQuestionIn } from '~/ui/questions/question-parts';
import { useWords } from '~/ui/sentence';
import { useQueueWords } from './report-words';
import { TakenBack } from './review-changes';

/** Reader of a card: the patient who sent the report, or a doctor or admin. */
export type Audience = 'patient' | 'staff';

/** Returns true if the patient has withdrawn their consent to a report. */
export const isWithdrawn = (report: PublicReport) => Boolean(report.consent?.withdrawnAt);

/** Returns true if a report waits for its patient's answer. */
export const isAsked = ({ progress }: PublicReport) => progress === 'question';

/** Minutes after which a patient reads that nobody has read an urgent report. */
const unreadMinutes = 30;

/** Returns true if an urgent report waits for long, and no doctor reads it. */
export const isLongUnread = ({
  urgentFor,
  progress,
  takenBackAt,
}: Pick<PublicReport, 'urgentFor' | 'progress' | 'takenBackAt'>) =>
  (urgentFor ?? 0) >= unreadMinutes && progress === 'queued' && !takenBackAt;

/** The state of a report without a review. */
function waitWords(report: PublicReport, hasEmail: boolean) {
  if (isWithdrawn(report)) return 'report.withdrawn';
  if (report.progress === 'answered') return 'question.answered';
  if (report.progress === 'claimed') return hasEmail ? 'report.beingRead' : 'report.beingReadNoEmail';
  if (report.progress === 'held') return 'question.held';
  return hasEmail ? 'report.waiting' : 'report.waitingNoEmail';
}

/** Says what a report without a review waits for. */
export function Waiting({
  report,
  audience,
  asOf,
}: {
  report: PublicReport;
  audience: Audience;
  /** When the page was loaded, to name a day that is still to come. */
  asOf?: string;
}) {
  const icon = isWithdrawn(report) ? 'lock' : 'pending';
  if (audience === 'patient') return <PatientWaiting report={report} icon={icon} asOf={asOf} />;
  return <StaffWaiting report={report} icon={icon} />;
}

type WaitingProps = { report: PublicReport; icon: 'lock' | 'pending' };

/** The wording for the patient. An open question has its own box. */
function PatientWaiting({ report, icon, asOf }: WaitingProps & { asOf?: string }) {
  const { t, day } = useWords();
  const queueWords = useQueueWords();
  const answerAt = usualAnswerAt(report);
  const hasEmail = useHasEmail();
  if (isAsked(report)) return null;
  if (report.takenBackAt && ['queued', 'claimed'].includes(report.progress ?? ''))
    return <TakenBack report={report} />;
  return (
    <Notice icon={icon} variant="wait">
      {t(waitWords(report, hasEmail))}
      {/* The queue's order does not hold for an urgent report. */}
      {report.queue && !report.urgent && ` ${queueWords(report.queue)}`}
      {asOf && !report.urgent && answerAt > asOf && ` ${t('queue.by', { date: day(answerAt) })}`}
    </Notice>
  );
}

/** Returns when an answer usually has come, as an ISO moment; empty if it cannot be told. */
const usualAnswerAt = ({ createdAt, queue }: PublicReport) =>
  queue?.usualSeconds ? new Date(Date.parse(createdAt) + queue.usualSeconds * 1000).toISOString() : '';

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
    if (claim) return t('claim.readBy', { name: formatFullName(claim.expert) });
    return t(progress === 'queued' ? 'waits.forDoctor' : 'waits.beingRead');
  };
}
