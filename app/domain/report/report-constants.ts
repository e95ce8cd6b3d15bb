import { toPlainSymbols } from '~/domain/kernel/clinic-number';
import type { ConsentKind } from './people-constants';

/** Minutes within which the same content from a new form counts as the same report. */
export const sameContentMinutes = 15;

/** Maximum length of a review and of its translation, in characters. */
export const maxReviewLength = 10_000;

/**
 * Maximum number of photos that form the pages of one report, and the maximum size of each if there
 * are several.
 */
export const maxPages = 20;
export const maxPageBytes = 15 * 1024 * 1024;
/**
 * Maximum number of additions and corrections of a review, and the maximum length of their reason.
 */
export const maxAmendments = 20;
export const maxAmendReasonLength = 500;

/** The sizes in which a page is drawn. No other size can be requested. */
export const pageSizes = ['normal', 'large'] as const;
export type PageSize = (typeof pageSizes)[number];

/** Hours after which a report has waited too long. */
export const longWaitHours = 48;

/**
 * The version of each consent's wording; `consentSentences` has the texts. A changed sentence gets
 * a new version, and recorded lines keep theirs.
 */
export const consentWordingVersions = {
  own: '2025-1',
  guardian: '2026-1',
  other: '2026-2',
  otherOfAge: '2026-3',
} as const satisfies Record<ConsentKind, string>;

/**
 * Returns the case number that people read to each other: the first eight characters of the
 * report's ID.
 */
export function toCaseNumber(reportId: string): string {
  const short = reportId.slice(0, 8).toUpperCase();
  return `${short.slice(0, 4)}-${short.slice(4)}`;
}

const crockford = /^[0-9a-hjkmnp-tv-z]{8}$/;

/**
 * Parses a case number in any spelling: in lower case, with or without dash and spaces, and with
 * the letters O, I and L for the digits they resemble.
 *
 * @returns the first characters of the report's ID, or undefined if the text is no case number.
 */
export function toIdPrefix(typed: string): string | undefined {
  const prefix = toPlainSymbols(typed).toLowerCase();
  return crockford.test(prefix) ? prefix : undefined;
}

/** Returns the ID that the file of a report's thumbnail is bound to. */
export const thumbnailBoundTo = (reportId: string) => `${reportId}/thumbnail`;
