import { and, count, eq, inArray, notExists, sql } from 'drizzle-orm';
import { whereStatus } from '~/domain/identity/expert-status.server';
import type { LanguageCode } from '~/i18n/language-codes';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports, translations } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { currentVersion, isAnswered } from './report-list.server';

/**
 * The language of a review. Reviews from before it was stored are in English, the only language at
 * that time.
 */
export const reviewLanguage = sql<LanguageCode>`coalesce(${reports.reviewLanguage}, 'en')`;

/**
 * Builds the condition that a review waits for a translation: its patient's account has another
 * language, and the current version has no translation into that language. Requires a query of
 * reports joined with their patients.
 */
export const isUntranslated = () =>
  and(
    isAnswered(),
    sql`${users.language} <> ${reviewLanguage}`,
    notExists(
      db()
        .select({ one: sql`1` })
        .from(translations)
        .where(
          and(
            eq(translations.reportId, reports.id),
            eq(translations.language, users.language),
            eq(translations.ofVersion, currentVersion),
          ),
        ),
    ),
  );

/** The language of a review, and the language that its patient reads. */
type Pair = { from: LanguageCode; to: LanguageCode };

/**
 * The languages of the approved doctors: one of them reads `both`, some read the target (`to`) but
 * never with the language of the review, or `none` reads the target.
 */
type Readers = 'both' | 'to' | 'none';

/** A review that waits for a translation: its two languages, and the doctors who read them. */
export type Untranslated = Pair & { readers: Readers };

/**
 * The number of reviews that wait for a translation into one language. If doctors read it, but not
 * together with the languages of the reviews, each of those languages has a count of its own.
 */
type UntranslatedCount = Untranslated & { reviews: number };

/** Checks whether a doctor with these languages can translate a review. */
export const canTranslate = (reads: readonly LanguageCode[], { from, to }: Pair) =>
  reads.includes(from) && reads.includes(to);

function readersOf(pair: Pair, doctors: LanguageCode[][]): Readers {
  if (doctors.some((reads) => canTranslate(reads, pair))) return 'both';
  return doctors.some((reads) => reads.includes(pair.to)) ? 'to' : 'none';
}

/** Lists the languages of every approved doctor who has chosen some. */
async function listReadLanguages(): Promise<LanguageCode[][]> {
  const rows = await db().selectDistinct({ reads: users.reads }).from(users).where(whereStatus.approved);
  return rows.flatMap(({ reads }) => (reads?.length ? [reads] : []));
}

/** Counts the reviews that wait for a translation, by source and target language. */
export async function countUntranslated(): Promise<(Pair & { reviews: number })[]> {
  const rows = await db()
    .select({ from: reviewLanguage, to: users.language, reviews: count() })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(isUntranslated())
    .groupBy(reviewLanguage, users.language)
    .orderBy(users.language, reviewLanguage);
  return rows.map((row) => ({ ...row, reviews: Number(row.reviews) }));
}

/**
 * Counts the reviews that wait for a translation by target language, with the doctors who can
 * translate them.
 */
export async function listUntranslatedCounts(): Promise<UntranslatedCount[]> {
  const counts = await countUntranslated();
  if (counts.length === 0) return [];
  const doctors = await listReadLanguages();
  const groups: UntranslatedCount[] = [];
  for (const pair of counts) {
    const readers = readersOf(pair, doctors);
    const group = groups.find((candidate) => candidate.to === pair.to && candidate.readers === readers);
    if (group && readers !== 'to') group.reviews += pair.reviews;
    else groups.push({ ...pair, readers });
  }
  return groups;
}

/** Finds the reports whose review waits for a translation, by ID. */
export async function findUntranslated(reportIds: string[]): Promise<Record<string, Untranslated>> {
  if (reportIds.length === 0) return {};
  const rows = await db()
    .select({ id: reports.id, from: reviewLanguage, to: users.language })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(and(inArray(reports.id, reportIds), isUntranslated()));
  if (rows.length === 0) return {};
  const doctors = await listReadLanguages();
  return Object.fromEntries(
    rows.map(({ id, ...pair }) => [id, { ...pair, readers: readersOf(pair, doctors) }]),
  );
}
