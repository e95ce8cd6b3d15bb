import { beforeAll, expect, test } from 'vitest';
import * as addReviewPage from '~/routes/dashboard/add-review';
import { formToken } from '~/web/pipeline/form-token.server';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { freshLimits } from '../../support/fresh-limits';
import { amendReviewOf, aReportOf, aReviewedReportOf } from '../../support/reports';
import { apiRoute, callApi, postPage } from '../../support/requests';

/**
 * The order: 405 method, 429 limit, 401 log-in, 409 form of another account, 403 role, 413 size,
 * 422 input, 404 object, 409 state. Each test breaks two neighbouring rules at once.
 */

let patient: Somebody;
let expert: Somebody;
let reportId: string;
clinicForFile();
beforeAll(async () => {
  [patient, expert] = [await a.patient(), await an.expert()];
  reportId = (await aReportOf(patient))._id;
});

type Call = Omit<Parameters<typeof callApi>[1], 'method'>;
const statusOf = async (method: string, path: string, call: Call) =>
  (await callApi(apiRoute(path), { method, ...call })).status;
const review = (call: Call) => statusOf('POST', 'report/add-review', { params: { reportId }, ...call });

/** Sends a review form that was rendered for one user under the cookie of another. */
const reviewByForm = (renderedFor: Somebody, cookie: string, text = 'All is well') =>
  postPage(addReviewPage, {
    path: `/dashboard/add-review/${reportId}`,
    params: { reportId },
    cookie,
    token: formToken(renderedFor.id, 'report.review'),
    fields: { review: text },
  });

const tooLarge = 'x'.repeat(300_000);

test('checks the method before the limit, and the limit before the log-in', async () => {
  await freshLimits(0.01);
  try {
    const list = (method: string) => statusOf(method, 'report/get-pending-reports', { token: 'dead' });
    expect([await list('GET'), await list('GET'), await list('GET'), await list('GET')]).toEqual([
      401, 401, 401, 429,
    ]);
    expect(await list('DELETE')).toBe(405);
  } finally {
    await freshLimits(1000);
  }
});

test('checks the log-in before the user of the form', async () => {
  expect(await reviewByForm(expert, '')).toMatchObject({ status: 302, location: /^\/login/ });
});

test('checks the user of the form before the role', async () => {
  expect((await reviewByForm(expert, patient.cookie)).status).toBe(409);
  expect((await reviewByForm(patient, patient.cookie)).status).toBe(302);
});

test('checks the role before the size, and the size before the input', async () => {
  const body = { review: tooLarge };
  expect(await review({ token: patient.token, body })).toBe(403);
  expect(await review({ token: expert.token, body })).toBe(413);
});

test('checks the size before the type of the body', async () => {
  const headers = { 'Content-Type': 'text/plain' };
  expect(await review({ token: expert.token, body: tooLarge, headers })).toBe(413);
  expect(await review({ token: expert.token, body: 'short', headers })).toBe(415);
});

test('checks the input before the object', async () => {
  const params = { reportId: 'nobody' };
  expect(await review({ token: expert.token, params, body: { review: '' } })).toBe(422);
  expect(await review({ token: expert.token, params, body: { review: 'All is well' } })).toBe(404);
});

test('checks the object before its state', async () => {
  const reviewed = await aReviewedReportOf(patient, expert);
  const outdated = { text: 'More of it', version: 7 };
  expect((await amendReviewOf(await an.expert(), reviewed._id, outdated)).status).toBe(404);
  expect((await amendReviewOf(expert, reviewed._id, outdated)).status).toBe(409);
});
