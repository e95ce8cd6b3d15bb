import { Link } from '@remix-run/react';
import type { PublicQuestion } from '~/domain/report/present-question';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon } from '~/ui/icon';
import { useQuestionWords } from '~/ui/questions/question-words';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';

type OpenQuestion = Pick<PublicQuestion, 'kind' | 'pages'> & {
  reportId: string;
  reportType: string;
  person?: string;
};

/** The questions that wait for the patient, each with a link to its own answer page. */
export function OpenQuestions({ questions }: { questions: OpenQuestion[] }) {
  const { t } = useWords();
  const typeName = useTypeName();
  const questionWords = useQuestionWords();
  if (questions.length === 0) return null;
  return (
    <section className="notice wait mb-4" aria-labelledby="open-questions">
      <Icon name="mail" className="mt-0.5" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h2 id="open-questions" className="text-[1.1rem]">
          {t('question.someWait', { count: questions.length })}
        </h2>
        <ul>
          {questions.map(({ reportId, reportType, person, ...question }) => (
            <li key={reportId}>
              <Link
                to={paths.answerQuestion(reportId)}
                className="inline-flex min-h-11 items-center font-semibold"
              >
                {`${typeName(reportType)}${person ? ` (${person})` : ''}: ${questionWords(question)}`}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
