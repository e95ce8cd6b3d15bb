import type { PublicQuestion } from '~/domain/report/present-question';
import { useWords } from '~/ui/sentence';
import { useQuestionWords } from './question-words';

/**
 * What an expert wants to know: our sentence in the reader's language, and below it what they wrote
 * in their own, with who it was.
 */
export function QuestionText({ question }: { question: PublicQuestion }) {
  const { t, day, list, language, languageName } = useWords();
  const words = useQuestionWords();
  const { expert, kind, pages, text, language: written } = question;
  const name = `${expert.firstName} ${expert.lastName}`.trim();
  return (
    <div className="grid gap-1 [overflow-wrap:anywhere]">
      <p className="font-semibold">{words(question)}</p>
      {kind !== 'unreadable' && pages.length > 0 && (
        <p>{t('question.pages', { pages: list(pages.map(String)) })}</p>
      )}
      {text && (
        <p className="letter mt-1" lang={written} dir="auto">
          {text}
        </p>
      )}
      <p className="text-[0.95rem]">
        {t('question.by', { name, date: day(question.askedAt) })}
        {text && written !== language && (
          <> · {t('review.inLanguage', { language: languageName(written) })}</>
        )}
      </p>
    </div>
  );
}
