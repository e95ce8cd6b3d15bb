import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendQueued } from '~/domain/notifications/lane-worker.server';
import { pushLane } from '~/domain/notifications/phone-lanes.server';
import { holdSending, resumeSending } from '~/domain/notifications/sending-hold.server';
import { openPush } from '~/ops/start-senders.server';
import { sessions } from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { atomically, db, execute } from '~/platform/db/db.server';
import { getSettings } from '~/platform/settings/env.server';
import * as logoutPage from '~/routes/dashboard/account/logout';
import * as loginPage from '~/routes/guest/login';
import { savePassword } from '../../support/accounts';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { pushAddressesOf, turnOnPushBy } from '../../support/push';
import { startPushService } from '../../support/push-service';
import { aReportOf, aReviewedReportOf, sendReview } from '../../support/reports';
import { postPage } from '../../support/requests';

clinicForFile();
let service: Awaited<ReturnType<typeof startPushService>>;
let patient: Somebody;
let expert: Somebody;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());
beforeEach(async () => {
  patient = await a.patient({ firstName: 'Canaryname' });
  expert = await an.expert({ firstName: 'Doctorname' });
});

const answer = () => aReviewedReportOf(patient, expert, 'Lump for weeks');
const sendTexts = () => sendQueued(pushLane(openPush(getSettings(), service.post)));
const receivedAt = (path: string) => service.received.filter((request) => request.path === path);
const textsTo = ({ id }: Somebody) =>
  db().select().from(outbox).where(eq(outbox.userId, id)).orderBy(outbox.id);

describe('an answer', () => {
  test('reaches the phone 48 hours after its session was last used, and says nothing of itself', async () => {
    const { browser } = await turnOnPushBy(patient.cookie);
    const idleSince = new Date(Date.now() - 48 * 3_600_000);
    await execute(db().update(sessions).set({ seenAt: idleSince }).where(eq(sessions.userId, patient.id)));
    await answer();
    await sendTexts();
    const [request, ...others] = receivedAt(browser.path);
    if (!request) throw new Error('nothing arrived');
    expect(others).toEqual([]);
    const plain = browser.decrypt(request.body);
    const [row] = await textsTo(patient);
    expect(JSON.parse(plain)).toEqual({
      text: 'You have a message from SecondLook',
      path: '/dashboard',
      tag: row?.id,
    });
    expect(row?.state).toBe('sent');
    const everything = `${plain} ${JSON.stringify(request.headers)} ${request.body.toString('latin1')}`;
    for (const secret of ['Canaryname', 'Doctorname', 'Lump', patient.id, patient.email, patient.token])
      expect(everything).not.toContain(secret);
    expect(everything).not.toMatch(/report|review|answer|health|urgent|doctor/i);
  });

  test('ends the messages of a browser that its push service no longer knows', async () => {
    const { browser } = await turnOnPushBy(patient.cookie);
    service.answers.set(browser.path, { status: 410 });
    await answer();
    await sendTexts();
    expect(await pushAddressesOf(patient)).toEqual([]);
    expect((await textsTo(patient)).map(({ state }) => state)).toEqual(['undelivered']);
  });

  test('waits while a restore holds what is sent', async () => {
    const { browser } = await turnOnPushBy(patient.cookie);
    await answer();
    await atomically([holdSending()]);
    await sendTexts();
    expect(receivedAt(browser.path)).toEqual([]);
    await atomically(resumeSending((await an.admin()).id));
    await sendTexts();
    expect(receivedAt(browser.path)).toHaveLength(1);
  });

  const endings: Record<string, (cookies: { session: string; push: string }) => Promise<unknown>> = {
    'a log-out': ({ session }) => postPage(logoutPage, { path: '/logout', cookie: session }),
    'a new password': () => savePassword(patient),
    'the log-in of another account': async ({ push }) => {
      const { email } = await a.patient();
      return postPage(loginPage, { path: '/login', fields: { email, password }, cookie: push });
    },
  };
  test.each(Object.entries(endings))(
    'that waits to be sent reaches no phone after %s',
    async (_name, end) => {
      const { browser, pushCookie } = await turnOnPushBy(patient.cookie);
      await answer();
      const report = await aReportOf(patient);
      await end({ session: patient.cookie, push: pushCookie });
      await sendReview({ reportId: report._id, token: expert.token, review: 'All is well' });
      await sendTexts();
      expect(receivedAt(browser.path)).toEqual([]);
      expect((await textsTo(patient)).map(({ state }) => state)).toEqual(['undelivered']);
    },
  );
});
