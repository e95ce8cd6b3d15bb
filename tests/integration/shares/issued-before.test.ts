import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Viewer } from '~/domain/kernel/viewer';
import { isCheckPass } from '~/domain/shares/desk-reports.server';
import { readSlip } from '~/domain/shares/open-slip.server';
import { readSharePass } from '~/domain/shares/share-pass.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { shareReports, shares } from '~/platform/db/core/tables/shares.server';
import { reportChecks, slips } from '~/platform/db/core/tables/slips.server';
import { db, execute } from '~/platform/db/db.server';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { openReportSlip } from '../../support/desk';
import { aReviewedReportOf } from '../../support/reports';
import { openShareBy } from '../../support/shares';
import { checkCode } from '../../support/summaries';
import { logInByApi } from '../../support/visits';

// Release 0.2.0 wrote these into its tables, its cookies and on paper, with the session secret of the
// tests' clinic.
const share = {
  id: '01k2zq5v7m8n9p0q1r2s3t4v5y',
  token: 'Vd2yJ0n1pW7m8n-9p0q_1r2s3t4v5wk2fZ0n1p7m8nQ',
  tokenHash: 'erEFicquF4a0KIh7dmqtcf78-xQ93-WQRjrrbwR0WZM',
  passcode: 'K7QM-3XPD',
  passcodeHash: 'kLEQvkyel_YWxZArnudztP4tx9ExdXZhGieqq_lZ634',
  pass: '01k2zq5v7m8n9p0q1r2s3t4v5y.1772701200000.kfS9u6Tgk28S0EDoMXM65mOK7F_uL4hw5lJu6nKxYwc',
};
const slip = {
  token: 'S1ipJ0n1pW7m8n-9p0q_1r2s3t4v5wk2fZ0n1p7m8nQ',
  tokenHash: 'nyFB8Tog4luAmk_J0vqwu8F0VHM8zTcLefFTeZ1PyvE',
  pass: 'nyFB8Tog4luAmk_J0vqwu8F0VHM8zTcLefFTeZ1PyvE.1772701200000.f_6F_GzPsqoY0hiLr-OQ6mCqRAZ2iMLMn8G-5tmO0hI',
};
const deskCheck = '1772701200000.ZlJYEQsC_xho6AasGprsjRg9WDweUVJfZMEE_gYMeZE';
const code = '7M3K9XPD2W4Y6Z8A0BCDEFGHJ8';
const codeHash = 'RwV7Ai62ZMjx_aik0gZlcrMn-WzmNpwzu0Jt6u5_jAE';
const oneTimePassword = 'k2fz-0n1p-7m8n';
const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$CpU3CX+hRSP6ELBgfre5aQ$R83cHkzzcSJxhlSqTwKmQAOfo727vOfPu6stR9gEy+I';

const passesEnd = Date.UTC(2026, 2, 5, 9);
const dayMs = 86_400_000;

let patient: Somebody;
let reportId: string;
clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
  reportId = (await aReviewedReportOf(patient, await an.expert()))._id;
});
afterEach(() => vi.useRealTimers());

const inTime = () => vi.useFakeTimers({ toFake: ['Date'], now: passesEnd - 60_000 });
const late = () => vi.setSystemTime(passesEnd);

test('opens a link for another doctor of the release before, and reads it with its pass', async () => {
  const { id, tokenHash, passcodeHash } = share;
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + dayMs)];
  await execute(
    db().insert(shares).values({ id, tokenHash, passcodeHash, userId: patient.id, createdAt, expiresAt }),
  );
  await execute(db().insert(shareReports).values({ shareId: id, reportId }));
  const opened = await openShareBy(share);
  expect(opened.status, opened.text).toBe(200);
  expect(opened.text).toContain(reportId);
  // The token of one kind opens nothing of another.
  expect((await openReportSlip(share.token, 1962)).status).toBe(404);
  inTime();
  expect(readSharePass(share.pass)).toBe(id);
  late();
  expect(readSharePass(share.pass)).toBeUndefined();
});

test('opens the slip of a report of the release before, and reads it with its pass', async () => {
  const times = { issuedAt: new Date(), expiresAt: new Date(Date.now() + dayMs) };
  const { tokenHash } = slip;
  await execute(
    db()
      .insert(slips)
      .values({ tokenHash, reportId, birthYear: '1962', triesLeft: 6, issuedBy: patient.id, ...times }),
  );
  const opened = await openReportSlip(slip.token, 1962);
  expect(opened.status, opened.text).toBe(200);
  expect((await openShareBy({ token: slip.token, passcode: share.passcode })).status).toBe(404);
  const read = () =>
    readSlip.run({ input: { pass: slip.pass, isMine: 'yes' } } as Parameters<typeof readSlip.run>[0]);
  inTime();
  expect((await read()).person).toMatchObject({ initial: patient.firstName.slice(0, 1) });
  late();
  await expect(read()).rejects.toThrow('reportSlip.over');
});

test('takes the check of the front desk of the release before', () => {
  const checked = { viewer: { id: '01viewer' } as Viewer, userId: '01account' };
  inTime();
  expect(isCheckPass(deskCheck, checked)).toBe(true);
  expect(isCheckPass(deskCheck, { ...checked, userId: '01other' })).toBe(false);
  late();
  expect(isCheckPass(deskCheck, checked)).toBe(false);
});

test('knows the code of a summary that the release before has printed', async () => {
  await execute(db().insert(reportChecks).values({ codeHash, code, reportId, version: 1 }));
  const { data } = await checkCode('7m3k-9xpd-2w4y-6z8a-0bcd-efgh-j8');
  expect(data).toMatchObject({ state: 'current', review: { text: expect.any(String) } });
});

test('logs in with the one-time password of a slip of the release before', async () => {
  const owner = await a.patient();
  await execute(
    db().update(users).set({ passwordHash, mustChangePassword: true }).where(eq(users.id, owner.id)),
  );
  expect((await logInByApi(owner.email, oneTimePassword)).status).toBe(200);
});
