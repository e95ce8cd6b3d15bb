import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { writeDigests } from '~/domain/alerts/digests.server';
import { listGivenUpEmails, retryEmail } from '~/domain/clinic/outbox-lists.server';
import { pageChannel } from '~/domain/kernel/channels';
import { requireAbility } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { sendWaiting } from '~/domain/notifications/email-worker.server';
import { enqueueEmail, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { toCaseNumber } from '~/domain/report/report-constants';
import { makeEmailComposer } from '~/i18n/notifications/compose-email';
import { users } from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { atomically, db, execute } from '~/platform/db/db.server';
import { contextOf } from '~/web/pipeline/context.server';
import { a, an, type Clinic, openClinic, origin, type Somebody } from '../../support/clinic';
import { aReportOf, sendReview } from '../../support/reports';
import { newAddress, requestCodeAgain, signUpByPage, signupFields } from '../../support/signups';
import { deleteByApi } from '../../support/visits';

let clinic: Clinic;
let patient: Somebody;
beforeAll(async () => {
  clinic = await openClinic();
  patient = await a.patient();
});
afterAll(() => clinic.close());
afterEach(() => {
  vi.useRealTimers();
});

const hour = 3_600_000;
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Lists the e-mails about new reports that an account has received. */
async function countsInEmails({ email }: Somebody) {
  await writeDigests();
  const emails = await clinic.emails(email);
  return emails.filter(({ subject }) => /wait/.test(subject)).map(({ subject }) => subject);
}

describe('an e-mail to an unverified address', () => {
  test.each<[string, () => string]>([
    ['without an account', newAddress],
    ['with one', () => patient.email],
  ])('%s contains nothing typed beside the address, in its To line neither', async (_what, address) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const [email, firstName] = [address(), 'Visit http://evil.example/win now'];
    const { cookies } = await signUpByPage(signupFields({ email, firstName, lastName: 'Evilname' }));
    later(61_000);
    await requestCodeAgain(cookies);
    const emails = await clinic.emails(email);
    expect(emails).toHaveLength(2);
    for (const letter of emails) {
      expect(letter.to).toEqual({ name: '', address: email });
      expect(JSON.stringify(letter)).not.toMatch(/evil/i);
    }
  });
});

describe('the greeting', () => {
  test('names a person whose sign-up has proved the address', async () => {
    const [sender, doctor] = [await a.patient(), await an.expert()];
    const report = await aReportOf(sender);
    await sendReview({ reportId: report._id, token: doctor.token, review: 'All is well' });
    const [letter] = await clinic.emails(sender.email);
    expect(letter?.subject).toBe('Your report has been reviewed');
    expect(letter?.text).toContain(`Hello ${sender.firstName},`);
    expect(letter?.text).toContain(`Case number: ${toCaseNumber(report._id)}`);
    expect(letter?.to).toEqual({ name: sender.firstName, address: sender.email });
  });

  test('names nobody at an address that the clinic has typed, or that an earlier version has queued', async () => {
    const admin = await an.admin();
    const toAdmin = toAddressee({ ...admin, language: 'en', accountType: 'Admin' });
    const toOlder = { to: { name: 'Asha', address: 'asha@village.test' }, language: 'en' as const };
    for (const addressee of [toAdmin, toOlder]) {
      await atomically([enqueueEmail({ template: 'passwordChanged', ...addressee, params: {} })]);
      const [letter] = await clinic.emails(addressee.to.address);
      expect(letter?.text).toMatch(/^Hello,\n/);
    }
  });
});

