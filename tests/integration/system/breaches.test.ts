import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { auditEntry, listAuditEntry } from '~/domain/audit/audit-entry.server';
import type { BreachPerson, PublicBreach } from '~/domain/clinic/breach-schemas';
import { toCsvRow } from '~/domain/clinic/csv';
import { seenActions, unnamedActions, unseenActions } from '~/domain/clinic/seen-actions';
import { breaches } from '~/platform/db/core/tables/accountability.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import { hourMs, minuteMs } from '~/platform/durations';
import { type AuditAction, auditActions } from '~/platform/enums';
import * as breachPage from '~/routes/dashboard/admin/breach';
import * as breachesPage from '~/routes/dashboard/admin/breaches';
import * as peopleFile from '~/routes/files/breach-people';
import { deleteAccountOf } from '../../support/accounts';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aKey } from '../../support/keys';
import { aReportOf } from '../../support/reports';
import { apiRoute, callApi, getPage, openFile, postPage } from '../../support/requests';
import { deleteByApi } from '../../support/visits';

let admin: Somebody;
let other: Somebody;
clinicForFile();
beforeAll(async () => {
  [admin, other] = [await an.admin(), await an.admin()];
});
afterEach(() => {
  vi.useRealTimers();
});

const call = (
  name: string,
  who: Somebody,
  rest: { number?: number; body?: Record<string, string>; query?: string } = {},
) =>
  callApi(apiRoute(`system/${name}`), {
    token: who.token,
    ...(rest.body !== undefined && { method: 'POST', body: rest.body }),
    ...(rest.query && { path: `/?${rest.query}` }),
    ...(rest.number !== undefined && { params: { number: String(rest.number) } }),
  });

const what = 'A telephone was stolen';
const note = async (fields: Record<string, string> = {}, who = admin) => {
  const foundAt = new Date().toISOString();
  const { json, status } = await call('breaches', who, { body: { foundAt, what, ...fields } });
  if (status !== 200) throw new Error(`The breach was refused: ${JSON.stringify(json)}`);
  return json.data as PublicBreach;
};
type People = { data: BreachPerson[]; meta: { total: number }; gone: number; unnamed: number };
const peopleOf = async ({ number }: PublicBreach) =>
  (await call('breach-people', admin, { number })).json as unknown as People;
const fileOf = async ({ number }: PublicBreach) => {
  const params = { number: String(number) };
  const file = await openFile(apiRoute('system/breach-people-file'), { token: admin.token, params });
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return Buffer.from(await file.arrayBuffer()).toString();
};
const linesOf = async (objectId: string) =>
  (await db().select().from(audit).where(eq(audit.objectId, objectId)).orderBy(asc(audit.id))).map(
    ({ action, actorId }) => [action, actorId],
  );
const rowOf = async ({ number }: PublicBreach) => {
  const [row] = await db().select().from(breaches).where(eq(breaches.number, number));
  if (!row) throw new Error('The breach is gone');
  return row;
};

