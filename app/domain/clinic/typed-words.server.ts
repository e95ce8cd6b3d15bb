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
export async function findTypedWords(): Promise<TypedWords> {
  const [row] = await db().select({ words: clinicDetails.words }).from(clinicDetails);
  if (!row) return {};
  // A later release may store more names.
  const readableWords = Object.entries(JSON.parse(row.words)).filter(([name]) =>
    clinicWordNames.some((wordName) => wordName === name),
  );
  return storedWords.parse(Object.fromEntries(readableWords));
}

/** Reads the typed words and shows them on this server from now on. */
export async function refreshTypedWords(): Promise<void> {
  setTypedWords(await findTypedWords());
}

/** Builds the statement that stores what admins have typed. */
export function storeTypedWords(words: TypedWords): Statement {
  const columns = { words: JSON.stringify(words), changedAt: new Date() };
  return db()
    .insert(clinicDetails)
    .values({ id: rowId, ...columns })
    .onConflictDoUpdate({ target: clinicDetails.id, set: columns });
}
