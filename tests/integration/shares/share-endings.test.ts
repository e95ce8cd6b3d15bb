import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { shareOpenings, shareReports, shares } from '~/platform/db/core/tables/shares.server';
import { db, execute } from '~/platform/db/db.server';
import type { AuditAction } from '~/platform/enums';
import { getSettings, setSettings } from '~/platform/settings/env.server';
import * as fileRoute from '~/routes/files/shared-file';
import { passwordFields, postSettings, savePassword } from '../../support/accounts';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aSenderWithoutEmail, identityOf, issueSlipBy } from '../../support/desk';
import { freshLimits } from '../../support/fresh-limits';
import { aPersonOf } from '../../support/people';
import { queuedEmails } from '../../support/queued-emails';
import {
  aReportOf,
  aReviewedReportOf,
  correctReportOf,
  giveConsentFor,
  takeBackOf,
  withdrawConsentFor,
} from '../../support/reports';
import { apiRoute, callApi, openFile } from '../../support/requests';
import { aShareOf, endShareBy, listSharesOf, openShareBy } from '../../support/shares';
import { deleteByApi, judgeByApi } from '../../support/visits';

let patient: Somebody;
let expert: Somebody;
let admin: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  [patient, expert, admin] = await Promise.all([a.patient(), an.expert(), an.admin()]);
});
afterEach(() => vi.useRealTimers());

type File = { url: string };
type Shown = { _id: string; review: unknown; isReviewHidden: boolean; files: File[] };
const reportsIn = ({ json }: Awaited<ReturnType<typeof openShareBy>>) =>
  (json.data as { reports: Shown[] }).reports;

/** Sends reports and makes a link of them. */
async function aScene(owner = patient) {
  const [{ _id: first }, { _id: second }] = [
    await aReportOf(owner, { file: 'rash.png' }),
    await aReportOf(owner, { file: 'rash.png', reportType: 'ECG' }),
  ];
  return { first, second, share: await aShareOf(owner, [first, second]) };
}

/** Opens a file of a share by the link that the API gives out. */
function openLink(url: string) {
  const { pathname, search } = new URL(url);
  const [, , , shareId = '', reportId = '', number] = pathname.split('/');
  const params = { shareId, reportId, ...(number && { number }) };
  return openFile(fileRoute, { path: `${pathname}${search}`, params });
}

const fileOf = (reports: Shown[], reportId: string) =>
  reports.find(({ _id }) => _id === reportId)?.files[0]?.url ?? '';

