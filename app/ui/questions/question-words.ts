import type { PublicQuestion } from '~/domain/report/present-question';
import { useWords } from '~/ui/sentence';

/** Returns a function that words an expert's question in the reader's language. */
export function useQuestionWords() {
  const { t, list } = useWords();
  return ({ kind, pages }: Pick<PublicQuestion, 'kind' | 'pages'>) => {
    if (kind !== 'unreadable' || pages.length === 0) return t(`wanted.${kind}`);
    const numbers = list(pages.map(String));
    return t(pages.length === 1 ? 'wanted.unreadablePage' : 'wanted.unreadablePages', { pages: numbers });
  };
}
