import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import * as approvedExpertPage from '~/routes/dashboard/admin/approved-expert';
import * as judgeExpertPage from '~/routes/dashboard/admin/change-expert-status';
import * as home from '~/routes/dashboard/home';
import * as pendingPage from '~/routes/dashboard/pending-report';
import * as picture from '~/routes/files/picture';
import * as raw from '~/routes/files/raw';
import { rowOf, saveCredentials } from '../../support/accounts';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportOf, sendReview } from '../../support/reports';
import { apiRoute, callApi, getPage, openFile } from '../../support/requests';
import {
  approve,
  approveOnPage,
  judgeByApi,
  judgeOnPage,
  logInByApi,
  logInByPage,
  pendingFor,
} from '../../support/visits';

const getApprovedExpert = apiRoute('expert/get-approved-expert');
const getPendingExpert = apiRoute('expert/get-pending-expert');
const addReviewApi = apiRoute('report/add-review');

const reason = 'canary: your number is not in the register';

let admin: Somebody;
let otherAdmin: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  [admin, otherAdmin] = [await an.admin(), await an.admin()];
});

const idsIn = async (module: typeof getPendingExpert, { token }: Somebody, query = '') => {
  const { json } = await callApi(module, { token, path: `/x?limit=100${query}` });
  return (json.data as { _id: string }[]).map(({ _id }) => _id);
};
const waiting = async () => {
  const { data } = await getPage(home, { path: '/dashboard/home', cookie: admin.cookie });
  return (data as { admin: { expertsWaiting: number } }).admin.expertsWaiting;
};
const homeOf = (cookie: string) => getPage(home, { path: '/dashboard/home', cookie });
/** Lists the subjects, sorted: several e-mails leave at once, in any order. */
const subjects = async (email: string) => (await clinic.emails(email)).map(({ subject }) => subject).sort();
const linesAbout = async (id: string) =>
  (await db().select().from(audit).where(eq(audit.objectId, id)).orderBy(audit.id)).map(
    ({ action, actorId }) => [action, actorId],
  );

describe('a suspended expert', () => {
  let expert: Somebody;
  let patient: Somebody;
  let link: string;
  beforeAll(async () => {
    [expert, patient] = [await an.expert(), await a.patient()];
    const { _id } = await aReportOf(patient);
    const { json } = await pendingFor(expert);
    link =
      (json.data as { _id: string; reportUrl: string }[]).find((row) => row._id === _id)?.reportUrl ?? '';
    expect((await openFile(raw, { path: link, params: { reportId: _id } })).status).toBe(200);
    expect((await judgeByApi(admin, 'suspend', expert.id, reason)).status).toBe(200);
  });

  test('is logged out everywhere at the next request', async () => {
    expect((await pendingFor(expert)).status).toBe(401);
    const page = await getPage(pendingPage, { path: '/dashboard/pending-report', cookie: expert.cookie });
    expect(page.location).toContain('/login');
    const [reportId] = link.split('?')[0]?.split('/').slice(-1) ?? [];
    const answer = await openFile(raw, { path: link, params: { reportId: reportId ?? '' } });
    expect(answer.status, 'a link from before the suspension').toBe(404);
  });

  test('can log in again, reads the reason, and only gets their own data', async () => {
    const { cookies } = await logInByPage(expert.email);
    const dashboard = await homeOf(cookies);
    expect(dashboard.data).toMatchObject({ standing: { is: 'suspended', reason } });
    const page = await getPage(pendingPage, { path: '/dashboard/pending-report', cookie: cookies });
    const blockedText = 'An admin has blocked your access to this. Your dashboard says why.';
    expect([page.location, page.toast?.message]).toEqual(['/dashboard/home', blockedText]);
    const { json } = await logInByApi(expert.email);
    expect(json.user).toMatchObject({ approved: false });
    const { status, json: refused } = await pendingFor({ token: String(json.token) });
    expect([status, refused.message]).toEqual([403, blockedText]);
    expect((await saveCredentials({ token: String(json.token) })).status).toBe(200);
  });

  test('disappears from colleagues’ lists and pictures, and cannot be approved', async () => {
    const colleague = await an.expert();
    expect(await idsIn(getApprovedExpert, colleague)).not.toContain(expert.id);
    expect(await idsIn(getApprovedExpert, admin)).not.toContain(expert.id);
    expect(await idsIn(getPendingExpert, admin)).not.toContain(expert.id);
    const opened = await openFile(picture, { token: colleague.token, params: { userId: expert.id } });
    expect(opened.status).toBe(404);
    const approval = await approve(admin, expert.id);
    const first = 'This expert is suspended or rejected. Restore them first.';
    expect([approval.status, approval.json.message]).toEqual([409, first]);
  });

  test('is in the admins’ list with the reason, which nobody else can read', async () => {
    const path = '/dashboard/approved-expert?standing=suspended&limit=100';
    const page = await getPage(approvedExpertPage, { path, cookie: admin.cookie });
    const { data } = page.data as { data: { _id: string }[] };
    expect(data.find(({ _id }) => _id === expert.id)).toMatchObject({
      standing: { is: 'suspended', reason, since: expect.any(String) },
    });
    const colleague = await an.expert();
    const refused = await getPage(approvedExpertPage, { path, cookie: colleague.cookie });
    expect([refused.location, refused.toast?.type]).toEqual(['/dashboard/home', 'error']);
  });

  test('gets their former status back', async () => {
    const restored = await judgeByApi(admin, 'restore', expert.id);
    expect(restored.json).toEqual({ success: true, message: 'Expert restored' });
    const row = await rowOf(expert.id);
    expect(row).toMatchObject({ approved: true, suspendedAt: null, standingReason: null });
    const { json } = await logInByApi(expert.email);
    expect((await pendingFor({ token: String(json.token) })).status).toBe(200);
    expect(await idsIn(getApprovedExpert, admin)).toContain(expert.id);
  });

  test('gets e-mails about both without the reason, and both are in the audit log', async () => {
    expect(await subjects(expert.email)).toEqual([
      'Your SecondLook account is restored',
      'Your SecondLook account is suspended',
    ]);
    expect(JSON.stringify(await clinic.emails(expert.email))).not.toContain('canary');
    const lines = await linesAbout(expert.id);
    expect(lines).toContainEqual(['expert.suspended', admin.id]);
    expect(lines).toContainEqual(['expert.restored', admin.id]);
  });
});

