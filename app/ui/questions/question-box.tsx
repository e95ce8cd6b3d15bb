import type { PublicReport } from '~/domain/report/present-report';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { AnswerForm, type AnswerLimits } from './answer-form';
import { QuestionText } from './question-text';
import { openQuestionOf } from './question-words';

type QuestionBoxProps = {
  report: Pick<PublicReport, '_id' | 'questions' | 'progress'>;
  /** The path the answer posts to, for the patient. */
  action: string;
  limits: AnswerLimits;
};

/**
 * What an expert needs from the patient before the review, with the form to answer it; nothing
 * where nothing is open.
 */
export function QuestionBox({ report, action, limits }: QuestionBoxProps) {
  const { t } = useWords();
  const question = report.progress === 'question' && openQuestionOf(report);
  if (!question) return null;
  const titleId = `question-${report._id}`;
  return (
    <section className="grid gap-4 rounded-field bg-accent-soft p-4" aria-labelledby={titleId}>
      <div className="grid gap-2 text-accent-deep">
        <h3 id={titleId} className="flex items-start gap-2">
          <Icon name="mail" className="mt-0.5 shrink-0" />
          <span>{t('question.title')}</span>
        </h3>
        <QuestionText question={question} />
      </div>
      <div className="rounded-field bg-surface p-4">
        <AnswerForm reportId={report._id} action={action} limits={limits} />
      </div>
    </section>
  );
}
