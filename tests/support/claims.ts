import { desc, eq } from 'drizzle-orm';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { a, type Somebody } from './clinic';
import { aReportOf, aReviewedReportOf } from './reports';
import { apiRoute, callApi } from './requests';

const claim = apiRoute('report/claim');
const next = apiRoute('report/next');
const draft = apiRoute('report/review-draft');

/** Claims a report, through the API. */
export const claimFor = ({ token }: Pick<Somebody, 'token'>, reportId: string) =>
  callApi(claim, { method: 'POST', token, params: { reportId } });

/** Releases a report, through the API. */
export const releaseFor = ({ token }: Pick<Somebody, 'token'>, reportId: string) =>
  callApi(claim, { method: 'DELETE', token, params: { reportId } });

/** Claims the next report, through the API. */
export const nextFor = ({ token }: Pick<Somebody, 'token'>, body: Record<string, string> = {}) =>
  callApi(next, { method: 'POST', token, body });

/** Saves a draft, through the API. */
export const saveDraftFor = ({ token }: Pick<Somebody, 'token'>, reportId: string, review: string) =>
  callApi(draft, { method: 'PUT', token, params: { reportId }, body: { review } });

/** Reads the caller's draft of a report, through the API. */
export const draftOf = ({ token }: Pick<Somebody, 'token'>, reportId: string) =>
  callApi(draft, { token, params: { reportId } });

/** Sends a report of a new patient and claims it for an expert. */
export async function aClaimedReport(expert: Somebody) {
  const { _id } = await aReportOf(await a.patient(), { file: 'rash.png' });
  const { status, json } = await claimFor(expert, _id);
  if (status !== 200) throw new Error(`The report was not claimed: ${json.message}`);
  return _id;
}

/** Sends a review of a new report from a page, so that it can still be undone. */
export async function anUndoableReview(expert: Somebody) {
  const { _id } = await aReviewedReportOf(await a.patient(), expert);
  const hiddenUntil = new Date(Date.now() + 60_000);
  const [notice] = await db().select({ id: outbox.id }).from(outbox).orderBy(desc(outbox.createdAt)).limit(1);
  await execute(
    db()
      .update(reports)
      .set({ hiddenUntil, noticeId: notice?.id ?? null })
      .where(eq(reports.id, _id)),
  );
  return _id;
}
