import { Link } from '@remix-run/react';
import type { PublicReport } from '~/domain/report/present-report';
import { Icon } from '~/ui/icon';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { findOpenQuestionIn, QuestionHistory, QuestionText } from './question-parts';

type DeskQuestionsProps = { report: PublicReport; viewerId: string; closePath: string };

/**
 * The questions to the patient for the doctor who reads the report, the open one first. Renders
 * nothing if there are none. `closePath`: where the doctor who asked withdraws the question.
 */
export function DeskQuestions({ report, viewerId, closePath }: DeskQuestionsProps) {
  const { t } = useWords();
  if (report.questions.length === 0) return null;
  const open = findOpenQuestionIn(report);
  return (
    <section className="grid gap-4" aria-label={t('question.history')}>
      {report.progress === 'held' && (
        <Notice icon="lock" variant="wait">
          {t('waits.held')}
        </Notice>
      )}
      {open && (
        <div className="notice wait">
          <Icon name="pending" className="mt-0.5" />
          <div className="grid gap-2">
            <p>{t('ask.open')}</p>
            <QuestionText question={open} />
            {open.expert._id === viewerId && (
              <Link to={closePath} className="inline-flex min-h-11 items-center font-label">
                {t('closeQuestion.confirm')}
              </Link>
            )}
          </div>
        </div>
      )}
      <QuestionHistory report={report} />
    </section>
  );
}