describe('the e-mail to experts about new reports', () => {
  test('only contains their number, and is sent at most once an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const expert = await an.expert();
    const [firstReport] = [await aReportOf(patient), await aReportOf(patient)];
    expect(await countsInEmails(expert)).toEqual(['2 reports are waiting for a review']);
    const [letter] = await clinic.emails(expert.email);
    const letterText = `${letter?.subject} ${letter?.text} ${letter?.html}`;
    for (const word of [patient.firstName, patient.lastName, 'Blood', firstReport._id])
      expect(letterText).not.toContain(word);

    await aReportOf(patient);
    later(hour - 1000);
    expect(await countsInEmails(expert), 'none within the hour').toHaveLength(1);
    later(1000);
    expect(await countsInEmails(expert)).toEqual([
      '2 reports are waiting for a review',
      '3 reports are waiting for a review',
    ]);
    later(2 * hour);
    expect(await countsInEmails(expert), 'nothing new to report').toHaveLength(2);
    await aReportOf(patient);
    expect(await countsInEmails(expert), 'sent after the hour').toHaveLength(3);
  });

  test('is sent although its time was set while the clock was a year ahead', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const [expert, now] = [await an.expert(), Date.now()];
    later(365 * 24 * hour);
    await aReportOf(await a.patient());
    vi.setSystemTime(now);
    expect(await countsInEmails(expert)).toHaveLength(1);
  });

  test('is only sent to experts who may review, and never about their own reports', async () => {
    const otherExperts = [
      await an.unapprovedExpert(),
      await an.suspendedExpert(),
      await a.patient(),
      await an.admin(),
    ];
    const [author, expert] = [await an.expert(), await an.expert()];
    await aReportOf(author);
    for (const other of [...otherExperts, author]) expect(await countsInEmails(other)).toEqual([]);
    expect(await countsInEmails(expert)).toHaveLength(1);
  });

  test('is not sent to an expert who was suspended before it was written', async () => {
    const expert = await an.expert();
    await aReportOf(patient);
    await execute(db().update(users).set({ suspendedAt: new Date() }).where(eq(users.id, expert.id)));
    expect(await countsInEmails(expert)).toEqual([]);
  });

  test('is not sent when nothing waits any more', async () => {
    const otherClinic = await openClinic();
    try {
      const [sender, doctor] = [await a.patient(), await an.expert()];
      const [deletedReport, reviewed] = [await aReportOf(sender), await aReportOf(sender)];
      await deleteByApi(sender, deletedReport._id);
      await sendReview({ reportId: reviewed._id, token: doctor.token, review: 'All is well' });
      await writeDigests();
      expect(await otherClinic.emails(doctor.email)).toEqual([]);
    } finally {
      await otherClinic.close();
      // The first clinic and its database are gone; the following tests need one.
      clinic = await openClinic();
      patient = await a.patient();
    }
  });
});

describe('an e-mail that failed', () => {
  const words = makeEmailComposer(() => ({ productName: 'SecondLook', publicUrl: origin }));
  const refusing = {
    deliver: async () => {
      throw Object.assign(new Error('asha@village.test is unknown here'), { responseCode: 550 });
    },
    close: () => undefined,
  };

  async function giveUp(letter: 'passwordChanged' | 'code') {
    const details = letter === 'code' ? { code: '123456', minutes: 10 } : {};
    const to = { name: 'Asha', address: 'asha@village.test' };
    await atomically([
      enqueueEmail({
        template: letter,
        to,
        params: details,
        language: 'en',
        usefulMinutes: letter === 'code' ? 10 : 1440,
      } as never),
    ]);
    await sendWaiting(refusing, words);
    later(25 * hour);
    await sendWaiting(refusing, words);
  }

  const as = ({ id }: Somebody) => ({ id }) as Viewer;
  const context = () => contextOf(new Request(origin), pageChannel);
  const list = async (viewer: Viewer) =>
    listGivenUpEmails.run({ viewer, input: {}, context: await context() });

  test('is shown to admins by kind, without address or text, and can be removed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const admin = as(await an.admin());
    await giveUp('passwordChanged');
    const { data, givenUp, waiting } = await list(admin);
    expect([givenUp, waiting]).toEqual([1, 0]);
    expect(data).toEqual([
      expect.objectContaining({
        template: 'passwordChanged',
        error: '550',
        tries: 1,
        createdAt: expect.any(String),
      }),
    ]);
    expect(JSON.stringify(data)).not.toContain('asha');
    const [{ _id: emailId } = { _id: '' }] = data;
    await retryEmail.run({ viewer: admin, input: { emailId }, context: await context() });
    expect((await list(admin)).data).toEqual([]);
    const [letter] = await clinic.emails('asha@village.test');
    expect([letter?.id, letter?.subject]).toEqual([emailId, 'Your SecondLook password was changed']);
    await expect(
      retryEmail.run({ viewer: admin, input: { emailId }, context: await context() }),
    ).rejects.toMatchObject({
      kind: 'notFound',
    });
  });

  test('is forgotten if it contained a code', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await giveUp('code');
    const [row] = await db().select().from(outbox).where(eq(outbox.letter, 'code'));
    expect(row).toMatchObject({ state: 'given up', facts: '{}' });
    expect((await list(as(await an.admin()))).data).toEqual([]);
  });

  test('is shown to admins only', async () => {
    for (const accountType of ['Patient', 'Expert'] as const) {
      const viewer = { accountType, approved: true, suspended: false, needs2faSetup: false } as Viewer;
      for (const operation of [listGivenUpEmails, retryEmail])
        expect(() => requireAbility(operation, viewer)).toThrow('role.wrong');
    }
    expect(() => requireAbility(listGivenUpEmails, null)).toThrow('refused.signedOut');
  });
});
