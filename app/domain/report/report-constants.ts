import { toLatinDigits } from '~/domain/kernel/digits';
import type { ConsentKind } from './people-constants';

/** How long the same content sent again from a new form is the same report. */
export const sameContentMinutes = 15;

/** The most characters of a review, and of its translation. */
export const maxReviewLength = 10_000;

/** The most photos that can be the pages of one report, and the most bytes of each of several. */
export const mostPages = 20;
export const maxPageBytes = 15 * 1024 * 1024;
/** How often one review may be added to and corrected, and the most characters of why. */
export const maxAmendments = 20;
export const maxAmendReasonLength = 500;

/** From here on a report waits too long. */
export const longWaitHours = 48;

/**
 * The version of the wording of each consent; the texts are `consentSentences`. A sentence that
 * changes gets a new version, and lines that were recorded keep theirs.
 */
export const consentWordingVersions = {
  own: '2025-1',
  guardian: '2026-1',
  other: '2026-2',
  otherOfAge: '2026-3',
} as const satisfies Record<ConsentKind, string>;

/** The case number people read to each other: eight characters of the report's id. */
export function caseNumberOf(reportId: string): string {
  const short = reportId.slice(0, 8).toUpperCase();
  return `${short.slice(0, 4)}-${short.slice(4)}`;
}

const crockford = /^[0-9a-hjkmnp-tv-z]{8}$/;

/**
 * Reads a case number in any spelling: lower case, with or without dash and spaces, and with the
 * letters O, I and L for the digits they look like.
 *
 * @returns what the report's id begins with; undefined for what is no case number.
 */
export function idPrefixOfCase(typed: string): string | undefined {
  const plain = toLatinDigits(typed)
    .toLowerCase()
    .replace(/[\s\p{Dash}]/gu, '');
  const prefix = plain.replaceAll('o', '0').replace(/[il]/g, '1');
  return crockford.test(prefix) ? prefix : undefined;
}

/** The id that the file of a report's small picture is bound to. */
export const thumbnailBoundTo = (reportId: string) => `${reportId}/thumbnail`;
