import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields/fields';
import { languageCodes } from '~/i18n/language-codes';
import type { consents } from '~/platform/db/tables.server';
import { consentDoors } from '~/platform/enums';

/**
 * One line of a report's consents. `given` is null where a program did not say; then there is no
 * wording either.
 */
const consentLine = z
  .object({
    given: z.boolean().nullable(),
    wordingVersion: z.string().nullable(),
    wording: z.string().nullable(),
    language: z.enum(languageCodes).nullable(),
    door: z.enum(consentDoors),
    at: publicMoment,
    withdrawnAt: publicMoment.nullable(),
  })
  .meta({ id: 'ConsentLine' });

/** The newest line, and what was given and taken back before it, the newest first. */
export const publicConsent = consentLine.extend({ earlier: z.array(consentLine) }).meta({ id: 'Consent' });

/** A line as the API's document shows it. */
export const consentLineExample: z.infer<typeof consentLine> = {
  given: true,
  wordingVersion: '2025-1',
  wording: 'I hereby give my consent for my medical report to be reviewed and used for medical consultation',
  language: 'en',
  door: 'api',
  at: '2026-03-05T08:30:00.000Z',
  withdrawnAt: null,
};

export type ConsentRow = typeof consents.$inferSelect;

/**
 * The words that were agreed to. Those of a guardian are kept without the name of the person, which
 * only the report has, sealed.
 */
export const wordingFor = ({ wording }: Pick<ConsentRow, 'wording'>, name: string | null) =>
  wording?.replaceAll('{name}', () => name ?? '{name}') ?? null;

function presentConsentLine(row: ConsentRow, name: string | null): z.infer<typeof consentLine> {
  const { given, wordingVersion, language, door, at, withdrawnAt } = row;
  const wording = wordingFor(row, name);
  const moments = { at: at.toISOString(), withdrawnAt: withdrawnAt?.toISOString() ?? null };
  return { given, wordingVersion, wording, language, door, ...moments };
}

/**
 * Presents the lines of a report's consents, the newest first; null where there are none. Takes
 * also the name of whom the report is about.
 */
export function presentConsent(
  [newest, ...earlier]: ConsentRow[],
  name: string | null,
): z.infer<typeof publicConsent> | null {
  if (!newest) return null;
  return {
    ...presentConsentLine(newest, name),
    earlier: earlier.map((line) => presentConsentLine(line, name)),
  };
}
