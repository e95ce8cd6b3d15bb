import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { writeDigests } from '~/domain/alerts/digests.server';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { purge } from '~/domain/clinic/purge.server';
import { enqueueEmail } from '~/domain/notifications/enqueue-email.server';
import { findSendingHold, holdSending, resumeSending } from '~/domain/notifications/sending-hold.server';
import { deliverWaiting } from '~/domain/programs/webhook-worker.server';
import { audit, digests, outbox } from '~/platform/db/core/tables/clinic.server';
import { webhooks } from '~/platform/db/core/tables/webhooks.server';
import { atomically, db, execute } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import * as emailPage from '~/routes/dashboard/admin/email';
import { a, an, type Clinic, openClinic, origin, password, type Somebody } from '../../support/clinic';
import { queuedEmails } from '../../support/queued-emails';
import { startReceiver } from '../../support/receiver';
import { aReportOf } from '../../support/reports';
import { apiRoute, callApi, postPage } from '../../support/requests';
import { visit } from '../../support/url-map';

let clinic: Clinic;
let admin: Somebody;
beforeEach(async () => {
  clinic = await openClinic({ WEBHOOKS_ALLOW_PRIVATE: 'yes' });
  admin = await an.admin();
});
afterEach(async () => {
  vi.useRealTimers();
  await clinic.close();
});

const later = (hours: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });

const queue = (template: 'passwordChanged' | 'code', address: string) =>
  atomically([
    enqueueEmail({
      template,
      params: { code: '123456', minutes: 10 },
      to: { name: 'Asha', address },
      language: 'en',
      usefulMinutes: template === 'code' ? 10 : undefined,
    } as Parameters<typeof enqueueEmail>[0]),
  ]);

const stateTo = async (address: string) => {
  const all = await queuedEmails();
  const rows = await db().select().from(outbox).orderBy(outbox.id);
  return rows.find((_, at) => all[at]?.to === address)?.state;
};

describe('after a restore', () => {
  test('no e-mail is sent until an admin resumes sending, and none is lost however late', async () => {
    await queue('passwordChanged', 'asha@village.test');
    await execute(holdSending());
    await queue('passwordChanged', 'ravi@village.test');
    await queue('code', 'new@village.test');
    expect(await clinic.emails()).toEqual([]);
    later(24 * 40);
    await purge();
    expect(await clinic.emails()).toEqual([]);
    await atomically(resumeSending(admin.id));
    expect(await findSendingHold()).toBeNull();
    const [first] = await db().select().from(outbox).where(eq(outbox.letter, 'passwordChanged'));
    expect(first?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect((await clinic.emails()).map(({ to }) => to.address).sort()).toEqual([
      'asha@village.test',
      'ravi@village.test',
    ]);
    // A code from back then opens nothing.
    expect(await stateTo('new@village.test')).toBe('too late');
  });

  test('a digest waits with the others, and is written once', async () => {
    const doctor = await an.expert();
    await aReportOf(await a.patient());
    await execute(db().update(digests).set({ dueAt: new Date() }));
    await execute(holdSending());
    await writeDigests();
    expect((await queuedEmails()).filter(({ letter }) => letter === 'reportsWait')).toEqual([]);
    await atomically(resumeSending(admin.id));
    await writeDigests();
    const digestEmails = (await queuedEmails()).filter(({ letter }) => letter === 'reportsWait');
    expect(digestEmails.map(({ to }) => to)).toEqual([doctor.email]);
  });

  test('webhooks get nothing, and then every event of the meantime', async () => {
    const receiver = await startReceiver();
    try {
      const body = { url: receiver.url, events: 'report.deleted', password };
      await callApi(apiRoute('system/webhooks'), { method: 'POST', token: admin.token, body });
      const [before, meanwhile] = [newId(), newId()];
      await execute(auditEntry({ action: 'report.deleted', objectId: before }));
      await execute(holdSending());
      await execute(auditEntry({ action: 'report.deleted', objectId: meanwhile }));
      await deliverWaiting();
      expect(receiver.received).toEqual([]);
      await atomically(resumeSending(admin.id));
      await deliverWaiting();
      expect(receiver.received.map(({ text }) => JSON.parse(text).data.id)).toEqual([before, meanwhile]);
    } finally {
      await receiver.close();
      await execute(db().delete(webhooks));
    }
  });

  test('an admin sees it at home, and one press ends two restores and is recorded', async () => {
    const seenAtHome = async () => {
      const { data } = await visit('/dashboard/home', admin);
      return (data as { admin: { sendingHeldSince: string | null } }).admin.sendingHeldSince;
    };
    expect(await seenAtHome()).toBeNull();
    await execute(holdSending());
    await execute(holdSending());
    await queue('passwordChanged', 'asha@village.test');
    expect(await seenAtHome()).toEqual((await findSendingHold())?.toISOString());
    const { data } = await visit('/dashboard/email/:part?', admin);
    expect((data as { held: unknown }).held).toMatchObject({ emails: 1, webhooks: 0 });
    const press = (somebody: Somebody) =>
      postPage(emailPage, {
        path: '/dashboard/email/send-again',
        params: { part: 'send-again' },
        cookie: somebody.cookie,
        origin,
      });
    await press(await an.expert());
    expect(await findSendingHold(), 'a doctor').not.toBeNull();
    expect((await press(admin)).location).toBe('/dashboard/email');
    expect(await findSendingHold()).toBeNull();
    const entries = await db().select().from(audit).where(eq(audit.action, 'sending.resumed'));
    expect(entries).toMatchObject([{ actorId: admin.id }]);
  });
});
