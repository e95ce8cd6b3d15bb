import { count } from 'drizzle-orm';
import type { z } from 'zod';
import type { uploadForm } from '~/domain/report/schemas';
import { untilDrawingsChecked } from '~/domain/report-view/check-drawings.server';
import { untilThumbnailsStored } from '~/domain/report-view/thumbnails.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { fixture, type Somebody } from './clinic';
import { apiRoute, callApi } from './requests';

const addReview = apiRoute('report/add-review');
const amendReview = apiRoute('report/amend-review');
const giveConsent = apiRoute('report/give-consent');
const updateReport = apiRoute('report/update-report');
const uploadReport = apiRoute('report/upload-report');
const withdrawConsent = apiRoute('report/withdraw-consent');

export type Report = {
  _id: string;
  reportUrl: string | null;
  thumbnailUrl: string | null;
  resourceType: 'raw' | 'image';
  description: string | null;
  phoneNumber: string;
  status: 'Pending' | 'Reviewed';
  review: string | null;
  patient: { _id: string | null; firstName: string; lastName: string; email: string | null };
  expert:
    | ({ _id: string; firstName: string; lastName: string } & Record<
        'registrationNumber' | 'qualification' | 'image',
        string | null
      >)
    | null;
  reviewedAt: string | null;
  reviewLanguage: string | null;
  version: number | null;
  amendedAt: string | null;
  takenBackAt: string | null;
  versions: { number: number; kind: string; review: string | null; reason: string | null }[];
  translations: { language: string; review: string }[];
  correctedAt: string | null;
  about: {
    name: string;
    birthYear: number | null;
    age: number | null;
    sex: string;
    relation: string;
  } | null;
  consent: (ConsentLine & { earlier: ConsentLine[] }) | null;
};

type ConsentLine = {
  given: boolean | null;
  wordingVersion: string | null;
  wording: string | null;
  language: string | null;
  door: 'page' | 'api';
  at: string;
  withdrawnAt: string | null;
};

type UploadFields = Record<keyof z.input<typeof uploadForm>, string | undefined>;

/** Builds a valid upload form; `overrides` replaces fields, and `undefined` leaves one out. */
export function uploadFields(file: File | undefined, overrides: Partial<UploadFields> = {}) {
  const form = new FormData();
  const right = { reportType: 'Blood Test', countryCode: '+91', phoneNumber: '9876543210', consent: 'on' };
  for (const [name, value] of Object.entries({ ...right, ...overrides })) {
    if (value !== undefined) form.set(name, value);
  }
  if (file) form.set('report', file);
  return form;
}

/**
 * Sends a patient's report through the API and waits for its thumbnail, which is made after the
 * answer.
 */
export async function aReportOf(
  patient: Somebody,
  { file = 'blood-test.pdf', ...fields }: { file?: string | File } & Partial<UploadFields> = {},
) {
  const body = uploadFields(typeof file === 'string' ? await fixture(file) : file, fields);
  const { status, json } = await callApi(uploadReport, { method: 'POST', token: patient.token, body });
  if (status !== 200) throw new Error(`The report was refused: ${json.message}`);
  await untilThumbnailsStored();
  await untilDrawingsChecked();
  return json.data as Report;
}

/** Sends a patient's report and an expert's review of it, through the API. */
export async function aReviewedReportOf(patient: Somebody, expert: Somebody, review = 'All is well') {
  const report = await aReportOf(patient);
  const { status, json } = await sendReview({ reportId: report._id, token: expert.token, review });
  if (status !== 200) throw new Error(`The review was refused: ${json.message}`);
  return json.data as Report;
}

/** Sends a review through the API; `correctedAt` states which version of the report was read. */
export function sendReview({
  reportId,
  token,
  ...body
}: {
  reportId: string;
  token: string;
  review: string;
  correctedAt?: string | null;
  nextStep?: string | null;
  withinDays?: number | string;
  specialist?: string;
  speciality?: string;
}) {
  return callApi(addReview, { method: 'POST', token, params: { reportId }, body });
}

/** The fields that amend a review; `version` is that of the report as read. */
export type AmendFields = {
  kind?: string;
  text?: string;
  language?: string;
  reasonCode?: string;
  reason?: string;
  version?: number;
  nextStep?: string | null;
  withinDays?: number | string;
};

/** Amends or retracts a review through the API: by default a correction of the first version. */
export function amendReviewOf(
  { token }: Pick<Somebody, 'token'>,
  reportId: string,
  fields: AmendFields = {},
  headers?: Record<string, string>,
) {
  const right = { kind: 'correction', reasonCode: 'slip', version: 1 };
  const body = { ...right, ...fields };
  return callApi(amendReview, { method: 'POST', token, params: { reportId }, body, headers });
}

/** Retracts a review as its author, through the API. */
export const takeBackOf = (author: Pick<Somebody, 'token'>, reportId: string, version = 1) =>
  amendReviewOf(author, reportId, {
    kind: 'takenBack',
    reasonCode: 'wrongReport',
    reason: 'Mixed up two reports',
    version,
  });

/** Builds a valid correction of a report; the argument replaces fields. */
export const correctionFields = (other: Record<string, string> = {}) => ({
  ...{ reportType: 'Blood Test', countryCode: '+91', phoneNumber: '9876543210' },
  ...other,
});

/** Corrects a report, through the API. */
export function correctReportOf(
  { token }: Pick<Somebody, 'token'>,
  reportId: string,
  body: Record<string, string> = {},
) {
  return callApi(updateReport, {
    method: 'PUT',
    token,
    params: { reportId },
    body: correctionFields(body),
  });
}

export async function countReports() {
  const [row] = await db().select({ total: count() }).from(reports);
  return row?.total;
}

/** Withdraws the consent for a report or gives it again, through the API. */
export function withdrawConsentFor({ token }: Pick<Somebody, 'token'>, reportId: string) {
  return callApi(withdrawConsent, { method: 'POST', token, params: { reportId } });
}

export function giveConsentFor({ token }: Pick<Somebody, 'token'>, reportId: string) {
  return callApi(giveConsent, { method: 'POST', token, params: { reportId } });
}
