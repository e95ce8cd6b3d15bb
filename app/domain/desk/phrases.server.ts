import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { clearableChoice, optionalChoice, typedNumber } from '~/domain/kernel/choices';
import { emptyOutput, idSchema, key, requiredText } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { hasKnownVariables, maxPhraseLength, maxPhrases, variableValues } from '~/domain/report/phrases';
import { writtenLanguage } from '~/domain/report/schemas';
import { languageCodes } from '~/i18n/language-codes';
import { users } from '~/platform/db/core/tables/accounts.server';
import { phrases } from '~/platform/db/core/tables/reports.server';
import { atomically, db, lock, requireChange, type Statement } from '~/platform/db/db.server';
import { type ReportType, reportTypes } from '~/platform/enums';
import { newId } from '~/platform/ids.server';

/** A sentence that an expert often writes in reviews of one report type, or of all. */
const publicPhrase = z
  .object({
    _id: z.string().describe('ID of the phrase.'),
    reportType: z
      .enum(reportTypes)
      .nullable()
      .describe('Type of the reports that it is for. `null` if it is for all types.'),
    language: z.enum(languageCodes).describe('Language of the phrase.'),
    text: z.string().describe("The phrase. `{age}` is for the patient's age, `{date}` for the current day."),
    position: z
      .int()
      .min(1)
      .describe('Place among your phrases of that report type, or for all types, starting at 1.'),
  })
  .meta({
    id: 'Phrase',
    description: 'A sentence that you often write in reviews of one report type, or of all.',
    example: {
      _id: '01k2zq5v7m8n9p0q1r2s3t4v6p',
      reportType: 'Blood Test',
      language: 'en',
      text: 'Your blood count is normal for the age of {age}.',
      position: 1,
    },
  });

export type PublicPhrase = z.infer<typeof publicPhrase>;

type PhraseRow = typeof phrases.$inferSelect;

const phraseId = idSchema.meta({
  description: 'ID of the phrase: `_id` in `phrase/list`.',
  example: '01k2zq5v7m8n9p0q1r2s3t4v6p',
});
const reportType = clearableChoice(reportTypes).meta({
  description:
    'Type of the reports that the phrase is for. An empty text is for all types, as is a new phrase without a type. Unchanged if omitted.',
  example: 'Blood Test',
});
const wrongPlace = key('form.wholeNumber');

const phraseForm = z.object({
  phraseId: phraseId
    .optional()
    .transform((id) => id || undefined)
    .meta({
      description: 'ID of the phrase to change: `_id` in `phrase/list`. A new one is added if omitted.',
    }),
  reportType,
  language: writtenLanguage.meta({
    description: 'Language of the phrase. Defaults to the language of the call (`Accept-Language`).',
    example: 'en',
  }),
  text: requiredText(key('phrases.required'), maxPhraseLength).meta({
    description:
      "The phrase. `{age}` stands for the patient's age and `{date}` for the current day; other words in braces are refused.",
    example: 'Your blood count is normal for the age of {age}.',
  }),
  position: typedNumber(z.coerce.number(wrongPlace).int(wrongPlace).min(1, wrongPlace).max(1000, wrongPlace))
    .optional()
    .meta({
      description:
        'Place among your phrases of the report type, starting at 1. Unchanged if omitted; a new phrase is then the last.',
      example: 1,
    }),
});

/** Lists the viewer's phrases, by report type and then in their own order. Those for all types are last. */
export const listPhrases = operation({
  name: 'phrase.list',
  api: {
    summary: 'List your phrases',
    text: 'For approved experts. Lists the sentences you often write in reviews, in your order.',
  },
  input: z.object({
    reportType: optionalChoice(reportTypes).meta({
      description: 'Only phrases for reports of this type: its own first, then those for all types.',
      example: 'Blood Test',
    }),
  }),
  output: z.object({ data: z.array(publicPhrase).describe('Your phrases.') }),
  allow: 'phrase.own',
  successMessage: 'phrases.fetched',
  failureMessage: 'phrases.fetchFailed',
  async run({ viewer, input }) {
    return { data: await readPhrases(viewer.id, input.reportType) };
  },
});

/** Reads an expert's phrases for reports of a type, or all of them, in the order of `listPhrases`. */
export async function readPhrases(expertId: string, ofType?: ReportType): Promise<PublicPhrase[]> {
  const fits = ofType && or(isOfType(ofType), isOfType(null));
  return (await selectPhrases(expertId, fits)).map(presentPhrase);
}

/**
 * Adds a phrase of the viewer, or changes one.
 *
 * @throws Refusal: `invalid` beside `text` if it has a variable that cannot be filled in;
 *   `conflict` if the report type has 30 already; `notFound`, also for another expert's phrase.
 */
