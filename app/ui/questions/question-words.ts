import type { PublicQuestion } from '~/domain/report/present-question';
import { useWords } from '~/ui/sentence';

/** What says what an expert wants to know, in the reader's language. */
export function useQuestionWords() {
  const { t, list } = useWords();
  return ({ kind, pages }: Pick<PublicQuestion, 'kind' | 'pages'>) => {
    if (kind !== 'unreadable' || pages.length === 0) return t(`wanted.${kind}`);
    const numbers = list(pages.map(String));
    return t(pages.length === 1 ? 'wanted.unreadablePage' : 'wanted.unreadablePages', { pages: numbers });
  };
}

/** The question that waits for its patient, if one does. */
export const openQuestionOf = ({ questions }: { questions: PublicQuestion[] }) =>
  questions.find(({ answeredAt, closedAt }) => !answeredAt && !closedAt);
