import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { languageCodes } from '~/i18n/language-codes';
import { clinicDetails } from '~/platform/db/core/tables/clinic.server';
import { db, type Statement } from '~/platform/db/db.server';
import { clinicWordNames, type TypedWords } from '~/platform/settings/clinic-words';
import { setTypedWords } from '~/platform/settings/env.server';

/** The ID of the only row. */
const rowId = 'clinic';

const storedWords = z.partialRecord(z.enum(clinicWordNames), z.unknown()).transform(
  ({ OFFERED_LANGUAGES: offered, ...texts }): TypedWords => ({
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => typeof text === 'string')),
    ...(Array.isArray(offered) && {
      OFFERED_LANGUAGES: languageCodes.filter((code) => offered.includes(code)),
    }),
  }),
);

/** Reads what admins have typed about the clinic. */
export const findTypedWords = async (): Promise<TypedWords> => (await readTypedWords()).words;

/** Holds the words and languages that a later release has stored and this one cannot read. */
type LaterWords = { words: Record<string, unknown>; languages: unknown[] };

const noneLater: LaterWords = { words: {}, languages: [] };

/**
 * Reads what admins have typed, and when it was changed last.
 *
 * @returns `changedAt` is null before the first change; `laterWords` are to be stored again.
 */
export async function readTypedWords(): Promise<{
  words: TypedWords;
  laterWords: LaterWords;
  changedAt: Date | null;
}> {
  const [row] = await db().select().from(clinicDetails);
  if (!row) return { words: {}, laterWords: noneLater, changedAt: null };
  const stored: Record<string, unknown> = JSON.parse(row.words);
  const isReadable = ([name]: [string, unknown]) => clinicWordNames.some((wordName) => wordName === name);
  const entries = Object.entries(stored);
  const isLater = (code: unknown) => !languageCodes.some((languageCode) => languageCode === code);
  return {
    words: storedWords.parse(Object.fromEntries(entries.filter(isReadable))),
    laterWords: {
      words: Object.fromEntries(entries.filter((entry) => !isReadable(entry))),
      languages: [stored.OFFERED_LANGUAGES].flat().filter((code) => code !== undefined && isLater(code)),
    },
    changedAt: row.changedAt,
  };
}

/** Reads the typed words and shows them on this server from now on. */
export async function refreshTypedWords(): Promise<void> {
  setTypedWords(await findTypedWords());
}

/**
 * Builds the statement that stores what admins have typed. It changes no row if somebody else has
 * changed the words since.
 *
 * @param since the last change that was read; null if there was none.
 * @param laterWords those of the row that was read.
 */
export function storeTypedWords(words: TypedWords, since: Date | null, laterWords = noneLater): Statement {
  const now = Date.now();
  // Two changes within a millisecond have different times too.
  const changedAt = new Date(Math.max(now, (since?.getTime() ?? 0) + 1));
  const offered = words.OFFERED_LANGUAGES && [...words.OFFERED_LANGUAGES, ...laterWords.languages];
  const columns = {
    words: JSON.stringify({ ...laterWords.words, ...words, OFFERED_LANGUAGES: offered }),
    changedAt,
  };
  if (since === null)
    return db()
      .insert(clinicDetails)
      .values({ id: rowId, ...columns })
      .onConflictDoNothing();
  return db().update(clinicDetails).set(columns).where(eq(clinicDetails.changedAt, since));
}