describe('a rejected expert', () => {
  test('no longer waits, reads the reason, can correct it, and waits again once restored', async () => {
    const expert = await an.unapprovedExpert();
    const before = await waiting();
    const rejected = await judgeOnPage(admin, 'reject', expert.id, reason);
    expect([rejected.location, rejected.toast?.message]).toEqual([
      '/dashboard/pending-expert',
      'Expert rejected',
    ]);
    expect(await idsIn(getPendingExpert, admin)).not.toContain(expert.id);
    expect(await waiting()).toBe(before - 1);
    expect((await homeOf(expert.cookie)).data).toMatchObject({ standing: { is: 'rejected', reason } });
    expect((await pendingFor(expert)).status, 'not even the number of waiting reports').toBe(403);
    expect((await saveCredentials(expert)).status).toBe(200);
    expect((await approve(admin, expert.id)).status).toBe(409);
    expect(await idsIn(getApprovedExpert, admin, '&standing=rejected')).toContain(expert.id);

    const restored = await judgeOnPage(admin, 'restore', expert.id);
    expect(restored.toast?.message).toBe('Expert restored');
    expect(await waiting()).toBe(before);
    expect((await homeOf(expert.cookie)).data).toMatchObject({ standing: undefined });
    expect((await approve(admin, expert.id)).status).toBe(200);
    const emails = await clinic.emails(expert.email);
    expect(await subjects(expert.email)).toEqual([
      'About your SecondLook account',
      'Your SecondLook account is approved',
      'Your SecondLook account is restored',
    ]);
    expect(JSON.stringify(emails)).toContain('Log in to see why');
    expect(JSON.stringify(emails)).not.toContain('canary');
  });
});

