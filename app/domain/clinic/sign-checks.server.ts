import { createHash } from 'node:crypto';
import { and, inArray } from 'drizzle-orm';
import type { CallContext } from '~/domain/kernel/operation';
import { confirmedSigns } from '~/domain/report/danger-signs';
import type { LanguageCode } from '~/i18n/language-codes';
import { checkedSentences } from '~/platform/db/core/tables/next-steps.server';
import { db } from '~/platform/db/db.server';

export type SignContext = Pick<CallContext, 'listSignSentences'>;

/**
 * Hashes the list of danger signs with its English sentences, and their translations. Another list or
 * wording has another hash.
 */
export function hashSignSentences({ listSignSentences }: SignContext, language: LanguageCode): string {
  const translated = language === 'en' ? [] : listSignSentences(language);
  return createHash('sha256')
    .update(JSON.stringify([confirmedSigns, listSignSentences('en'), translated]))
    .digest('base64url');
}

/** Finds whether the clinic has confirmed the list, and whether somebody has checked a language of it. */
export async function findSignChecks(context: SignContext, language: LanguageCode = 'en') {
  const hashes = { en: hashSignSentences(context, 'en'), own: hashSignSentences(context, language) };
  const rows = await db()
    .select({ language: checkedSentences.language, wordingHash: checkedSentences.wordingHash })
    .from(checkedSentences)
    .where(
      and(
        inArray(checkedSentences.language, ['en', language]),
        inArray(checkedSentences.wordingHash, Object.values(hashes)),
      ),
    )
    .orderBy(checkedSentences.language);
  const hasRow = (code: LanguageCode, hash: string) =>
    rows.some((row) => row.language === code && row.wordingHash === hash);
  return { isConfirmed: hasRow('en', hashes.en), isChecked: hasRow(language, hashes.own) };
}
