import type { PublicReport } from '~/domain/report/present-report';
import { useWords } from '~/ui/sentence';
import { QuestionText } from './question-text';

/** What was asked of a patient before the review and is over, each with its answer. */
export function QuestionHistory({ report }: { report: Pick<PublicReport, 'questions'> }) {
  const { t, day } = useWords();
  const over = report.questions.filter(({ answeredAt, closedAt }) => answeredAt || closedAt);
  return (
    <ol className="grid gap-4">
      {over.map((question) => (
        <li key={question._id} className="grid gap-2 border-s-2 border-line ps-3">
          <QuestionText question={question} />
          {question.answeredAt ? (
            <div>
              <p className="font-semibold">
                {t('question.answer')}, {day(question.answeredAt)}
              </p>
              {question.answer && (
                <p className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
                  {question.answer}
                </p>
              )}
            </div>
          ) : (
            <p className="text-muted">{t('question.noAnswer')}</p>
          )}
          {question.liftReason && (
            <p className="text-muted [overflow-wrap:anywhere]">
              {t('question.lifted', { reason: question.liftReason })}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