describe('the reason', () => {
  test('is required, on pages and through the API', async () => {
    const expert = await an.expert();
    const words = 'Please give a reason';
    const api = await judgeByApi(admin, 'suspend', expert.id, '  ');
    expect([api.status, api.json.errors]).toEqual([422, { reason: words }]);
    const page = await judgeOnPage(admin, 'suspend', expert.id, '');
    expect([page.status, page.fieldErrors]).toEqual([400, { reason: words }]);
    expect((await judgeByApi(admin, 'suspend', expert.id, 'x'.repeat(501))).status).toBe(422);
    expect(await rowOf(expert.id)).toMatchObject({ suspendedAt: null });
  });

  test('is encrypted at rest', async () => {
    const expert = await an.expert();
    await judgeByApi(admin, 'suspend', expert.id, reason);
    const [stored] = await db()
      .select({ bytes: sql<Buffer>`${users.standingReason}` })
      .from(users)
      .where(eq(users.id, expert.id));
    expect(stored?.bytes.length).toBeGreaterThan(reason.length);
    expect(stored?.bytes.toString('latin1')).not.toContain('canary');
  });

  test('has a page for that expert alone; any other path is not found', async () => {
    const expert = await an.expert();
    const open = (expertId: string, query: string) =>
      getPage(judgeExpertPage, { path: `/x${query}`, params: { expertId }, cookie: admin.cookie });
    expect((await open(expert.id, '?to=suspend')).data).toMatchObject({ data: { _id: expert.id } });
    expect((await open(expert.id, '')).status).toBe(404);
    expect((await open(expert.id, '?to=approve')).status).toBe(404);
    expect((await open((await a.patient()).id, '?to=reject')).status).toBe(404);
    expect((await judgeByApi(admin, 'suspend', otherAdmin.id)).status, 'an admin is no expert').toBe(404);
  });
});

describe('one of two admins’ concurrent decisions wins', () => {
  const channels: [to: 'reject' | 'suspend' | 'restore', words: string, whom: () => Promise<Somebody>][] = [
    ['reject', 'This expert is no longer waiting for approval', an.unapprovedExpert],
    ['suspend', 'This expert is not approved, or is already suspended', an.expert],
    ['restore', 'This expert is neither suspended nor rejected', an.suspendedExpert],
  ];
  test.each(channels)('when both %s', async (to, words, whom) => {
    const [byApi, mixed] = [await whom(), await whom()];
    const answers = await Promise.all([admin, otherAdmin].map((who) => judgeByApi(who, to, byApi.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.json.message).toBe(words);
    const [api, page] = await Promise.all([
      judgeByApi(admin, to, mixed.id),
      judgeOnPage(otherAdmin, to, mixed.id),
    ]);
    expect([api.status === 200, page.toast?.type === 'success'].filter(Boolean)).toHaveLength(1);
    for (const { email } of [byApi, mixed]) expect(await clinic.emails(email)).toHaveLength(1);
  });

  test('when one approves and the other rejects', async () => {
    for (let round = 0; round < 3; round += 1) {
      const expert = await an.unapprovedExpert();
      const both = [approveOnPage(admin, expert.id), judgeOnPage(otherAdmin, 'reject', expert.id)];
      const answers = await Promise.all(round % 2 ? both.reverse() : both);
      expect(answers.filter(({ toast }) => toast?.type === 'success')).toHaveLength(1);
      const row = await rowOf(expert.id);
      expect(row?.approved).toBe(row?.rejectedAt === null);
      expect(await clinic.emails(expert.email)).toHaveLength(1);
    }
  });
});

describe('a review in progress', () => {
  test('is refused if its author is suspended', async () => {
    const [expert, patient] = [await an.expert(), await a.patient()];
    const { _id } = await aReportOf(patient, { file: 'rash.png' });
    const suspension = () => judgeByApi(admin, 'suspend', expert.id).then(({ status }) => status);
    let suspended: number | undefined;
    const text = new TextEncoder();
    const body = new ReadableStream(
      {
        // The stream is only read once the expert has been authenticated.
        async pull(controller) {
          suspended = await suspension();
          controller.enqueue(text.encode('{"review":"All is well"}'));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { 'Content-Type': 'application/json' };
    const call = { method: 'POST', token: expert.token, params: { reportId: _id }, body, headers };
    expect([(await callApi(addReviewApi, call)).status, suspended]).toEqual([403, 200]);
    const [row] = await db().select().from(reports).where(eq(reports.id, _id));
    expect(row).toMatchObject({ status: 'Pending', review: null });
    const colleague = await an.expert();
    expect((await sendReview({ reportId: _id, token: colleague.token, review: 'Rest' })).status).toBe(200);
  });
});