describe('the people whose data was seen', () => {
  const start = Date.now() - 10 * hourMs;
  const window = {
    fromAt: new Date(start).toISOString(),
    toAt: new Date(start + 2 * hourMs).toISOString(),
  };
  const seen = async (at: number, action: AuditAction, actorId: string, objectId?: string) => {
    vi.useFakeTimers({ toFake: ['Date'], now: at });
    await execute(auditEntry({ action, actorId, objectId }));
    vi.useRealTimers();
  };
  const seenInList = async (at: number, actorId: string, ids: string[]) => {
    vi.useFakeTimers({ toFake: ['Date'], now: at });
    await execute(listAuditEntry(actorId, ids));
    vi.useRealTimers();
  };

  test('are those of the actor and of the time, each once, and nobody else', async () => {
    const [thief, doctor] = [await an.expert(), await an.expert()];
    const key = await aKey(admin, ['export']);
    const before = await a.patient();
    const justBefore = await a.patient();
    const after = await a.patient();
    const ofOthers = await a.patient();
    const exported = await a.patient();
    const opened = [await a.patient(), await a.patient(), await a.patient()];
    const reportIds: string[] = [];
    for (const owner of opened) reportIds.push((await aReportOf(owner))._id);
    const listed: Somebody[] = [];
    for (let n = 0; n < 40; n += 1) listed.push(await a.patient());
    const goneFromList = await a.patient();
    // One of the three has deleted the report since, and one in the list the account.
    await deleteByApi(opened[2] as Somebody, reportIds[2] as string);
    await deleteAccountOf(goneFromList);

    await seen(start - 2 * hourMs, 'account.found', thief.id, before.id);
    await seen(start - 30 * minuteMs, 'account.found', thief.id, justBefore.id);
    await seen(start + minuteMs, 'session.opened', thief.id, thief.id);
    for (const [place, id] of reportIds.entries())
      await seen(start + (place + 2) * minuteMs, 'report.opened', thief.id, id);
    await seenInList(
      start + 5 * minuteMs,
      thief.id,
      [...listed, goneFromList].map(({ id }) => id),
    );
    await seenInList(start + 6 * minuteMs, thief.id, [(listed[0] as Somebody).id]);
    await seen(start + 7 * minuteMs, 'report.opened', doctor.id, (await aReportOf(ofOthers))._id);
    await seen(start + 8 * minuteMs, 'patient.exported', key.id, exported.id);
    await seen(start + 9 * minuteMs, 'message.listed', thief.id);
    await seen(start + 9 * minuteMs, 'report.deleted', thief.id, (await aReportOf(after))._id);
    await seen(start + 2 * hourMs + 1, 'account.found', thief.id, after.id);

    const expected = [justBefore, ...opened, ...listed].map(({ id }) => id);
    const breach = await note({ actor: thief.id, ...window });
    const people = await peopleOf(breach);
    expect(people.data.map(({ userId }) => userId)).toEqual(expected.toSorted());
    expect(people).toMatchObject({ meta: { total: 44 }, gone: 1, unnamed: 1 });
    const twice = listed[0] as Somebody;
    expect(people.data.find(({ userId }) => userId === twice.id)).toEqual({
      userId: twice.id,
      name: `${twice.firstName} ${twice.lastName}`,
      clinicNumber: null,
      email: twice.email,
      phone: expect.stringMatching(/^\+/),
      views: 2,
      firstAt: new Date(start + 5 * minuteMs).toISOString(),
      lastAt: new Date(start + 6 * minuteMs).toISOString(),
    });

    const byKey = await peopleOf(await note({ actor: key.id, ...window }));
    expect(byKey.data.map(({ userId }) => userId)).toEqual([exported.id]);
    const ofAllTime = await peopleOf(await note({ actor: thief.email }));
    expect(ofAllTime.data.map(({ userId }) => userId)).toEqual([...expected, before.id, after.id].toSorted());
    const withoutActor = await note(window);
    expect(await peopleOf(withoutActor)).toMatchObject({ data: [], meta: { total: 0 }, gone: 0, unnamed: 0 });

    const page = await call('breach-people', admin, { number: breach.number, query: 'page=2&limit=10' });
    expect(page.json.meta).toMatchObject({ page: 2, limit: 10, total: 44 });
    expect((page.json.data as BreachPerson[]).map(({ userId }) => userId)).toEqual(
      expected.toSorted().slice(10, 20),
    );
  });

  test('are in a file for spreadsheets, in which no cell computes', async () => {
    const thief = await an.expert();
    const patient = await a.patient({ firstName: '=HYPERLINK("http://x"), of' });
    await seen(start + minuteMs, 'account.found', thief.id, patient.id);
    const breach = await note({ actor: thief.id, ...window });
    const [heading, row, end] = (await fileOf(breach)).split('\r\n');
    expect(heading).toBe(
      '\ufeff"Name","Clinic number","E-mail","Telephone","Times seen","First seen","Last seen"',
    );
    expect(row).toMatch(/^"'=HYPERLINK\(""http:\/\/x""\), of [^"]+","","[^"]+","'\+\d+","1","\d{4}-/);
    expect(end).toBe('');
    const { id } = await rowOf(breach);
    expect(await linesOf(id)).toEqual([
      ['breach.noted', admin.id],
      ['breach.exported', admin.id],
    ]);
    expect(toCsvRow(['=1', '+1', '-1', '@a', '\ta', '\ra', 'a=1', '']).replaceAll('\r\n', '')).toBe(
      `"'=1","'+1","'-1","'@a","'\ta","'\ra","a=1",""`,
    );

    // The page hands out the same file.
    const fields = { number: String(breach.number) };
    const saved = await postPage(peopleFile, {
      path: '/dashboard/breaches/people',
      cookie: admin.cookie,
      fields,
    });
    expect(saved.status).toBe(200);
  });

  test('every action of the audit log is sorted, once, by whether it shows somebody’s data', () => {
    const groups = [...seenActions, ...unnamedActions, ...unseenActions];
    const sorted = groups.flatMap(({ actions }): readonly AuditAction[] => actions);
    expect(sorted.toSorted()).toEqual([...auditActions].toSorted());
    for (const { why } of groups) expect(why.length).toBeGreaterThan(10);
  });
});

describe('a breach', () => {
  test('is numbered without a gap, also when admins note several at once', async () => {
    const first = await note();
    const noted = await Promise.all(
      Array.from({ length: 12 }, (_, place) => note({}, place % 2 ? admin : other)),
    );
    const numbers = noted.map(({ number }) => number).toSorted((one, next) => one - next);
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, place) => first.number + 1 + place));
    const all = await db().select().from(breaches).orderBy(asc(breaches.number));
    expect(all.map(({ number }) => number)).toEqual(all.map((_, place) => place + 1));
  });

  test('is noted on the page at the clinic’s clock, and told, corrected and closed there', async () => {
    const expert = await an.expert({ firstName: 'Zubeida' });
    const fields = {
      foundAt: '2026-03-05T14:00',
      what,
      actor: 'zubeida',
      fromAt: '2026-03-05T13:30',
      toAt: '',
    };
    const noted = await postPage(breachesPage, { path: '/dashboard/breaches', cookie: admin.cookie, fields });
    const number = Number(/\/dashboard\/breach\/(\d+)$/.exec(noted.location ?? '')?.[1]);
    const read = async () => (await call('breaches', admin, { number })).json.data as PublicBreach;
    expect(await read()).toMatchObject({
      foundAt: '2026-03-05T08:30:00.000Z',
      fromAt: '2026-03-05T08:00:00.000Z',
      toAt: null,
      actor: { id: expert.id, isKey: false, accountType: 'Expert' },
      toldAt: null,
      boardToldAt: null,
      closedAt: null,
    });
    const send = (part: string, sent: Record<string, string>, who = admin) =>
      postPage(breachPage, {
        path: `/dashboard/breach/${number}/${part}`,
        cookie: who.cookie,
        params: { number: String(number), part },
        fields: sent,
      });
    expect((await send('told', { at: '2026-03-05T13:59', how: 'By post' })).fieldErrors).toEqual({
      at: 'This is before the breach was found',
    });
    expect((await send('told', { at: '', how: '' })).fieldErrors).toEqual({
      at: 'Please give a day and a time',
      how: 'Please write how they were told',
    });
    await send('told', { at: '2026-03-05T14:00', how: 'By post' });
    await send('told', { at: '2026-03-06T10:00', how: 'By telephone' });
    await send('board', { at: '2026-03-06T11:00', reference: 'DPB/1' }, other);
    expect(await read()).toMatchObject({
      toldAt: '2026-03-06T04:30:00.000Z',
      toldHow: 'By telephone',
      boardToldAt: '2026-03-06T05:30:00.000Z',
      boardReference: 'DPB/1',
    });
    const page = await getPage(breachPage, {
      path: `/dashboard/breach/${number}`,
      cookie: admin.cookie,
      params: { number: String(number) },
    });
    expect(page.data).toMatchObject({
      fields: { toldAt: '2026-03-06T10:00', boardToldAt: '2026-03-06T11:00' },
    });

    const ends = await Promise.all([send('close', {}), send('close', {}, other)]);
    expect(ends.map(({ toast }) => toast?.type).toSorted()).toEqual(['error', 'success']);
    expect((await send('told', { at: '2026-03-06T10:00', how: 'By post' })).toast).toMatchObject({
      type: 'error',
      message: 'This breach is closed already',
    });
    expect((await read()).toldHow).toBe('By telephone');
    const { id } = await rowOf(await read());
    const changes = (await linesOf(id))
      .map(([action]) => action)
      .filter((action) => action !== 'breach.listed');
    expect(changes).toEqual([
      'breach.noted',
      'breach.told',
      'breach.told',
      'breach.boardTold',
      'breach.closed',
    ]);
  });

  test('refuses what cannot be, beside its field', async () => {
    const later = new Date(Date.now() + hourMs).toISOString();
    const now = new Date().toISOString();
    await an.expert({ firstName: 'Samename' });
    await an.expert({ firstName: 'Samename' });
    const errorsOf = async (body: Record<string, string>) =>
      (await call('breaches', admin, { body: { foundAt: now, what, ...body } })).json.errors as Record<
        string,
        string
      >;
    const sizes = await db().$count(breaches);
    expect(await errorsOf({ foundAt: later })).toEqual({ foundAt: expect.any(String) });
    expect(await errorsOf({ what: ' ' })).toEqual({ what: expect.any(String) });
    expect(await errorsOf({ fromAt: later, toAt: now })).toEqual({ toAt: expect.any(String) });
    expect(await errorsOf({ actor: 'nobody at all' })).toEqual({ actor: expect.any(String) });
    expect(await errorsOf({ actor: 'samename' })).toEqual({ actor: expect.stringContaining('Several') });
    // A patient without a duty is found by an exact address or ID, and by no name.
    const patient = await a.patient({ firstName: 'Quentin' });
    expect(await errorsOf({ actor: 'quentin' })).toEqual({ actor: expect.any(String) });
    expect(await db().$count(breaches)).toBe(sizes);
    expect((await note({ actor: patient.email })).actor?.id).toBe(patient.id);
    for (const number of [0, 999_999, 1.5])
      expect((await call('breaches', admin, { number })).status).toBe(404);
  });

  test('is closed once by two admins through the API, and changes no more', async () => {
    const { number } = await note();
    const closed = await Promise.all(
      [admin, other].map((who) => call('close-breach', who, { number, body: {} })),
    );
    expect(closed.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const body = { at: new Date().toISOString(), how: 'By post', reference: 'DPB/1' };
    expect((await call('breach-told', admin, { number, body })).status).toBe(409);
    expect((await call('breach-board-told', admin, { number, body })).status).toBe(409);
  });

  test('is for admins only', async () => {
    const { number } = await note();
    const body = {
      at: new Date().toISOString(),
      how: 'x',
      reference: 'x',
      foundAt: new Date().toISOString(),
      what,
    };
    for (const who of [await a.patient(), await an.expert(), await an.unapprovedExpert()]) {
      for (const name of ['breaches', 'breach-people', 'breach-people-file'])
        expect((await call(name, who, name === 'breaches' ? {} : { number })).status).toBe(403);
      expect((await call('breaches', who, { number })).status).toBe(403);
      for (const name of ['breaches', 'breach-told', 'breach-board-told', 'close-breach'])
        expect((await call(name, who, name === 'breaches' ? { body } : { number, body })).status).toBe(403);
      for (const [page, path] of [
        [breachesPage, '/dashboard/breaches'],
        [breachPage, `/dashboard/breach/${number}`],
      ] as const) {
        const { location } = await getPage(page, {
          path,
          cookie: who.cookie,
          params: { number: String(number) },
        });
        expect(location).toBe('/dashboard/home');
      }
    }
  });
});
