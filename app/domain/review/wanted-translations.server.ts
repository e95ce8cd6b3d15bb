import { and, count, eq, exists, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import type { Viewer } from '~/domain/kernel/viewer';
import { isUntranslated, reviewLanguage } from '~/domain/queue/untranslated.server';
import type { LanguageCode } from '~/i18n/language-codes';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports, translations } from '~/platform/db/core/tables/reports.server';
import { db, prepared } from '~/platform/db/db.server';

/** Reads the languages that an expert chose in the settings. */
export async function languagesOf(viewer: Viewer): Promise<LanguageCode[]> {
  const { reads } = await requireOwnRow(viewer);
  return reads ?? [];
}

/** Builds the condition that a review waits for a translator who reads some languages. */
export const isWanted = (reads: LanguageCode[], more?: SQL) =>
  and(isUntranslated(), inArray(users.language, reads), inArray(reviewLanguage, reads), more);

/** Days of reviews that are counted. Older ones are only in the list. */
const recentDays = 30;

/**
 * Counts the reviews of the last 30 days that wait for a translation by the viewer. Counting all
 * would read every review of the clinic.
 */
export async function countRecentWanted(viewer: Viewer): Promise<number> {
  const reads = await languagesOf(viewer);
  if (reads.length < 2) return 0;
  const [row] = await db()
    .select({ total: count() })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(isRecentWanted(reads));
  return Number(row?.total ?? 0);
}

/** Builds the condition that a review of the last 30 days waits for a translator. */
const isRecentWanted = (reads: LanguageCode[]) =>
  isWanted(reads, gt(reports.reviewedAt, new Date(Date.now() - recentDays * 24 * 3_600_000)));

/**
 * Checks whether an expert has translated a review before, or one of the last 30 days waits for a
 * translation by them. The menu of every page asks this: most experts read one language or have
 * translated, so it costs them one look-up by index.
 */
export async function isTranslator({ id: viewerId }: Viewer): Promise<boolean> {
  const [own] = await ownTranslating().execute({ viewerId });
  if (own?.hasTranslated) return true;
  const reads = own?.reads ?? [];
  if (reads.length < 2) return false;
  const waiting = await db()
    .select({ id: reports.id })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(isRecentWanted(reads))
    .limit(1);
  return waiting.length > 0;
}

const ownTranslating = prepared((queries) => {
  const isOwn = eq(translations.expertId, users.id);
  const own = queries.select({ one: sql`1` }).from(translations).where(isOwn);
  return queries
    .select({ reads: users.reads, hasTranslated: sql<boolean>`${exists(own)}`.mapWith(Boolean) })
    .from(users)
    .where(eq(users.id, sql.placeholder('viewerId')))
    .prepare();
});
