import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { clinicDay } from '~/domain/kernel/days';
import { remindOfComplaints } from '~/domain/messages/complaint-job.server';
import { complaintSubjects, complaints } from '~/platform/db/core/tables/accountability.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { idempotencyKeys, outbox } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import { screens } from '~/urls/screens';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { freshLimits } from '../../support/fresh-limits';
import { queuedEmails } from '../../support/queued-emails';
import { rawDatabase } from '../../support/raw';
import { aReviewedReportOf } from '../../support/reports';
import { postPage } from '../../support/requests';
import { call, moduleOf, pages, visit, visitor } from '../../support/url-map';

const clinic = clinicForFile();
const dayMs = 86_400_000;
const text = 'He shouted at my mother';

let [lakshmi, arjun, meera, patient]: Somebody[] = [];
const called = (who: Somebody, firstName: string, lastName: string) =>
  execute(db().update(users).set({ firstName, lastName }).where(eq(users.id, who.id)));
/** Ends the part of an admin, so that it stands in no other test's list. */
const demote = (who: Somebody) =>
  execute(db().update(users).set({ accountType: 'Patient' }).where(eq(users.id, who.id)));

beforeAll(async () => {
  [lakshmi, arjun, meera, patient] = [
    await an.admin(),
    await an.admin(),
    await an.expert(),
    await a.patient(),
  ];
  await called(lakshmi, 'Lakshmi', 'Rao');
  await called(arjun, 'अर्जुन', 'पाटील');
  await called(meera, 'Meera', 'Nair');
  await called(patient, 'Asha', 'Devi');
});
beforeEach(async () => {
  await execute(db().delete(complaints));
  await execute(db().delete(outbox));
  await execute(db().delete(idempotencyKeys));
});
afterEach(() => vi.useRealTimers());

const fields = { topic: 'staff', name: 'Asha Devi', answerTo: 'asha@village.test', text };
const send = (more: Record<string, string> = {}, who = visitor) =>
  call('POST /message/complain', { token: who.token || undefined, body: { ...fields, ...more } });
const listFor = async (who: Somebody, query = '') =>
  (await call('GET /message/complaints', { token: who.token, query })).json as unknown as {
    data: { _id: string; number: string; isOverdue: boolean; answer: string | null }[];
    meta: { total: number };
  };
const answer = (who: Somebody, complaintId: string, words = 'We are sorry') =>
  call('POST /message/answer-complaint', { token: who.token, body: { complaintId, answer: words } });
const storedComplaints = () => db().select().from(complaints).orderBy(asc(complaints.id));
const subjectsOf = async () =>
  (await db().select().from(complaintSubjects)).map(({ userId }) => userId).sort();
const kinds = async () => (await queuedEmails()).map(({ letter, to }) => [letter, to]).sort();

