import { and, inArray } from 'drizzle-orm';
import { findDoubt, isBarred } from '~/domain/identity/expert-status.server';
import type { CallContext } from '~/domain/kernel/operation';
import type { PublicReport } from '~/domain/report/present-report';
import type { ComparedTranslation } from '~/domain/report/present-translation';
import type { PresentedRow } from '~/domain/report/report-fields';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db } from '~/platform/db/db.server';

/**
 * Experts who are suspended or rejected, by account ID. `isInDoubt`: an admin doubts their answers.
 */
export type BarredAuthors = Map<string, { isInDoubt: boolean }>;

/**
 * Finds the experts among some accounts who are suspended or rejected. A deleted account keeps what
 * it signed.
 */
export async function findBarredAuthors(authorIds: (string | null)[]): Promise<BarredAuthors> {
  const ids = [...new Set(authorIds)].filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const { id, suspendedAt, rejectedAt, answersInDoubt, doubtDecidedAt } = users;
  const rows = await db()
    .select({ id, suspendedAt, rejectedAt, answersInDoubt, doubtDecidedAt })
    .from(users)
    .where(and(inArray(id, ids), isBarred));
  return new Map(rows.map((row) => [row.id, { isInDoubt: findDoubt(row) === true }]));
}

/** Checks whether an admin doubts the answers of an author. */
export const isInDoubt = (barred: BarredAuthors, authorId: string | null): boolean =>
  authorId !== null && (barred.get(authorId)?.isInDoubt ?? false);

/**
 * Decides which texts of an answer may leave by a door other than its owner's own log-in: none by an
 * author who is suspended or rejected, whatever was decided about their earlier answers.
 *
 * @returns `isHidden` for the review with its next step and every translation; otherwise the
 *   translations that may be shown.
 */
export function leaveOutBarred<Translation extends { expertId: string | null }>(
  { expertId }: { expertId: string | null },
  translations: Translation[],
  barred: BarredAuthors,
): { isHidden: boolean; translations: Translation[] } {
  const isHidden = expertId !== null && barred.has(expertId);
  const isShown = (translation: Translation) => !barred.has(translation.expertId ?? '');
  return { isHidden, translations: isHidden ? [] : translations.filter(isShown) };
}

/**
 * Removes the texts of authors who are suspended or rejected, for a door other than the owner's own
 * log-in.
 */
export function withoutBarredTexts(report: PublicReport, barred: BarredAuthors): PublicReport {
  const shown = leaveOutBarred(
    { expertId: report.expert?._id ?? null },
    report.translations.map((translation) => ({ ...translation, expertId: translation.expert._id })),
    barred,
  );
  const translations = shown.translations.map(({ expertId: _id, ...translation }) => translation);
  if (!shown.isHidden) return { ...report, translations };
  return { ...report, review: null, reviewLanguage: null, nextStep: null, translations, versions: [] };
}

/** Returns functions that add the clinic's doubts to reviews and translations. */
export function describeDoubts(barred: BarredAuthors, context: Pick<CallContext, 'describeDoubt'>) {
  const noteOf = (authorId: string | null) => {
    if (!isInDoubt(barred, authorId)) return null;
    const { sentence, sentenceInEnglish } = context.describeDoubt();
    return { sentence, sentenceInEnglish };
  };
  return {
    ofTranslations: (translations: ComparedTranslation[]) =>
      translations.map((translation) => ({ ...translation, doubtNote: noteOf(translation.expertId) })),
    ofReview(row: Pick<PresentedRow, 'expertId' | 'doubtChangedAt' | 'amendedAt' | 'reviewedAt'>) {
      const doubtNote = noteOf(row.expertId);
      const changedAt = row.amendedAt ?? row.reviewedAt;
      const isOver = !doubtNote && row.doubtChangedAt && changedAt && row.doubtChangedAt > changedAt;
      return { doubtNote, doubtOver: isOver ? context.describeDoubt().over : null };
    },
  };
}
