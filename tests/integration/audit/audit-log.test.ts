import { asc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifyAudit } from '~/domain/audit/verify-chain.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import * as auditPage from '~/routes/dashboard/admin/audit';
import * as messagesPage from '~/routes/dashboard/admin/messages';
import * as pendingExpertPage from '~/routes/dashboard/admin/pending-expert';
import * as reportPage from '~/routes/dashboard/report';
import * as raw from '~/routes/files/raw';
import { deleteAccountOf, savePassword, savePicture, saveProfile } from '../../support/accounts';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportOf, aReviewedReportOf, sendReview } from '../../support/reports';
import { apiRoute, callApi, getPage, openFile } from '../../support/requests';
import { approve, deleteByApi, logInByApi, logOutByApi, pendingFor, reportsOf } from '../../support/visits';

const getOpenings = apiRoute('report/get-openings');

let admin: Somebody;
let patient: Somebody;
let expert: Somebody;
clinicForFile();
beforeAll(async () => {
  admin = await an.admin();
  patient = await a.patient({ firstName: 'Sunita' });
  expert = await an.expert({ firstName: 'Kavya' });
});

type Line = {
  isTogether: boolean;
  id: number;
  at: string;
  action: string;
  actor: { id: string; name: string | null; accountType: string | null } | null;
  object: { id: string; name: string | null; number: string | null } | null;
};
type Log = { data: Line[]; older: number | null; newer: number | null; filters: Record<string, unknown> };

const visit = ({ cookie }: Pick<Somebody, 'cookie'>, query = '') =>
  getPage(auditPage, { path: `/dashboard/audit${query}`, cookie });
const log = async (query = '') => (await visit(admin, query)).data as Log;
const open = async (reportId: string, { token }: Somebody) =>
  (await openFile(raw, { token, params: { reportId } })).arrayBuffer();
const opened = (reportId: string, { token }: Pick<Somebody, 'token'>) =>
  callApi(getOpenings, { token, params: { reportId } });
const lastLines = async (actorId: string) =>
  (await db().select().from(audit).where(eq(audit.actorId, actorId)).orderBy(asc(audit.id))).map(
    ({ action, objectId }) => [action, objectId],
  );

describe('the audit log', () => {
  test('records everything a patient does, by ID, in order', async () => {
    const her = await a.patient();
    await logInByApi(her.email);
    await saveProfile(her);
    await savePicture(her);
    const { _id } = await aReportOf(her);
    await open(_id, her);
    await deleteByApi(her, _id);
    const { json } = await logInByApi(her.email);
    await logOutByApi(json.token as string);
    await savePassword(her);
    const again = await logInByApi(her.email, 'another quiet river');
    await deleteAccountOf({ token: again.json.token as string });
    expect(await lastLines(her.id)).toEqual([
      ['session.opened', her.id],
      ['account.changed', her.id],
      ['number.changed', her.id],
      ['picture.changed', her.id],
      ['report.uploaded', _id],
      ['report.opened', _id],
      ['report.deleted', _id],
      ['session.opened', her.id],
      ['session.closed', her.id],
      ['password.changed', her.id],
      ['session.opened', her.id],
      ['account.deleted', her.id],
    ]);
  });

  test('records what doctors and admins look at and decide', async () => {
    const [doctor, boss, applicant] = [await an.expert(), await an.admin(), await an.unapprovedExpert()];
    const her = await a.patient();
    const { _id } = await aReportOf(her);
    await reportsOf(her.id, doctor);
    await open(_id, doctor);
    await sendReview({ reportId: _id, token: doctor.token, review: 'Rest' });
    expect(await lastLines(doctor.id)).toEqual([
      ['report.listed', her.id],
      ['report.opened', _id],
      ['report.reviewed', _id],
    ]);
    await getPage(pendingExpertPage, { path: '/dashboard/pending-expert', cookie: boss.cookie });
    await approve(boss, applicant.id);
    await getPage(messagesPage, { path: '/dashboard/messages', cookie: boss.cookie });
    await visit(boss);
    expect(await lastLines(boss.id)).toEqual([
      ['expert.listed', null],
      ['expert.approved', applicant.id],
      ['message.listed', null],
      ['audit.read', null],
    ]);
    const [openedEntry] = await db()
      .select()
      .from(audit)
      .where(eq(audit.objectId, boss.id))
      .orderBy(audit.id);
    expect(openedEntry).toMatchObject({ action: 'account.opened', actorId: null });
  });

  test('records a wrong log-in with its account, and nothing for an unknown address', async () => {
    const since = (await log()).data[0]?.id ?? 0;
    await logInByApi(patient.email, 'a wrong password');
    await logInByApi('nobody@village.test', 'a wrong password');
    const lines = (await db().select().from(audit).orderBy(asc(audit.id))).filter(({ id }) => id > since + 1);
    expect(lines.map(({ actorId, action, objectId }) => [actorId, action, objectId])).toEqual([
      [null, 'session.refused', patient.id],
      [null, 'session.refused', null],
    ]);
    expect(JSON.stringify(await db().select().from(audit).orderBy(audit.id))).not.toContain('@');
  });

  test('records the patients whose reports a doctor saw in a list: one entry, a line for each patient', async () => {
    const [doctor, her] = [await an.expert(), await a.patient()];
    for (const one of [her, await a.patient()]) await aReportOf(one);
    await pendingFor(doctor);
    expect(await lastLines(doctor.id)).toEqual([['report.listed', null]]);
    const { data } = await log(`?person=${doctor.id}`);
    const objects = data.map(({ object }) => object?.id);
    expect(objects).toContain(her.id);
    expect(new Set(objects).size).toBe(data.length);
    expect((await log(`?person=${doctor.id}&object=${her.id}`)).data).toMatchObject([
      { action: 'report.listed', actor: { id: doctor.id }, object: { id: her.id } },
    ]);
  });

  test('stays valid through all of it', async () => {
    expect(await verifyAudit()).toMatchObject({ older: 0, flaw: null });
  });
});