describe('a complaint of a visitor', () => {
  test('gets a number and a day, by page and API, and is sealed', async () => {
    const { status, json } = await send();
    expect(status).toBe(200);
    expect(json).toMatchObject({ isReadable: true, office: null });
    expect(json.number).toMatch(/^[0-9A-Z]{4} [0-9A-Z]{4}$/);
    expect(json.dueDay).toMatch(/^\d{4}-\d\d-\d\d$/);
    const page = await postPage(await moduleOf('/complain'), {
      path: '/complain',
      fields: { ...fields, text: 'Another one' },
    });
    expect((page.data as { shown: unknown }).shown).toMatchObject({ isReadable: true });
    const [row] = await storedComplaints();
    expect(row?.userId).toBeNull();
    const raw = await rawDatabase();
    expect(raw).not.toContain('shouted');
    expect(raw).not.toContain('asha@village.test');
  });

  test('tells the sender the number and the admins that one waits, without its words', async () => {
    const { json } = await send({ about: 'the guard' });
    expect(await kinds()).toEqual(
      [
        ['complaintReceived', 'asha@village.test'],
        ['complaintWaits', lakshmi?.email],
        ['complaintWaits', arjun?.email],
      ].sort(),
    );
    const [letter] = await clinic.emails('asha@village.test');
    expect(letter?.text).toContain(String(json.number));
    for (const email of await clinic.emails()) {
      expect(email.text).not.toContain('shouted');
      expect(email.text).not.toContain('guard');
    }
  });

  test('needs an address, a topic, a name and words', async () => {
    expect((await send({ answerTo: '' })).json.errors).toMatchObject({ answerTo: expect.any(String) });
    expect((await send({ answerTo: 'nowhere' })).status).toBe(422);
    for (const name of ['topic', 'name', 'text'])
      expect(Object.keys((await send({ [name]: '' })).json.errors ?? {})).toEqual([name]);
    expect((await send({ personId: meera?.id ?? '' })).status).toBe(422);
    expect(await storedComplaints()).toEqual([]);
  });

  test('pressed twice is one, at once too; ten minutes later it is another', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const both = await Promise.all([send(), send()]);
    expect(new Set(both.map(({ json }) => json.number)).size).toBe(1);
    vi.setSystemTime(Date.now() + 9 * 60_000);
    expect((await send()).json.number).toBe(both[0]?.json.number);
    expect(await storedComplaints()).toHaveLength(1);
    expect((await queuedEmails()).filter(({ letter }) => letter === 'complaintReceived')).toHaveLength(1);
    vi.setSystemTime(Date.now() + 2 * 60_000);
    expect((await send()).json.number).not.toBe(both[0]?.json.number);
    expect(await storedComplaints()).toHaveLength(2);
  });

  test('is refused after ten an hour', async () => {
    await freshLimits(1);
    const statuses = [];
    for (let at = 0; at < 11; at += 1) statuses.push((await send({ text: `Complaint ${at}` })).status);
    await freshLimits(1000);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});

describe('whoever a complaint names', () => {
  const cases: [typed: string, names: string[]][] = [
    ['', []],
    ['the guard', []],
    ['Lakshmi Rao', ['lakshmi']],
    ['DR.  lakshmi   RAO was rude', ['lakshmi']],
    ['Rao', ['lakshmi']],
    ['LakshmiRao', ['lakshmi']],
    ['Laks', []],
    ['Raoul', []],
    ['अर्जुन पाटील', ['arjun']],
    ['डॉ अर्जुन', ['arjun']],
    ['Meera and Lakshmi', ['lakshmi', 'meera']],
    ['Dr', []],
  ];
  test.each(cases)('%s', async (about, names) => {
    await send({ about });
    const ids = { lakshmi: lakshmi?.id, arjun: arjun?.id, meera: meera?.id };
    expect(await subjectsOf()).toEqual(names.map((name) => ids[name as keyof typeof ids]).sort());
  });

  test('is hidden from if the full name stands in the text', async () => {
    await send({ text: 'Then Lakshmi Rao came' });
    expect(await subjectsOf()).toEqual([lakshmi?.id]);
  });

  test('is hidden from both of two with one name', async () => {
    const twin = await an.admin();
    await called(twin, 'Lakshmi', 'Rao');
    await send({ about: 'Lakshmi Rao' });
    expect(await subjectsOf()).toEqual([lakshmi?.id, twin.id].sort());
    await demote(twin);
  });

  test('reads it nowhere: not by list, ID, total or audit log', async () => {
    const { json } = await send({ about: 'Lakshmi Rao' }, patient);
    const [row] = await storedComplaints();
    const id = row?.id ?? '';
    expect((await listFor(arjun as Somebody)).data).toMatchObject([{ _id: id, number: json.number }]);
    expect(await listFor(lakshmi as Somebody)).toMatchObject({ data: [], meta: { total: 0 } });
    const hidden = await answer(lakshmi as Somebody, id);
    const unknown = await answer(lakshmi as Somebody, '0'.repeat(26));
    expect([hidden.status, hidden.text]).toEqual([404, unknown.text]);
    const params = { complaintId: id };
    expect((await visit('/dashboard/complaint/:complaintId', lakshmi as Somebody, { params })).status).toBe(
      404,
    );
    const emails = (await kinds()).filter(([, to]) => to === lakshmi?.email);
    expect(emails).toEqual([]);
    const secrets = [text, id, row?.number ?? '-', String(json.number)];
    for (const route of pages) {
      const shown = JSON.stringify(await visit(route, lakshmi as Somebody, { params }));
      for (const secret of secrets) expect(shown.split(secret).length, `${route} ${secret}`).toBe(1);
    }
    const audit = await call('GET /system/get-audit-log', { token: lakshmi?.token });
    expect(audit.text).not.toContain(id);
    expect((await call('GET /system/get-audit-log', { token: arjun?.token })).text).toContain(id);
  });

  test('is everyone who could read it: the answer says so, and another admin finds it later', async () => {
    const { json } = await send({ about: 'Lakshmi Rao, अर्जुन पाटील' });
    expect(json.isReadable).toBe(false);
    const later = await an.admin();
    await called(later, 'Sunita', 'Joshi');
    expect((await listFor(later)).data).toMatchObject([{ number: json.number }]);
    await demote(later);
  });
});

describe('a complaint of an account', () => {
  test('takes name and address of the account, and people whom the patient knows', async () => {
    const { _id } = await aReviewedReportOf(patient as Somebody, meera as Somebody, 'All is well');
    expect(_id).toBeTruthy();
    const form = (await visit('/complain', patient as Somebody)).data as { people: { id: string }[] };
    expect(form).toMatchObject({ name: 'Asha Devi', answerTo: patient?.email });
    expect(form.people.map(({ id }) => id)).toContain(meera?.id);
    const sent = await send({ answerTo: '', personId: meera?.id ?? '' }, patient);
    expect(sent.status).toBe(200);
    expect(await subjectsOf()).toEqual([meera?.id]);
    const [row] = await storedComplaints();
    expect(row).toMatchObject({ userId: patient?.id, email: patient?.email });
    const stranger = await a.patient();
    expect((await send({ personId: meera?.id ?? '' }, stranger)).status).toBe(422);
  });

  test('is read by its sender alone, with its answer', async () => {
    const { json } = await send({}, patient);
    const own = async (who?: Somebody) =>
      (await call('GET /message/my-complaints', { token: who?.token })).json.data;
    expect(await own(patient)).toMatchObject([{ number: json.number, state: 'open', answer: null, text }]);
    expect(await own(await a.patient())).toEqual([]);
    const [row] = await storedComplaints();
    expect((await answer(arjun as Somebody, row?.id ?? '')).status).toBe(200);
    expect(await own(patient)).toMatchObject([{ state: 'answered', answer: 'We are sorry' }]);
    const page = await visit('/dashboard/my-complaints', patient as Somebody);
    expect(page.data).toMatchObject({ data: [{ answer: 'We are sorry' }] });
    // Letters of one moment are sent in any order.
    const letters = (await clinic.emails('asha@village.test')).map(({ text: letter }) => letter).join();
    expect(letters).not.toContain('sorry');
    expect(letters).toContain('/dashboard/my-complaints');
  });

  test('stays without the account once that is deleted', async () => {
    const leaver = await a.patient();
    await send({}, leaver);
    const gone = await call('DELETE /profile/delete-profile', { token: leaver.token, body: {} });
    expect(gone.status).toBeLessThan(300);
    expect(await storedComplaints()).toMatchObject([{ userId: null, text }]);
  });
});

describe('the answer', () => {
  const idOfSent = async (more: Record<string, string> = {}) => {
    await send(more);
    return (await storedComplaints())[0]?.id ?? '';
  };

  test('is written once, and the second admin reads who was first', async () => {
    const id = await idOfSent();
    const results = await Promise.all([answer(lakshmi as Somebody, id), answer(arjun as Somebody, id)]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [row] = await storedComplaints();
    const first = row?.answeredBy === lakshmi?.id ? 'Lakshmi Rao' : 'अर्जुन पाटील';
    const second = results.find(({ status }) => status === 409);
    expect(second?.json.message).toContain(first);
    expect(second?.json.message).toMatch(/\d\d:\d\d/);
    expect((await queuedEmails()).filter(({ letter }) => letter === 'complaintAnswered')).toHaveLength(1);
    const letters = (await clinic.emails('asha@village.test')).map(({ text: letter }) => letter);
    expect(letters.filter((letter) => letter.includes('We are sorry'))).toHaveLength(1);
    expect((await listFor(arjun as Somebody)).data).toEqual([]);
    expect((await listFor(arjun as Somebody, '?state=answered')).data).toMatchObject([{ _id: id }]);
  });

  test('is for admins only', async () => {
    const id = await idOfSent();
    for (const who of [patient, meera]) {
      expect((await answer(who as Somebody, id)).status).toBe(403);
      expect((await call('GET /message/complaints', { token: who?.token })).status).toBe(403);
    }
    expect((await call('GET /message/complaints')).status).toBe(401);
  });

  test('comes by the page too, which goes back to the list', async () => {
    const complaintId = await idOfSent();
    const { path: route } = screens.complaint;
    const opened = await visit(route, lakshmi as Somebody, { params: { complaintId } });
    expect(opened.data).toMatchObject({ data: { text, answer: null } });
    const post = (who?: Somebody) =>
      moduleOf(route).then((page) =>
        postPage(page, {
          path: `/dashboard/complaint/${complaintId}`,
          params: { complaintId },
          cookie: who?.cookie,
          fields: { answer: 'We will look into it' },
        }),
      );
    expect(await post(lakshmi)).toMatchObject({
      location: '/dashboard/complaints',
      toast: { type: 'success' },
    });
    const again = await post(arjun);
    expect(again).toMatchObject({ location: '/dashboard/complaints', toast: { type: 'error' } });
    expect(again.toast?.message).toContain('Lakshmi Rao');
  });
});

describe('the day by which it is answered', () => {
  const dueOn = (id: string, days: number) =>
    execute(
      db()
        .update(complaints)
        .set({ dueDay: clinicDay(Date.now() + days * dayMs) })
        .where(eq(complaints.id, id)),
    );

  test('is thirty days away', async () => {
    expect((await send()).json.dueDay).toBe(clinicDay(Date.now() + 30 * dayMs));
  });

  test('orders the list, marks what is overdue, and is recalled once from three days before', async () => {
    await send({ about: 'Lakshmi' });
    const named = (await storedComplaints())[0]?.id ?? '';
    await send({ text: 'Another' });
    const other = (await storedComplaints()).find(({ id }) => id !== named)?.id ?? '';
    await execute(db().delete(outbox));
    await remindOfComplaints();
    await dueOn(named, 4);
    await dueOn(other, -1);
    await remindOfComplaints();
    expect(await kinds()).toEqual([]);
    await dueOn(named, 3);
    await remindOfComplaints();
    await remindOfComplaints();
    expect(await kinds(), 'the admin whom it names is told nothing').toEqual([
      ['complaintDue', arjun?.email],
    ]);
    const { data } = await listFor(arjun as Somebody);
    expect(data).toMatchObject([
      { _id: other, isOverdue: true },
      { _id: named, isOverdue: false },
    ]);
  });
});
