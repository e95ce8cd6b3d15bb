import type { PublicReport } from '~/domain/report/present-report';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { AnswerForm, type AnswerLimits } from './answer-form';
import { AnswerBy, findOpenQuestionIn, QuestionText } from './question-parts';

type QuestionBoxProps = {
  report: Pick<PublicReport, '_id' | 'questions' | 'progress'>;
  /** The path that the patient's answer posts to. */
  action: string;
  limits: AnswerLimits;
};

/**
 * The open question of an expert, with the form to answer it. Renders nothing if no question is
 * open.
 */
export function QuestionBox({ report, action, limits }: QuestionBoxProps) {
  const { t } = useWords();
  const question = report.progress === 'question' && findOpenQuestionIn(report);
  if (!question) return null;
  const titleId = `question-${report._id}`;
  return (
    <section className="grid gap-4 rounded-field bg-accent-quiet p-4" aria-labelledby={titleId}>
      <div className="grid gap-2 text-ink">
        <h2 id={titleId} className="flex items-start gap-2 text-body">
          <Icon name="mail" className="mt-0.5 shrink-0" />
          <span>{t('question.title')}</span>
        </h2>
        <QuestionText question={question} />
        <AnswerBy question={question} />
      </div>
      <div>
        <AnswerForm reportId={report._id} action={action} limits={limits} />
      </div>
    </section>
  );
}
