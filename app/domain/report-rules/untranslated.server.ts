import { and, count, eq, inArray, notExists, sql } from 'drizzle-orm';
import { whereStatus } from '~/domain/identity/expert-status.server';
import type { LanguageCode } from '~/i18n/language-codes';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports, translations } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { isAnswered, versionThatHolds } from './report-list.server';

/**
 * The language of a review. Reviews from before it was stored are in English, the only language
 * then.
 */
export const writtenIn = sql<LanguageCode>`coalesce(${reports.reviewLanguage}, 'en')`;

/**
 * The condition that a review waits for a translation: its patient's account is in another
 * language, and no translation into that is of the version that holds. It takes a query of reports
 * joined with their patients.
 */
export const isUntranslated = () =>
  and(
    isAnswered(),
    sql`${users.language} <> ${writtenIn}`,
    notExists(
      db()
        .select({ one: sql`1` })
        .from(translations)
        .where(
          and(
            eq(translations.reportId, reports.id),
            eq(translations.language, users.language),
            eq(translations.ofVersion, versionThatHolds),
          ),
        ),
    ),
  );

/** The language of a review, and the one that its patient reads. */
type Pair = { from: LanguageCode; to: LanguageCode };

/**
 * The approved doctors who can do a translation: `both` languages are read by one of them, `to` is
 * read by some but never together with the language of the review, or by `none`.
 */
type Readers = 'both' | 'to' | 'none';

/** A review that waits for a translation: into which language, and who can do it. */
export type Untranslated = Pair & { readers: Readers };

/**
 * Counts the reviews that wait for a translation into one language. Where doctors read it, but
 * never together with the language of the review, each of those is counted apart.
 */
export type UntranslatedCount = Untranslated & { reviews: number };

/** Tells whether a doctor with these languages can translate a review. */
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

/** Counts the reviews that wait for a translation, by the languages from and into which. */
export async function countUntranslated(): Promise<(Pair & { reviews: number })[]> {
  const rows = await db()
    .select({ from: writtenIn, to: users.language, reviews: count() })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(isUntranslated())
    .groupBy(writtenIn, users.language)
    .orderBy(users.language, writtenIn);
  return rows.map((row) => ({ ...row, reviews: Number(row.reviews) }));
}

/** Counts them by the language that is wanted, with who can translate them. */
export async function listUntranslatedCounts(): Promise<UntranslatedCount[]> {
  const counts = await countUntranslated();
  if (counts.length === 0) return [];
  const doctors = await listReadLanguages();
  const groups: UntranslatedCount[] = [];
  for (const pair of counts) {
    const readers = readersOf(pair, doctors);
    const group = groups.find((other) => other.to === pair.to && other.readers === readers);
    if (group && readers !== 'to') group.reviews += pair.reviews;
    else groups.push({ ...pair, readers });
  }
  return groups;
}

/** Finds which of some reports have a review that waits for a translation, by their IDs. */
export async function findUntranslated(reportIds: string[]): Promise<Record<string, Untranslated>> {
  if (reportIds.length === 0) return {};
  const rows = await db()
    .select({ id: reports.id, from: writtenIn, to: users.language })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(and(inArray(reports.id, reportIds), isUntranslated()));
  if (rows.length === 0) return {};
  const doctors = await listReadLanguages();
  return Object.fromEntries(
    rows.map(({ id, ...pair }) => [id, { ...pair, readers: readersOf(pair, doctors) }]),
  );
}