describe('the list of who opened a report', () => {
  let reportId: string;
  let otherPatient: Somebody;
  beforeAll(async () => {
    otherPatient = await a.patient();
    reportId = (await aReportOf(patient))._id;
    for (const reader of [patient, expert, expert, admin]) await open(reportId, reader);
    await sendReview({ reportId, token: expert.token, review: 'Rest' });
    await pendingFor(expert);
  });

  const expected = () => [
    { action: 'report.reviewed', name: `Kavya ${expert.lastName}`, accountType: 'Expert' },
    { action: 'report.opened', name: `Clinic ${admin.lastName}`, accountType: 'Admin' },
    { action: 'report.opened', name: `Kavya ${expert.lastName}`, accountType: 'Expert' },
  ];
  type OnPage = { own: { openings: { at: string }[] } | null };
  const onPageOf = async ({ cookie }: Somebody, id = reportId) =>
    ((await getPage(reportPage, { cookie, params: { reportId: id } })).data as OnPage).own;

  test('shows each person once an hour beside the report, without the patient’s own visits', async () => {
    const openings = (await onPageOf(patient))?.openings;
    expect(openings).toMatchObject(expected());
    expect(openings).toHaveLength(3);
    const at = Date.parse(openings?.[0]?.at ?? '');
    expect(Date.now() - at).toBeLessThan(60_000);
  });

  test('says so if nobody opened the report', async () => {
    const { _id } = await aReportOf(patient, { file: 'rash.png' });
    expect((await onPageOf(patient, _id))?.openings).toEqual([]);
  });

  test('is hidden from the admin on the same page', async () => {
    expect(await onPageOf(admin)).toBeNull();
  });

  test('is a call for its patient and for admins; all others get a missing report', async () => {
    for (const reader of [patient, admin]) {
      const { status, json } = await opened(reportId, reader);
      expect([status, json.data]).toMatchObject([200, expected()]);
    }
    const missing = await opened('no-such-report', otherPatient);
    expect(missing.status).toBe(404);
    for (const reader of [otherPatient, expert])
      expect((await opened(reportId, reader)).text).toBe(missing.text);
    expect((await opened(reportId, { token: '' })).status).toBe(401);
    const { json } = await reportsOf(patient.id, patient);
    expect(Object.keys(json).sort()).toEqual(['data', 'message', 'meta', 'success']);
  });

  test('keeps the name that signed a review after the doctor has left, but no name of other visits', async () => {
    const [author, reader] = [await an.expert({ firstName: 'Lata' }), await an.expert()];
    const { _id } = await aReportOf(patient);
    await open(_id, reader);
    await sendReview({ reportId: _id, token: author.token, review: 'Rest' });
    for (const doctor of [author, reader]) await deleteAccountOf(doctor);
    expect((await opened(_id, patient)).json.data).toMatchObject([
      { action: 'report.reviewed', name: `Lata ${author.lastName}`, accountType: null },
      { action: 'report.opened', name: null, accountType: null },
    ]);
  });
});

describe('the page of the audit log', () => {
  test('is for admins only', async () => {
    for (const reader of [patient, expert, await an.unapprovedExpert()]) {
      const { location, toast } = await visit(reader);
      expect([location, toast?.type]).toEqual(['/dashboard/home', 'error']);
    }
    expect((await visit({ cookie: '' })).location).toMatch(/^\/login\?next=/);
  });

  test('shows the newest entries first, with current names, and a report by its case number', async () => {
    const report = await aReviewedReportOf(patient, expert);
    const { data } = await log();
    expect(data[0]).toMatchObject({
      action: 'report.reviewed',
      actor: { id: expert.id, name: `Kavya ${expert.lastName}`, accountType: 'Expert' },
      object: { id: report._id, name: null, number: expect.stringMatching(/^\w{4}-\w{4}$/) },
    });
    expect((await log()).data[0], 'reading the audit log is recorded').toMatchObject({
      action: 'audit.read',
      actor: { id: admin.id },
      object: null,
    });
    const text = (await visit(admin)).text;
    for (const canary of ['Blood Test', '9876543210', 'All is well']) expect(text).not.toContain(canary);
  });

  test.each<[what: string, query: () => string, isRight: (line: Line) => boolean]>([
    ['an action', () => '?action=session.refused', ({ action }) => action === 'session.refused'],
    ['a name', () => `?person=kavya+${expert.lastName}`, ({ actor }) => actor?.id === expert.id],
    ['an address', () => `?person=${patient.email}`, ({ actor }) => actor?.id === patient.id],
    ['a person by id', () => `?person=${patient.id}`, ({ actor }) => actor?.id === patient.id],
    ['an object', () => `?object=+${patient.id}`, ({ object }) => object?.id === patient.id],
    [
      'two at once',
      () => `?person=kavya&action=report.reviewed`,
      ({ actor, action }) => actor?.id === expert.id && action === 'report.reviewed',
    ],
  ])('can be searched by %s', async (_what, query, isRight) => {
    const { data } = await log(query());
    expect(data.length).toBeGreaterThan(0);
    expect(data.filter((line) => !isRight(line))).toEqual([]);
  });

  test('ignores invalid parameters, and finds nothing for an unknown name', async () => {
    const { data, filters } = await log('?action=nonsense&from=2026-02-30&before=x');
    expect(data.filter(({ isTogether }) => !isTogether)).toHaveLength(20);
    expect(filters).toEqual({});
    expect((await log('?person=Nobody%25')).data).toEqual([]);
  });
});
