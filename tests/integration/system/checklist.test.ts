import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { placeholderName } from '~/domain/accounts/first-admin.server';
import { writeDigests } from '~/domain/alerts/digests.server';
import type { Checklist } from '~/domain/clinic/checklist.server';
import { startEmailWorker } from '~/domain/notifications/email-worker.server';
import { holdSending } from '~/domain/notifications/sending-hold.server';
import { makeEmailComposer } from '~/i18n/notifications/compose-email';
import { noteBackup } from '~/platform/backup/backup-folder.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit, digests } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import { getSettings } from '~/platform/settings/env.server';
import * as systemPage from '~/routes/dashboard/admin/system';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { postPage } from '../../support/requests';
import { confirmSigns } from '../../support/signs';
import { codeFor, newAddress, signUpByApi, signupFields } from '../../support/signups';
import { visit } from '../../support/url-map';

const mailServer = { SMTP_URL: 'smtp://127.0.0.1:2525' };
const wellKnown = {
  ...mailServer,
  PUBLIC_URL: 'https://clinic.test',
  SUPPORT_EMAIL: 'help@clinic.test',
  HELPLINE: '1800 000 000',
  OFFICE_ADDRESS: '1 Station Road',
};

let clinic: Clinic;
let emailWorker: ReturnType<typeof startEmailWorker> | undefined;
afterEach(async () => {
  await emailWorker?.stop();
  emailWorker = undefined;
  await clinic.close();
});

const open = async (settingsOfClinic: Record<string, string> = {}) => {
  clinic = await openClinic(settingsOfClinic);
};

/** Replaces the mail server by one that accepts every e-mail, or rejects it with a code. */
function mailThat(answers: 'takes' | { rejects: number }) {
  const emails: { subject: string; text: string; to: { address: string } }[] = [];
  const deliver = async (email: (typeof emails)[number]) => {
    if (answers !== 'takes') throw Object.assign(new Error('no'), { responseCode: answers.rejects });
    emails.push(email);
  };
  const settings = { productName: getSettings().PRODUCT_NAME, publicUrl: getSettings().PUBLIC_URL };
  emailWorker = startEmailWorker(
    { deliver, close: () => undefined } as never,
    makeEmailComposer(() => settings),
    async () => undefined,
  );
  return emails;
}

const press = (part: string, { cookie }: Somebody) =>
  postPage(systemPage, {
    path: `/dashboard/system/${part}`,
    params: { part },
    cookie,
    origin: getSettings().PUBLIC_URL,
  });

async function checklistOf(somebody: Somebody): Promise<Checklist | null | undefined> {
  const { data } = await visit('/dashboard/home', somebody);
  return (data as { checklist?: Checklist | null }).checklist;
}

const openSteps = async (admin: Somebody) => {
  const done = (await checklistOf(admin))?.done ?? {};
  return Object.entries(done).flatMap(([step, isDone]) => (isDone ? [] : [step]));
};

/** Creates an admin who has not entered a name yet. */
async function aNewAdmin(): Promise<Somebody> {
  const admin = await an.admin();
  await execute(db().update(users).set(placeholderName).where(eq(users.id, admin.id)));
  return admin;
}

describe('the first steps of a clinic', () => {
  test('are all open in an empty clinic, and mention that e-mail is not set up', async () => {
    await open();
    const checklist = await checklistOf(await aNewAdmin());
    expect(checklist).toMatchObject({
      isMailSetUp: false,
      done: {
        profile: false,
        email: false,
        https: false,
        backup: false,
        restore: false,
        secondAdmin: false,
        twoStep: false,
        doctor: false,
        signs: false,
        contact: false,
      },
    });
  });

  test('begin with the own name of each admin', async () => {
    await open();
    const admin = await aNewAdmin();
    expect((await openSteps(admin))[0]).toBe('profile');
    await execute(db().update(users).set({ firstName: 'Lakshmi' }).where(eq(users.id, admin.id)));
    expect(await openSteps(admin)).not.toContain('profile');
    expect(await openSteps(await aNewAdmin()), 'another admin').toContain('profile');
  });

  test('name every setting of an address or link, and whether it is set', async () => {
    await open({ HELPLINE: '1800 000 000', SOCIAL_VIDEO: 'https://video.test/clinic' });
    const checklist = await checklistOf(await an.admin());
    expect(checklist?.contactSettings).toEqual([
      { name: 'SUPPORT_EMAIL', isSet: false },
      { name: 'HELPLINE', isSet: true },
      { name: 'OFFICE_ADDRESS', isSet: false },
      { name: 'OUTREACH_ADDRESS', isSet: false },
      { name: 'SOCIAL_PHOTOS', isSet: false },
      { name: 'SOCIAL_NETWORK', isSet: false },
      { name: 'SOCIAL_MICROBLOG', isSet: false },
      { name: 'SOCIAL_VIDEO', isSet: true },
    ]);
  });

  test('are shown to admins alone', async () => {
    await open();
    for (const somebody of [await a.patient(), await an.expert(), await an.unapprovedExpert()])
      expect(await checklistOf(somebody)).toBeUndefined();
  });

  test('are each completed by their own action, and leave the page once all are done', async () => {
    await open(wellKnown);
    const admin = await an.admin();
    expect(await openSteps(admin)).toEqual([
      ...['email', 'backup', 'restore', 'secondAdmin', 'twoStep', 'doctor', 'signs'],
    ]);
    mailThat('takes');
    expect((await press('test-email', admin)).toast).toMatchObject({ type: 'success' });
    expect(await openSteps(admin)).not.toContain('email');
    const good = { at: Date.now(), path: '/b.tar', bytes: 1, files: 1, isEncrypted: true, missing: 0 };
    noteBackup(getSettings().DATA_DIR, { good });
    expect(await openSteps(admin)).not.toContain('backup');
    expect((await press('restore-tried', admin)).location).toBe('/dashboard/home');
    expect(await openSteps(admin)).not.toContain('restore');
    await an.admin();
    expect(await openSteps(admin)).toEqual(['twoStep', 'doctor', 'signs']);
    await confirmSigns('te');
    expect(await openSteps(admin), 'a checked translation').toContain('signs');
    await confirmSigns();
    expect(await openSteps(admin)).not.toContain('signs');
    await execute(db().update(users).set({ totpSince: new Date() }).where(eq(users.id, admin.id)));
    expect(await openSteps(admin), 'the other admin gets no e-mail').toContain('twoStep');
    await execute(db().update(users).set({ totpSince: new Date() }).where(eq(users.accountType, 'Admin')));
    await an.expert();
    expect(await checklistOf(admin)).toBeNull();
  });

  test('cannot be ticked by anyone else', async () => {
    await open(wellKnown);
    mailThat('takes');
    for (const somebody of [await a.patient(), await an.expert()]) {
      for (const part of ['test-email', 'back-up', 'restore-tried'])
        expect((await press(part, somebody)).toast).toMatchObject({ type: 'error' });
    }
    const entries = await db()
      .select()
      .from(audit)
      .where(eq(audit.action, 'restore.tried'))
      .orderBy(audit.id);
    expect(entries).toEqual([]);
  });
});

