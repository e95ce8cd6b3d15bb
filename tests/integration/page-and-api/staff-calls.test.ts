import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { messages } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { a, an, origin, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportOf, sendReview } from '../../support/reports';
import { call, visit } from '../../support/url-map';

let admin: Somebody;
let expert: Somebody;
let patient: Somebody;
clinicForFile();
beforeAll(async () => {
  [admin, expert, patient] = [await an.admin(), await an.expert(), await a.patient()];
});
afterEach(() => vi.useRealTimers());

describe('messages from visitors', () => {
  const write = (name: string, body: Record<string, string>) => call(`POST /message/${name}`, { body });
  const list = async (query = '') => {
    const answer = await call('GET /message/get-messages', { token: admin.token, query });
    return { ...answer, rows: answer.json.data as { _id: string; kind: string; text: string }[] };
  };

  test('can be sent, read and closed through the API, and are shown on the page', async () => {
    const forms: [name: string, body: Record<string, string>][] = [
      ['send-contact', { name: 'Asha', email: 'asha@village.test', message: 'Open on Saturday?' }],
      ['send-query', { name: 'Asha', answerTo: '9876543210', question: 'An old X-ray?' }],
      ['ask-for-call-back', { name: 'Asha', phoneNumber: '9876543210' }],
    ];
    // Entries of the same millisecond have no order.
    vi.useFakeTimers({ toFake: ['Date'] });
    const answers = [];
    for (const [name, body] of forms) {
      answers.push(await write(name, body));
      vi.setSystemTime(Date.now() + 1);
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { rows, json } = await list();
    expect(rows.map(({ kind }) => kind)).toEqual(['callback', 'query', 'contact']);
    expect(json).toMatchObject({ state: 'open', kind: null, meta: { total: 3 } });
    const page = await visit('/dashboard/messages', admin);
    expect((page.data as { data: unknown }).data).toEqual(rows);
    const [first] = (await list('?kind=query')).rows;
    const close = () =>
      call('POST /message/close-message', { token: admin.token, body: { messageId: first?._id } });
    expect([(await close()).status, (await close()).json.code]).toEqual([200, 'conflict']);
    expect((await list('?state=closed')).rows).toMatchObject([{ _id: first?._id, text: 'An old X-ray?' }]);
  });

  test('are refused with the names of missing fields', async () => {
    const { status, json } = await write('send-query', { name: 'Asha', answerTo: 'nowhere' });
    expect([status, Object.keys(json.errors ?? {})]).toEqual([422, ['answerTo', 'question']]);
  });

  test('come a hundred at a time, with the URL of the next page', async () => {
    const rows = Array.from({ length: 130 }, (_one, at) => ({
      ...{ id: newId(), kind: 'contact' as const, name: 'Ravi', text: `Message ${at}` },
      ...{ language: 'en' as const, createdAt: new Date(Date.UTC(2026, 0, 1, 0, at)) },
    }));
    await execute(db().insert(messages).values(rows));
    const unasked = await list('?kind=contact');
    expect([unasked.rows.length, unasked.json.meta]).toEqual([100, { page: 1, limit: 100, total: 131 }]);
    const next = `<${origin}/api/v1/message/get-messages?kind=contact&page=2&limit=100>; rel="next"`;
    expect(unasked.headers.get('Link')).toBe(next);
    const { search } = new URL(/<(.*)>/.exec(next)?.[1] ?? '');
    const last = await list(search);
    expect([last.rows.length, last.headers.get('Link')]).toEqual([31, null]);
    const all = [...unasked.rows, ...last.rows].map(({ _id }) => _id);
    expect(new Set(all).size).toBe(131);

    const paged = await list('?page=1&kind=contact');
    expect([paged.rows.length, paged.headers.get('Link')]).toEqual([
      20,
      `<${origin}/api/v1/message/get-messages?page=2&kind=contact&limit=20>; rel="next"`,
    ]);
    expect((await list('?limit=131')).headers.get('Link')).toBeNull();
    const page = await visit('/dashboard/messages', admin);
    expect((page.data as { meta: object }).meta).toMatchObject({ page: 1, limit: 20 });
  });
});

describe('a translation', () => {
  test('can be found, read and written through the API', async () => {
    await execute(db().update(users).set({ language: 'ta' }).where(eq(users.id, patient.id)));
    const { token } = await an.expert();
    const of = async (path: string) => (await call(`GET ${path}`, { token })).json;
    const reportId = (await aReportOf(patient, { file: 'rash.png' }))._id;
    await sendReview({ reportId, token: expert.token, review: 'All is well' });
    expect((await of('/report/get-reviews-to-translate')).data).toEqual([]);
    const languages = await call('PUT /profile/update-languages-read', {
      token,
      body: { en: true, ta: true },
    });
    expect(languages.status).toBe(200);
    expect(await of('/profile/get-user-details')).toMatchObject({ languagesRead: ['en', 'ta'] });
    const { data, meta } = await of('/report/get-reviews-to-translate');
    expect([data, meta]).toMatchObject([[{ _id: reportId, to: 'ta' }], { total: 1 }]);
    const params = { reportId };
    const reviewAnswer = await call('GET /report/get-review-to-translate/:reportId', { token, params });
    expect(reviewAnswer.json.data).toMatchObject({ review: 'All is well', from: 'en' });
    expect(reviewAnswer.text).not.toContain(patient.lastName);
    const translate = (review: string) =>
      call('POST /report/add-translation/:reportId', { token, params, body: { review } });
    expect([(await translate('நலம்')).status, (await translate('வேறு')).json.code]).toEqual([200, 'conflict']);
    const { json } = await call('GET /report/get-report/:reportId', { token: patient.token, params });
    expect(json.data).toMatchObject({ translations: [{ language: 'ta', review: 'நலம்' }] });
  });
});

describe('the clinic and its server', () => {
  const of = (path: string, query = '') => call(`GET /system/${path}`, { token: admin.token, query });

  test('report the same to the API as on the page', async () => {
    const { json } = await of('get-system');
    const page = await visit('/dashboard/system/:part?', admin);
    const { backup, emails, checklist } = page.data as Record<string, unknown>;
    expect(json).toMatchObject({ backup, emails, checklist });
    expect((await of('get-unsent-emails')).json).toMatchObject({ data: [], waiting: expect.any(Number) });
  });

  test('have an audit log that is read line by line and records its reader', async () => {
    for (let time = 0; time < 22; time += 1) await of('get-audit-log');
    const { json } = await of('get-audit-log', '?action=audit.read');
    const data = json.data as { id: number; actor: { name: string } }[];
    const older = Number(json.older);
    expect([data.length, data[0]?.actor.name]).toEqual([20, `${admin.firstName} ${admin.lastName}`]);
    expect(older).toBe(data.at(-1)?.id);
    const before = await of('get-audit-log', `?action=audit.read&before=${older}`);
    const [next] = before.json.data as { id: number }[];
    expect(next?.id).toBeLessThan(older);
    expect((await of('get-audit-log', '?action=nothing')).json.code).toBe('invalid_input');
  });

  test('accept the note of a tried restore, and refuse a test e-mail without a mail server', async () => {
    const noteAnswer = await call('POST /system/note-restore-tried', { token: admin.token });
    expect(noteAnswer.status).toBe(200);
    const { json } = await of('get-system');
    expect(json.checklist).toMatchObject({ done: { restore: true } });
    const test = await call('POST /system/send-test-email', { token: admin.token });
    expect([test.status, test.json.code]).toEqual([409, 'conflict']);
    const again = await call('POST /system/retry-email', { token: admin.token, body: { emailId: 'none' } });
    expect([again.status, again.json.code]).toEqual([404, 'not_found']);
  });

  test('are closed to all other roles', async () => {
    for (const { token } of [patient, expert])
      for (const path of ['get-system', 'get-audit-log', 'get-unsent-emails'])
        expect([path, (await call(`GET /system/${path}`, { token })).status]).toEqual([path, 403]);
  });
});

describe('one’s own account', () => {
  test('is read under both names, and its language can be changed', async () => {
    const { token, id } = patient;
    const read = async () => (await call('GET /profile/get-user-details', { token })).json;
    const before = await read();
    expect(before.data).toMatchObject({ _id: id, email: patient.email });
    expect(before.profileDetails).toEqual(before.data);
    expect(JSON.stringify(before)).not.toContain('argon2');
    const change = (language: string) => call('PUT /profile/update-language', { token, body: { language } });
    expect([(await change('hi')).status, (await change('xx')).status]).toEqual([200, 422]);
    expect(await read()).toMatchObject({ language: 'hi', standing: null });
    expect((await call('PUT /profile/update-language', { body: { language: 'hi' } })).status).toBe(401);
  });

  test('says why an expert is suspended', async () => {
    const suspended = await an.expert();
    const body = { expertId: suspended.id, reason: 'On leave' };
    await call('POST /expert/suspend-expert', { token: admin.token, body });
    const login = { email: suspended.email, password };
    const token = String((await call('POST /auth/login', { body: login })).json.token);
    const { json } = await call('GET /profile/get-user-details', { token });
    expect(json.standing).toEqual({ is: 'suspended', reason: 'On leave' });
  });
});
