import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { phrases } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as phrasesPage from '~/routes/dashboard/phrases';
import { deleteAccountOf } from '../../support/accounts';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aPhraseOf, phraseFields, phrasesOf, savePhraseOf } from '../../support/phrases';
import { rawDatabase } from '../../support/raw';
import { aReportOf } from '../../support/reports';
import { apiRoute, callApi, type Fields, getPage, postPage } from '../../support/requests';

const remove = apiRoute('phrase/remove');

clinicForFile();

const path = '/dashboard/phrases';
const post = ({ cookie }: Somebody, part: string, fields: Fields) =>
  postPage(phrasesPage, { path: `${path}/${part}`, params: { part }, cookie, fields });
const removeByApi = ({ token }: Somebody, phraseId: string) =>
  callApi(remove, { method: 'DELETE', token, params: { phraseId } });
const textsOf = async (expert: Somebody, query?: string) =>
  (await phrasesOf(expert, query)).map(({ text }) => text);

describe('phrases', () => {
  test('are added, changed and removed on the page, and listed through the API', async () => {
    const expert = await an.expert();
    expect((await post(expert, 'save', phraseFields)).toast?.message).toBe('Phrase saved');
    const [phrase] = await phrasesOf(expert);
    expect(phrase).toMatchObject({ ...phraseFields, position: 1 });
    const phraseId = phrase?._id ?? '';
    await post(expert, 'save', { ...phraseFields, phraseId, text: 'All is well.', language: 'ta' });
    expect(await phrasesOf(expert)).toMatchObject([{ _id: phraseId, text: 'All is well.', language: 'ta' }]);
    expect((await post(expert, 'remove', { phraseId })).toast?.message).toBe('Phrase removed');
    expect(await phrasesOf(expert)).toEqual([]);
    expect((await post(expert, 'remove', { phraseId })).toast?.type).toBe('error');
  });

  test('keep the order that the expert gives them, for each report type', async () => {
    const expert = await an.expert();
    for (const text of ['one', 'two', 'three']) await aPhraseOf(expert, { text });
    await aPhraseOf(expert, { text: 'heart', reportType: 'ECG' });
    const [, , three] = await phrasesOf(expert);
    await post(expert, 'move', { ...phraseFields, text: 'three', phraseId: three?._id ?? '', position: '1' });
    expect(await textsOf(expert, '?reportType=Blood%20Test')).toEqual(['three', 'one', 'two']);
    // Changed without a position, a phrase stays where it is.
    await savePhraseOf(expert, { phraseId: three?._id, text: 'third' });
    expect(await textsOf(expert, '?reportType=Blood%20Test')).toEqual(['third', 'one', 'two']);
    // Under another type it is the last.
    await savePhraseOf(expert, { phraseId: three?._id, text: 'third', reportType: 'ECG' });
    expect(await textsOf(expert, '?reportType=ECG')).toEqual(['heart', 'third']);
  });

  test('are at most thirty for a report type, however fast they are sent', async () => {
    const expert = await an.expert();
    const many = Array.from({ length: 32 }, (_, at) => savePhraseOf(expert, { text: `phrase ${at}` }));
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.filter((status) => status === 409)).toHaveLength(2);
    expect(await phrasesOf(expert)).toHaveLength(30);
    expect((await savePhraseOf(expert, { reportType: 'ECG' })).status).toBe(200);
    const [first] = await phrasesOf(expert, '?reportType=ECG');
    expect((await savePhraseOf(expert, { phraseId: first?._id })).status, 'moved to the full type').toBe(409);
  });

  test('are for all report types unless one is chosen, and are offered after those of the type', async () => {
    const expert = await an.expert();
    await post(expert, 'save', { ...phraseFields, reportType: '', text: 'for all' });
    await aPhraseOf(expert, { text: 'for blood' });
    const [, forAll] = await phrasesOf(expert);
    expect(forAll).toMatchObject({ reportType: null, text: 'for all', position: 1 });
    expect(await textsOf(expert, '?reportType=Blood%20Test')).toEqual(['for blood', 'for all']);
    expect(await textsOf(expert, '?reportType=ECG')).toEqual(['for all']);
    const phraseId = forAll?._id;
    // Left out, the type stays; given or emptied, it changes.
    const typeAfter = async (reportType: string | undefined) =>
      (await aPhraseOf(expert, { phraseId, reportType })).reportType;
    expect([await typeAfter(undefined), await typeAfter('ECG'), await typeAfter('')]).toEqual([
      null,
      'ECG',
      null,
    ]);
    // A server that knows no such phrases finds a type.
    const [row] = await db()
      .select()
      .from(phrases)
      .where(eq(phrases.id, phraseId ?? ''));
    expect(row).toMatchObject({ reportType: 'ECG', isForAll: true });
  });

  test('have age and date as variables, and no other', async () => {
    const expert = await an.expert();
    expect((await savePhraseOf(expert, { text: 'At {age}, on {date}.' })).status).toBe(200);
    const wrong = await savePhraseOf(expert, { text: 'Dear {name}' });
    expect([wrong.status, wrong.json.errors]).toEqual([
      422,
      { text: 'Only {age} and {date} can be filled in' },
    ]);
    const onPage = await post(expert, 'save', { ...phraseFields, text: 'Dear {name}' });
    expect([onPage.status, onPage.fieldErrors.text]).toEqual([400, 'Only {age} and {date} can be filled in']);
  });

  test('belong to one expert', async () => {
    const [owner, other] = [await an.expert(), await an.expert()];
    const { _id } = await aPhraseOf(owner);
    expect((await savePhraseOf(other, { phraseId: _id, text: 'mine now' })).status).toBe(404);
    expect((await removeByApi(other, _id)).status).toBe(404);
    expect(await phrasesOf(other)).toEqual([]);
    expect(await textsOf(owner)).toEqual([phraseFields.text]);
  });

  test('are stored sealed, and go with the account', async () => {
    const expert = await an.expert();
    await aPhraseOf(expert, { text: 'Nothing to fear.' });
    expect(await rawDatabase()).not.toContain('Nothing to fear');
    expect((await deleteAccountOf(expert)).status).toBe(200);
    expect(await db().select().from(phrases).where(eq(phrases.expertId, expert.id))).toEqual([]);
  });

  test('are offered on the review page for reports of their type', async () => {
    const expert = await an.expert();
    await aPhraseOf(expert, { text: 'for this' });
    await aPhraseOf(expert, { text: 'for another', reportType: 'ECG' });
    const report = await aReportOf(await a.patient(), { file: 'rash.png', reportType: 'Blood Test' });
    const { data } = await getPage(addReviewPage, {
      path: `/dashboard/add-review/${report._id}`,
      params: { reportId: report._id },
      cookie: expert.cookie,
    });
    expect((data as { phrases: unknown[] }).phrases).toMatchObject([{ text: 'for this' }]);
  });
});