export const savePhrase = operation({
  name: 'phrase.save',
  api: {
    summary: 'Add or change a phrase',
    text: `For approved experts. Adds a phrase, or changes the one that \`phraseId\` names. A report type has at most ${maxPhrases}, and so have all types together; one more returns 409.`,
  },
  input: phraseForm,
  output: z.object({ data: publicPhrase.describe('Phrase as stored.') }),
  refusals: ['notFound', 'conflict'],
  allow: 'phrase.own',
  clearableFields: ['reportType'],
  successMessage: 'phrases.saved',
  failureMessage: 'phrases.saveFailed',
  async run({ viewer, input, context }) {
    if (!hasKnownVariables(input.text))
      throw new Refusal('invalid', 'phrases.wrongVariable', { field: 'text', values: variableValues });
    const before = input.phraseId ? await requireOwnPhrase(viewer.id, input.phraseId) : undefined;
    const type = input.reportType === undefined ? before && typeOf(before) : input.reportType;
    const ofType = type || null;
    const listed = await selectPhrases(viewer.id, isOfType(ofType));
    const others = listed.filter(({ id }) => id !== before?.id);
    const isMoved = !before || typeOf(before) !== ofType;
    const last = isMoved ? others.length : listed.findIndex(({ id }) => id === before?.id);
    const at = Math.min(input.position === undefined ? last : input.position - 1, others.length);
    const row = {
      id: before?.id ?? newId(),
      expertId: viewer.id,
      reportType: ofType ?? before?.reportType ?? reportTypes[0],
      isForAll: ofType === null,
      language: input.language ?? before?.language ?? context.language,
      text: input.text,
      position: at + 1,
    };
    const isDone = await atomically([
      lock(users, eq(users.id, viewer.id)),
      isMoved && requireChange(ownerWithRoom(viewer.id, ofType)),
      before
        ? requireChange(db().update(phrases).set(row).where(isOwn(viewer.id, before.id)))
        : db().insert(phrases).values(row),
      ...inNewPlaces(viewer.id, [...others.slice(0, at), row, ...others.slice(at)], row.id),
    ]);
    if (isDone) return { data: presentPhrase(row) };
    if (before) await requireOwnPhrase(viewer.id, before.id);
    throw new Refusal('conflict', 'phrases.tooMany', { values: { most: maxPhrases } });
  },
});

/**
 * Removes a phrase of the viewer.
 *
 * @throws Refusal: `notFound`, also for another expert's phrase.
 */
export const removePhrase = operation({
  name: 'phrase.remove',
  api: { summary: 'Remove a phrase', text: 'For approved experts. Removes one of your phrases.' },
  input: z.object({ phraseId }),
  output: emptyOutput,
  refusals: ['notFound'],
  allow: 'phrase.own',
  successMessage: 'phrases.removed',
  failureMessage: 'phrases.removeFailed',
  async run({ viewer, input }) {
    const isDone = await atomically([
      requireChange(db().delete(phrases).where(isOwn(viewer.id, input.phraseId))),
    ]);
    if (!isDone) throw new Refusal('notFound', 'phrases.notFound');
    return {};
  },
});

const presentPhrase = (row: PhraseRow): PublicPhrase => ({
  _id: row.id,
  reportType: typeOf(row),
  language: row.language,
  text: row.text,
  position: row.position,
});

/** Returns the report type of a phrase; null if it is for all. */
const typeOf = ({ isForAll, reportType }: PhraseRow) => (isForAll ? null : reportType);

/** Selects the phrases of one report type, or with null those for all types. */
const isOfType = (type: ReportType | null) =>
  type === null ? eq(phrases.isForAll, true) : and(eq(phrases.isForAll, false), eq(phrases.reportType, type));

const isOwn = (expertId: string, id: string) => and(eq(phrases.id, id), eq(phrases.expertId, expertId));

function selectPhrases(expertId: string, fits?: SQL): Promise<PhraseRow[]> {
  return db()
    .select()
    .from(phrases)
    .where(and(eq(phrases.expertId, expertId), fits))
    .orderBy(asc(phrases.isForAll), asc(phrases.reportType), asc(phrases.position), asc(phrases.id));
}

async function requireOwnPhrase(expertId: string, id: string): Promise<PhraseRow> {
  const [row] = await db().select().from(phrases).where(isOwn(expertId, id));
  if (!row) throw new Refusal('notFound', 'phrases.notFound');
  return row;
}

/** Builds the query that finds an expert if a report type has room for one more of their phrases. */
function ownerWithRoom(expertId: string, ofType: ReportType | null) {
  const ownPhrases = db()
    .select({ rows: sql<number>`count(*)` })
    .from(phrases)
    .where(and(eq(phrases.expertId, expertId), isOfType(ofType)));
  return db()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, expertId), sql`(${ownPhrases}) < ${maxPhrases}`));
}

/** Builds the statements that count up the places of a list, except that of one phrase. */
function inNewPlaces(expertId: string, order: PhraseRow[], exceptId: string): Statement[] {
  return order.flatMap(({ id, position }, index) =>
    id === exceptId || position === index + 1
      ? []
      : [
          db()
            .update(phrases)
            .set({ position: index + 1 })
            .where(isOwn(expertId, id)),
        ],
  );
}