describe('a test e-mail', () => {
  test('goes to the admin’s own address, in their language, and says that it arrived', async () => {
    await open(mailServer);
    const admin = await an.admin();
    const emails = mailThat('takes');
    const answer = await press('test-email', admin);
    expect([answer.location, answer.toast?.type]).toEqual(['/dashboard/email', 'success']);
    expect(emails).toMatchObject([{ to: { address: admin.email }, subject: 'Test e-mail from SecondLook' }]);
  });

  test('shows the mail server’s error if it is rejected, and ticks nothing', async () => {
    await open(mailServer);
    const admin = await an.admin();
    mailThat({ rejects: 535 });
    const answer = await press('test-email', admin);
    expect(answer.toast).toEqual({
      type: 'error',
      message: 'The mail server did not accept user and password. Check both in SMTP_URL. (535)',
    });
    expect(await openSteps(admin)).toContain('email');
  });

  test('is refused while a restore holds everything that is sent', async () => {
    await open(mailServer);
    await execute(holdSending());
    const emails = mailThat('takes');
    const answer = await press('test-email', await an.admin());
    expect(answer.toast?.message).toMatch(/^Nothing is sent since a backup was restored here/);
    expect(emails).toEqual([]);
  });

  test('is sent five times an hour at most', async () => {
    await open({ ...mailServer, LIMIT_SCALE: '1' });
    const admin = await an.admin();
    const emails = mailThat('takes');
    for (let time = 0; time < 5; time += 1) await press('test-email', admin);
    const answer = await press('test-email', admin);
    expect(answer.toast?.message).toMatch(/^You have sent five test e-mails in an hour/);
    expect(emails).toHaveLength(5);
  });

  test('is not sent if e-mail is not set up', async () => {
    await open();
    const answer = await press('test-email', await an.admin());
    expect(answer.toast?.message).toBe('E-mail is not set up. The page E-mail shows what to do.');
    expect(await clinic.emails()).toEqual([]);
  });
});

describe('admins', () => {
  beforeEach(() => open());
  async function signUp(accountType: 'Patient' | 'Expert') {
    const email = newAddress();
    const otp = await codeFor(clinic, email);
    const answer = await signUpByApi({ ...signupFields({ accountType, email }), otp });
    expect(answer.status).toBe(200);
  }
  const toldTo = async (email: string) =>
    (await clinic.emails(email)).map(({ subject }) => subject).filter((subject) => /approval/.test(subject));

  test('learn by e-mail that a doctor signed up, each at most once an hour', async () => {
    const [first, second] = [await an.admin(), await an.admin()];
    await signUp('Expert');
    await writeDigests();
    expect(await toldTo(first.email)).toEqual(['A doctor is waiting for approval']);
    expect(await toldTo(second.email)).toEqual(['A doctor is waiting for approval']);
    await signUp('Expert');
    await signUp('Expert');
    await writeDigests();
    expect(await toldTo(first.email), 'within the hour').toHaveLength(1);
    const hourAgo = new Date(Date.now() - 3_600_000);
    await execute(db().update(digests).set({ dueAt: new Date(), lastAt: hourAgo }));
    await writeDigests();
    expect(await toldTo(first.email)).toEqual([
      'A doctor is waiting for approval',
      '3 doctors are waiting for approval',
    ]);
  });

  test('get no e-mail about patients, or doctors who no longer wait', async () => {
    const admin = await an.admin();
    await signUp('Patient');
    await writeDigests();
    expect(await toldTo(admin.email)).toEqual([]);
    await signUp('Expert');
    await execute(db().update(users).set({ approved: true }).where(eq(users.accountType, 'Expert')));
    await writeDigests();
    expect(await toldTo(admin.email)).toEqual([]);
  });
});
