import { count } from 'drizzle-orm';
import type { z } from 'zod';
import type { uploadForm } from '~/domain/report/schemas';
import { thumbnailsKept } from '~/domain/report-files/thumbnails.server';
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
  expert: { _id: string; firstName: string; lastName: string; registrationNumber: string | null } | null;
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

/** A right upload form, with some fields said differently; `undefined` leaves one out. */
export function uploadFields(file: File | undefined, other: Partial<UploadFields> = {}) {
  const form = new FormData();
  const right = { reportType: 'Blood Test', countryCode: '+91', phoneNumber: '9876543210', consent: 'on' };
  for (const [name, value] of Object.entries({ ...right, ...other })) {
    if (value !== undefined) form.set(name, value);
  }
  if (file) form.set('report', file);
  return form;
}

/**
 * A report as a patient sends it, through the API; its thumbnail, which comes after the answer, is
 * there too.
 */
export async function aReportOf(
  patient: Somebody,
  { file = 'blood-test.pdf', ...fields }: { file?: string | File } & Partial<UploadFields> = {},
) {
  const body = uploadFields(typeof file === 'string' ? await fixture(file) : file, fields);
  const { status, json } = await callApi(uploadReport, { method: 'POST', token: patient.token, body });
  if (status !== 200) throw new Error(`The report was not taken: ${json.message}`);
  await thumbnailsKept();
  return json.data as Report;
}

/** A report of a patient with the review an expert wrote, through the API. */
export async function aReviewedReportOf(patient: Somebody, expert: Somebody, review = 'All is well') {
  const report = await aReportOf(patient);
  const { status, json } = await sendReview({ reportId: report._id, token: expert.token, review });
  if (status !== 200) throw new Error(`The review was not taken: ${json.message}`);
  return json.data as Report;
}

/**
 * Sends a review through the API; `correctedAt` where it says which version of the report was read.
 */
export function sendReview({
  reportId,
  token,
  ...body
}: {
  reportId: string;
  token: string;
  review: string;
  correctedAt?: string | null;
}) {
  return callApi(addReview, { method: 'POST', token, params: { reportId }, body });
}

/** What changes a review, as it is typed; `version` is that of the report as it was read. */
export type AmendFields = {
  kind?: string;
  text?: string;
  language?: string;
  reasonCode?: string;
  reason?: string;
  version?: number;
};

/**
 * Changes a review or takes it back, through the API: a correction of the first version unless the
 * fields say something else.
 */
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

/** Takes a review back as its author does, through the API. */
export const takeBackOf = (author: Pick<Somebody, 'token'>, reportId: string, version = 1) =>
  amendReviewOf(author, reportId, {
    kind: 'takenBack',
    reasonCode: 'wrongReport',
    reason: 'Mixed up two reports',
    version,
  });

/** A right correction of a report, with some fields said differently. */
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

export async function howManyReports() {
  const [row] = await db().select({ total: count() }).from(reports);
  return row?.total;
}

/** Takes the consent for a report back, or gives it again, through the API. */
export function withdrawConsentFor({ token }: Pick<Somebody, 'token'>, reportId: string) {
  return callApi(withdrawConsent, { method: 'POST', token, params: { reportId } });
}

export function giveConsentFor({ token }: Pick<Somebody, 'token'>, reportId: string) {
  return callApi(giveConsent, { method: 'POST', token, params: { reportId } });
}
