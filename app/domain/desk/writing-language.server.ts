import { desc, eq } from 'drizzle-orm';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import type { Viewer } from '~/domain/kernel/viewer';
import type { LanguageCode } from '~/i18n/language-codes';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';

/** Number of an expert's latest reviews that show the language they write in. */
const reviewsLookedAt = 50;

/**
 * Finds the language in which an expert probably writes to a patient: that of their latest review
 * for a patient of the same language; else the patient's, if the expert chose it in the settings;
 * else that of the page.
 */
export async function findWritingLanguage(
  viewer: Viewer,
  patientLanguage: LanguageCode,
  pageLanguage: LanguageCode,
): Promise<LanguageCode> {
  const { language, reviewLanguage, expertId, reviewedAt, id } = reports;
  const latest = await db()
    .select({ language, reviewLanguage })
    .from(reports)
    .where(eq(expertId, viewer.id))
    .orderBy(desc(reviewedAt), desc(id))
    .limit(reviewsLookedAt);
  const last = latest.find((review) => review.language === patientLanguage)?.reviewLanguage;
  if (last) return last;
  const { reads } = await requireOwnRow(viewer);
  return reads?.includes(patientLanguage) ? patientLanguage : pageLanguage;
}