test('its file links open the files under the case number, and die with it', async () => {
  const { first, share } = await aScene();
  const url = fileOf(reportsIn(await openShareBy(share)), first);
  const opened = await openLink(url);
  expect([opened.status, opened.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  expect(opened.headers.get('Cache-Control')).toBe('private, no-store');
  expect(opened.headers.get('Content-Disposition')).toMatch(/filename="\w{4}-\w{4}\.png"/);
  await opened.arrayBuffer();

  const other = await aScene();
  const elsewhere = url.replace(share._id, other.share._id);
  const changed = url.replace(first, other.first);
  const bare = url.replace(/\?.*/, '');
  for (const wrong of [elsewhere, changed, bare]) expect((await openLink(wrong)).status, wrong).toBe(404);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
  expect((await openLink(url)).status).toBe(404);
  vi.useRealTimers();
  expect((await openLink(url)).status).toBe(200);
  expect((await endShareBy(patient, share._id)).status).toBe(200);
  expect((await openLink(url)).status).toBe(404);
  expect(await listSharesOf(patient)).toEqual(
    expect.arrayContaining([expect.objectContaining({ _id: share._id, isOpen: false, endedBy: 'owner' })]),
  );
});

test('ends at the press of its owner alone', async () => {
  const { share } = await aScene();
  for (const somebody of [await a.patient(), expert, admin])
    expect((await endShareBy(somebody, share._id)).status).toBe(404);
  expect((await openShareBy(share)).status).toBe(200);
  for (let presses = 0; presses < 2; presses += 1)
    expect((await endShareBy(patient, share._id)).status).toBe(200);
  expect((await openShareBy(share)).status).toBe(404);
});

type Scene = Awaited<ReturnType<typeof aScene>>;

/** Acts that take one report out of a link. The other one stays. */
const leavings: Record<string, (scene: Scene) => Promise<unknown>> = {
  'its consent is withdrawn': ({ first }) => withdrawConsentFor(patient, first),
  'its consent is withdrawn and given again': async ({ first }) => {
    await withdrawConsentFor(patient, first);
    await giveConsentFor(patient, first);
  },
  'it is deleted': ({ first }) => deleteByApi(patient, first),
  'it is about another person now': async ({ first }) => {
    const { _id: personId } = await aPersonOf(patient, { birthYear: 1980, relation: 'other' });
    expect((await correctReportOf(patient, first, { personId })).status).toBe(200);
  },
  'a server of an earlier release has withdrawn its consent': ({ first }) =>
    // It knows nothing of shares: it changes the report and writes its audit entry.
    execute(auditEntry({ action: 'consent.withdrawn', actorId: patient.id, objectId: first })),
  'its file may belong to somebody else': ({ first }) =>
    execute(db().update(reports).set({ heldAt: new Date() }).where(eq(reports.id, first))),
};

test.each(Object.entries(leavings))('a report leaves its links when %s', async (_when, leave) => {
  const scene = await aScene();
  const { first, second, share } = scene;
  const before = reportsIn(await openShareBy(share));
  await leave(scene);
  const after = reportsIn(await openShareBy(share));
  expect(after.map(({ _id }) => _id)).toEqual([second]);
  expect((await openLink(fileOf(before, first))).status).toBe(404);
  expect((await openLink(fileOf(before, second))).status).toBe(200);
});

test('a link whose only report has left does not open', async () => {
  const { _id: reportId } = await aReportOf(patient);
  const share = await aShareOf(patient, [reportId]);
  await withdrawConsentFor(patient, reportId);
  expect((await openShareBy(share)).status).toBe(404);
  const [listed] = await listSharesOf(patient);
  expect(listed).toMatchObject({ _id: share._id, isOpen: false, endedBy: null, reports: [] });
});

const endings: Record<string, (owner: Somebody) => Promise<unknown>> = {
  'a new slip of the account': async ({ id }) =>
    expect((await issueSlipBy(admin, identityOf(id))).status).toBe(200),
  'a new slip of an earlier release': ({ id }) =>
    execute(auditEntry({ action: 'slip.lost' satisfies AuditAction, actorId: admin.id, objectId: id })),
  'a forgotten password': ({ id }) =>
    execute(auditEntry({ action: 'password.reset' satisfies AuditAction, actorId: id, objectId: id })),
};

test.each(Object.entries(endings))('ends with %s', async (_ending, end) => {
  const { owner, reportId } = await aSenderWithoutEmail(admin);
  const share = await aShareOf(owner, [reportId]);
  const url = fileOf(reportsIn(await openShareBy(share)), reportId);
  await end(owner);
  expect((await openShareBy(share)).status).toBe(404);
  expect((await openLink(url)).status).toBe(404);
});

const calls = (path: string, { token }: Somebody, body: Record<string, unknown> = {}) =>
  callApi(apiRoute(path), { method: 'POST', token, body });

/** Ways to shut strangers out of an account. Each ends its links unless the owner keeps them. */
const shutOuts: Record<string, (owner: Somebody, fields: Record<string, unknown>) => Promise<unknown>> = {
  'a log-out everywhere else, by a call': (owner, fields) => calls('auth/logout-others', owner, fields),
  'a new password, by a call': (owner, fields) => savePassword(owner, { ...passwordFields(), ...fields }),
};
const shutOutsOnPage: Record<string, (owner: Somebody, ticked: Record<string, string>) => Promise<unknown>> =
  {
    'a log-out everywhere else, on the page': (owner, ticked) =>
      postSettings(owner, 'other-sessions', ticked),
    'a new password, on the page': (owner, ticked) =>
      postSettings(owner, 'password', { ...passwordFields(), ...ticked }),
  };

test.each([
  ...Object.entries(shutOuts).map(([what, act]) => [what, act, {}, { endLinks: false }] as const),
  ...Object.entries(shutOutsOnPage).map(([what, act]) => [what, act, { endLinks: 'on' }, {}] as const),
])('ends with %s, unless its owner keeps it', async (_what, act, ending, keeping) => {
  const statusAfter = async (fields: typeof ending | typeof keeping) => {
    const owner = await a.patient();
    const share = await aShareOf(owner, [(await aReportOf(owner))._id]);
    await act(owner, fields as Record<string, string>);
    return (await openShareBy(share)).status;
  };
  expect([await statusAfter(ending), await statusAfter(keeping)]).toEqual([404, 200]);
});

test('says that a forgotten password or a new slip has ended it', async () => {
  const endedBy = async (share: { _id: string }) => {
    const [row] = await db().select().from(shares).where(eq(shares.id, share._id));
    return row?.endedBy;
  };
  const owner = await a.patient();
  const share = await aShareOf(owner, [(await aReportOf(owner))._id]);
  await callApi(apiRoute('auth/reset-password-token'), { method: 'POST', body: { email: owner.email } });
  const text = (await clinic.emails(owner.email)).map((email) => email.text).join('\n');
  const token = /update-password\/(\S+)/.exec(text)?.[1] ?? '';
  const body = { token, password: 'two tall trees stand', confirmPassword: 'two tall trees stand' };
  const reset = await callApi(apiRoute('auth/reset-password'), { method: 'POST', body });
  expect([reset.status, await endedBy(share)]).toEqual([200, 'password']);

  const { owner: another, reportId } = await aSenderWithoutEmail(admin);
  const given = await aShareOf(another, [reportId]);
  await issueSlipBy(admin, identityOf(another.id));
  expect(await endedBy(given)).toBe('slip');
});

test('leaves nothing of itself when the account or the report is deleted', async () => {
  const owner = await a.patient();
  const { _id: reportId } = await aReportOf(owner);
  const share = await aShareOf(owner, [reportId]);
  const url = fileOf(reportsIn(await openShareBy(share)), reportId);
  const body = { password: 'a quiet river' };
  const deleted = await callApi(apiRoute('profile/delete-profile'), {
    method: 'DELETE',
    token: owner.token,
    body,
  });
  expect(deleted.status, deleted.text).toBe(200);
  expect((await openShareBy(share)).status).toBe(404);
  expect((await openLink(url)).status).toBe(404);
  for (const [table, column] of [
    [shares, shares.id],
    [shareReports, shareReports.shareId],
    [shareOpenings, shareOpenings.shareId],
  ] as const)
    expect(await db().$count(table, eq(column, share._id))).toBe(0);
});

test('hides the review and the next step of a doctor who is not approved, until they are again', async () => {
  const author = await an.expert();
  const { _id: reportId } = await aReviewedReportOf(patient, author, 'Drink more water');
  const share = await aShareOf(patient, [reportId]);
  const look = async () => {
    const opened = await openShareBy(share);
    const [report] = reportsIn(opened);
    return [report?.isReviewHidden, opened.text.includes('Drink more water')];
  };
  expect(await look()).toEqual([false, true]);
  await judgeByApi(admin, 'suspend', author.id);
  expect(await look()).toEqual([true, false]);
  await judgeByApi(admin, 'restore', author.id);
  expect(await look()).toEqual([false, true]);
});

test('shows no review that was taken back', async () => {
  const { _id: reportId } = await aReviewedReportOf(patient, expert, 'Drink more water');
  const share = await aShareOf(patient, [reportId]);
  await takeBackOf(expert, reportId);
  const opened = await openShareBy(share);
  expect(opened.text).not.toContain('Drink more water');
  expect(reportsIn(opened)).toMatchObject([{ review: null, takenBackAt: expect.any(String) }]);
});

test('five wrong passcodes close it to one network, and the owner is told after twenty', async () => {
  setSettings({ ...getSettings(), trustedProxies: ['127.0.0.1'] });
  await freshLimits(1);
  const { share } = await aScene();
  const wrong = (network: string) => openShareBy({ ...share, passcode: 'wrong' }, { network });
  for (let tries = 0; tries < 5; tries += 1) await wrong('198.51.100.1');
  const closed = await openShareBy(share, { network: '198.51.100.1' });
  expect([closed.status, closed.text]).toEqual([404, (await wrong('198.51.100.2')).text]);
  expect((await openShareBy(share, { network: '198.51.100.3' })).status).toBe(200);
  for (let tries = 0; tries < 13; tries += 1) await wrong(`198.51.100.${10 + tries}`);
  const told = async () =>
    (await queuedEmails()).filter(({ letter, to }) => letter === 'shareGuessed' && to === patient.email);
  expect(await told()).toEqual([]);
  await wrong('198.51.100.99');
  expect(await told()).toHaveLength(1);
  expect((await openShareBy(share, { network: '198.51.100.200' })).status).toBe(404);
  const [listed] = await listSharesOf(patient);
  expect(listed).toMatchObject({ _id: share._id, isOpen: false, endedBy: 'tries' });
  await freshLimits(1000);
});

test('stands in the access lists with what the reader typed', async () => {
  const { first, share } = await aScene();
  await openShareBy(share, { name: 'Dr Anil Rao', registrationNumber: 'KMC 77' });
  const openings = await callApi(apiRoute('report/get-openings'), {
    token: patient.token,
    params: { id: first },
  });
  expect(openings.json.data).toMatchObject([
    { action: 'share.opened', name: 'Dr Anil Rao', registrationNumber: 'KMC 77', accountType: null },
  ]);
  const [listed] = await listSharesOf(patient);
  expect(listed).toMatchObject({ openings: [{ name: 'Dr Anil Rao', registrationNumber: 'KMC 77' }] });
});
