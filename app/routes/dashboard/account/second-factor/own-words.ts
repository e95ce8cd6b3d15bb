import { useLoaderData } from '@remix-run/react';
import type { MessageValues } from '~/i18n/message-keys';
import { fill } from '~/i18n/t';
import type { sentencesOf } from '~/i18n/translate';
import { useWords } from '~/ui/sentence';

type OwnWords = ReturnType<typeof sentencesOf<'secondFactorPage'>>;

/** The sentences of this page alone, which come with its data: no other page carries them. */
export function useOwnWords() {
  const { words } = useLoaderData<{ words: OwnWords }>();
  const { language } = useWords();
  return (name: keyof OwnWords, values?: MessageValues) => fill(language, words[name], values);
}
