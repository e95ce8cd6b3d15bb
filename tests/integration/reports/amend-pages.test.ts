import { beforeAll, describe, expect, test } from 'vitest';
import * as versionsPage from '~/routes/dashboard/admin/review-versions';
import * as amendPage from '~/routes/dashboard/amend-review';
import * as reviewedPage from '~/routes/dashboard/previous-reviewed-report';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { amendReviewOf, aReviewedReportOf, type Report, takeBackOf } from '../../support/reports';
import { type Fields, getPage, postPage } from '../../support/requests';
import { deleteByApi, reportsOf } from '../../support/visits';

let patient: Somebody;
let author: Somebody;
clinicForFile();
beforeAll(async () => {
  [patient, author] = [await a.patient(), await an.expert()];
});

const list = '/dashboard/previous-reviewed-report';
const aReview = async () => (await aReviewedReportOf(patient, author))._id;
const open = (reportId: string, { cookie } = author) =>
  getPage(amendPage, { path: `/dashboard/amend-review/${reportId}`, params: { reportId }, cookie });
const amend = (reportId: string, fields: Fields = {}, { cookie } = author) =>
  postPage(amendPage, {
    path: `/dashboard/amend-review/${reportId}`,
    params: { reportId },
    cookie,
    fields: { kind: 'correction', text: 'New', reasonCode: 'slip', reason: '', version: '1', ...fields },
  });
const readOwn = async (reportId: string) =>
  ((await reportsOf(patient.id, patient)).json.data as Report[]).find(({ _id }) => _id === reportId);

describe('the page that changes a review', () => {
  test('shows the author the current text and its version, and leads back to the reviews', async () => {
    const id = await aReview();
    expect((await open(id)).data).toMatchObject({ data: { review: 'All is well', version: 1 } });
    const result = await amend(id);
    expect([result.location, result.toast]).toEqual([list, { type: 'success', message: 'Review changed' }]);
    expect(await readOwn(id)).toMatchObject({ review: 'New', version: 2 });
    const listed = await getPage(reviewedPage, { path: list, cookie: author.cookie });
    expect(listed.text).toContain(id);
  });

  test('does not open for another expert, for a review that was taken back, or without a review', async () => {
    const id = await aReview();
    expect((await open(id, await an.expert())).status).toBe(404);
    expect((await open('none')).status).toBe(404);
    await takeBackOf(author, id);
    const page = await open(id);
    expect([page.location, page.toast?.message]).toEqual([list, 'This review has already been taken back.']);
  });

  test('shows what is missing beside its field, and keeps the typed text', async () => {
    const id = await aReview();
    const answer = await amend(id, { kind: 'takenBack', text: 'Left in the box', reasonCode: 'wrongReport' });
    expect([answer.status, answer.fieldErrors]).toEqual([400, { reason: 'Please explain in a few words' }]);
    const none = await amend(id, { kind: '', reasonCode: '' });
    expect(none.fieldErrors).toEqual({
      kind: 'Please choose what you would like to do',
      reasonCode: 'Please choose the reason',
    });
    expect((await amend(id, { text: 'All is well' })).fieldErrors).toEqual({
      text: 'Your text is the same as before.',
    });
    expect(await readOwn(id)).toMatchObject({ review: 'All is well', version: 1 });
  });

  test('takes a review back whatever the text box holds, and stores none of that text', async () => {
    const id = await aReview();
    const result = await amend(id, {
      kind: 'takenBack',
      text: 'Left in the box',
      reasonCode: 'wrongReport',
      reason: 'Two reports were open',
    });
    expect(result.toast).toEqual({ type: 'success', message: 'Review changed' });
    expect(await readOwn(id)).toMatchObject({
      status: 'Pending',
      review: null,
      versions: [{}, { review: null }],
    });
  });

  test('stays, with the message, if the review was changed in another tab', async () => {
    const id = await aReview();
    await amendReviewOf(author, id, { text: 'From the other tab' });
    const late = await amend(id);
    expect([late.status, late.location, late.message]).toEqual([
      409,
      null,
      'This review has changed in the meantime. Please read it again.',
    ]);
    expect((await amend(id, { version: '2' })).toast?.type).toBe('success');
    expect(await readOwn(id)).toMatchObject({ review: 'New', version: 3 });
  });

  test('applies an exact repeat once, and refuses a different text', async () => {
    const id = await aReview();
    const twice = await Promise.all([amend(id), amend(id)]);
    expect((await amend(id)).toast?.type, 'repeated later').toBe('success');
    expect(twice.map(({ toast }) => toast?.type)).toEqual(['success', 'success']);
    expect(await readOwn(id)).toMatchObject({ version: 2, versions: [{}, {}] });
    expect((await amend(id, { text: 'Something else' })).status).toBe(409);
  });

  test('names a missing report if its patient has deleted it', async () => {
    const id = await aReview();
    await deleteByApi(patient, id);
    const result = await amend(id);
    expect([result.location, result.toast?.message]).toEqual([list, 'Report not found']);
  });
});

test('the page of all versions takes a review back for its author, and shows admins its text', async () => {
  const id = await aReview();
  const { cookie } = await an.admin();
  const path = `/dashboard/review-versions/${id}`;
  const at = { path, params: { reportId: id }, cookie };
  const fields = { reasonCode: 'other', reason: 'The doctor has left', version: '1' };
  const none = await postPage(versionsPage, { ...at, fields: { ...fields, reason: '' } });
  expect(none.fieldErrors).toEqual({ reason: 'Please explain in a few words' });
  const result = await postPage(versionsPage, { ...at, fields });
  expect([result.location, result.toast?.message]).toEqual([path, 'Review taken back']);
  const late = await postPage(versionsPage, { ...at, fields });
  expect([late.status, late.message]).toEqual([409, 'This review has already been taken back.']);
  expect((await getPage(versionsPage, at)).data).toMatchObject({
    data: { review: null, versions: [{ review: 'All is well' }, { reason: 'The doctor has left' }] },
  });
});
