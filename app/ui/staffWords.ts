import type { CopyValues, Language, PageKey, StaffKey } from '~/copy/en';
import { fill } from '~/copy/show';
import { staff } from '~/copy/staff';
import { useWords } from './words';

const catalogues: Record<Language, Record<StaffKey, string>> = { en: staff };

/** `useWords` for the pages of experts and admins, with the sentences that only they show. */
export function useStaffWords() {
  const words = useWords();
  const own = catalogues[words.language];
  const isOwn = (key: PageKey | StaffKey): key is StaffKey => key in own;
  return {
    ...words,
    t: (key: PageKey | StaffKey, values?: CopyValues) =>
      isOwn(key) ? fill(words.language, own[key], values) : words.t(key, values),
  };
}
