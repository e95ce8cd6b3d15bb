import { formatFullName } from '~/domain/identity/full-name';
import type { PublicQuestion } from '~/domain/report/present-question';
import type { PublicReport } from '~/domain/report/present-report';
import { askedForDays } from '~/domain/report/question-constants';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { useQuestionWords } from './question-words';

/** Returns the question that its patient has not answered yet, if there is one. */
export const findOpenQuestionIn = ({ questions }: { questions: PublicQuestion[] }) =>
  questions.find(({ answeredAt, closedAt }) => !answeredAt && !closedAt);

/**
 * An expert's question: our sentence in the reader's language, then the expert's text in their own
 * language, with their name.
 */
export function QuestionText({ question }: { question: PublicQuestion }) {
  const { t, day, list, language, languageName } = useWords();
  const words = useQuestionWords();
  const { expert, kind, pages, text, language: questionLanguage } = question;
  const name = formatFullName(expert);
  return (
    <div className="grid gap-1 [overflow-wrap:anywhere]">
      <p className="font-label">{words(question)}</p>
      {kind !== 'unreadable' && pages.length > 0 && (
        <p>{t('question.pages', { pages: list(pages.map(String)) })}</p>
      )}
      {text && (
        <p className="letter mt-1" lang={questionLanguage} dir="auto">
          {text}
        </p>
      )}
      <p className="text-small">
        {t('question.by', { name, date: day(question.askedAt) })}{' '}
        {text && questionLanguage !== language && (
          <span className="block">
            {t('review.inLanguage', { language: languageName(questionLanguage) })}
          </span>
        )}
      </p>
    </div>
  );
}

/** Says until when a question waits, and what happens without an answer. */
export function AnswerBy({ question }: { question: PublicQuestion }) {
  const { t, day } = useWords();
  const closesAt = new Date(Date.parse(question.askedAt) + askedForDays * 24 * 3_600_000).toISOString();
  return <p className="mt-2 text-small">{t('answer.by', { date: day(closesAt) })}</p>;
}

/** Returns true if a report has questions that were answered or closed. */
export const hasQuestionHistory = ({ questions }: Pick<PublicReport, 'questions'>) =>
  questions.some(({ answeredAt, closedAt }) => answeredAt || closedAt);

/** The closed questions to a patient before the review, each with its answer. */
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
              <p className="font-label">
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

/** The files added to a report, as links. Renders nothing if there are none. */
export function AddedFiles({ files }: Pick<PublicReport, 'files'>) {
  const { t, day } = useWords();
  const open = files.filter(({ url }) => url);
  if (open.length === 0) return null;
  return (
    <ul className="grid">
      {open.map(({ number, url, resourceType, addedAt }) => (
        <li key={number}>
          <a
            href={url ?? ''}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center gap-2 font-label"
          >
            <Icon name={resourceType === 'raw' ? 'file' : 'image'} />
            {t('question.added', { number, date: day(addedAt) })}
          </a>
        </li>
      ))}
    </ul>
  );
}
