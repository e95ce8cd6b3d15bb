import { Link } from '@remix-run/react';
import { formatFullName } from '~/domain/identity/full-name';
import type { PublicReport } from '~/domain/report/present-report';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { findOpenQuestionIn } from './question-parts';

/**
 * Returns true if a report is closed to other experts because one asked whether it belongs to
 * another person.
 */
function isHeld({ progress, questions }: Pick<PublicReport, 'progress' | 'questions'>) {
  const last = questions.at(-1);
  return progress === 'held' || (progress === 'question' && last?.kind === 'otherPerson' && !last.liftReason);
}

/** Returns true if a report is closed to this expert: they did not ask that question themselves. */
export const isHeldFrom = (report: Pick<PublicReport, 'progress' | 'questions'>, viewerId: string) =>
  isHeld(report) && report.questions.at(-1)?.expert._id !== viewerId;

type Props = {
  report: Pick<PublicReport, 'progress' | 'questions'>;
  /**
   * The page to close the question, for viewers who may; `liftPath` is the page to lift a hold, for
   * admins.
   */
  closePath?: string;
  liftPath?: string;
};

/** For a row in a list of reports: who asked the patient, and the actions for it. */
export function QuestionNote({ report, closePath, liftPath }: Props) {
  const { t, day } = useWords();
  const last = report.questions.at(-1);
  if (!last) return null;
  const open = findOpenQuestionIn(report);
  const isUnanswered = report.progress === 'queued' && last.closedAt && !last.answeredAt;
  const name = formatFullName(last.expert);
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-small [overflow-wrap:anywhere]">
      {open && <span>{t('question.by', { name, date: day(last.askedAt) })}</span>}
      {isHeld(report) && (
        <span className="badge bad !whitespace-normal">
          <Icon name="lock" className="h-4 w-4" />
          {t('waits.held')}
        </span>
      )}
      {isUnanswered && <span className="badge wait !whitespace-normal">{t('waits.noAnswer')}</span>}
      {open && closePath && <NoteLink to={closePath} words={t('closeQuestion.confirm')} />}
      {isHeld(report) && liftPath && <NoteLink to={liftPath} words={t('lift.confirm')} />}
    </span>
  );
}

/** It lies above the card's link. */
function NoteLink({ to, words }: { to: string; words: string }) {
  return (
    <Link to={to} className="link-on-card">
      {words}
    </Link>
  );
}
