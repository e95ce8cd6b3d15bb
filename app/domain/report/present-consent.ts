import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields';
import { languageCodes } from '~/i18n/language-codes';
import type { consents } from '~/platform/db/core/tables/reports.server';
import { consentDoors } from '~/platform/enums';

/** A consent line as the API document shows it. */
export const consentLineExample = {
  given: true,
  wordingVersion: '2025-1',
  wording: 'I hereby give my consent for my medical report to be reviewed and used for medical consultation',
  language: 'en',
  door: 'api',
  at: '2026-03-05T08:30:00.000Z',
  withdrawnAt: null,
} as const;

/**
 * One line of a report's consents. `given` is null if an API client did not state it; then there is
 * no wording either.
 */
const consentLine = z
  .object({
    given: z.boolean().nullable().describe('Whether consent was given. `null` if an API client did not say.'),
    wordingVersion: z
      .string()
      .nullable()
      .describe('Version of the wording that was agreed to. `null` if an API client did not say.'),
    wording: z.string().nullable().describe('Wording that was agreed to. `null` if there was none.'),
    language: z.enum(languageCodes).nullable().describe('Language of the wording. `null` if there was none.'),
    door: z.enum(consentDoors).describe('Channel through which consent was given: a page or the API.'),
    at: publicMoment.describe('Time consent was given, in UTC.'),
    withdrawnAt: publicMoment
      .nullable()
      .describe('Time consent was withdrawn, in UTC. `null` if it was not.'),
  })
  .meta({ id: 'ConsentLine', description: 'A single consent.', example: consentLineExample });

/** The newest line, and the earlier consents that were given and withdrawn, newest first. */
export const publicConsent = consentLine
  .extend({
    earlier: z.array(consentLine).describe('Earlier consents, newest first.'),
  })
  .meta({
    id: 'Consent',
    description: 'Newest consent for a report, with earlier ones.',
    example: { ...consentLineExample, earlier: [] },
  });

export type ConsentRow = typeof consents.$inferSelect;

/**
 * Returns the wording of a consent. A guardian's wording is stored without the name of the person,
 * which only the report has, encrypted.
 */
export const toConsentWording = ({ wording }: Pick<ConsentRow, 'wording'>, name: string | null) =>
  wording?.replaceAll('{name}', () => name ?? '{name}') ?? null;

function presentConsentLine(row: ConsentRow, name: string | null): z.infer<typeof consentLine> {
  const { given: isGiven, wordingVersion, language, door, at, withdrawnAt } = row;
  const wording = toConsentWording(row, name);
  const moments = { at: at.toISOString(), withdrawnAt: withdrawnAt?.toISOString() ?? null };
  return { given: isGiven, wordingVersion, wording, language, door, ...moments };
}

/**
 * Presents the lines of a report's consents. Returns null if there are none.
 *
 * @param rows the lines, newest first.
 * @param name the name of the person the report is about.
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
