import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { purge } from '~/domain/clinic/purge.server';
import { uploadPieces, uploadSlots } from '~/platform/db/core/tables/uploads.server';
import { db } from '~/platform/db/db.server';
import { hashToken } from '~/platform/secrets/tokens.server';
import * as logoutPage from '~/routes/dashboard/account/logout';
import { postSettings } from '../../support/accounts';
import { whileBroken } from '../../support/broken';
import { a, type Clinic, fixture, openClinic, type Somebody } from '../../support/clinic';
import { endSessionOf, sessionsOf } from '../../support/open-sessions';
import { announce, aSlotOf, sendPiece, tus } from '../../support/pieces';
import { type Report, uploadFields } from '../../support/reports';
import { apiRoute, callApi, postPage } from '../../support/requests';
import { logInByApi, logInByPage, logOutByApi } from '../../support/visits';

let clinic: Clinic;
let patient: Somebody;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  clinic = await openClinic();
  patient = await a.patient();
});
afterEach(async () => {
  await clinic.close();
  vi.useRealTimers();
});

const hour = 3_600_000;
const day = 24 * hour;
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

const pdf = new Uint8Array(await (await fixture('blood-test.pdf')).arrayBuffer());
const half = Math.floor(pdf.length / 2);

type Way = 'page' | 'api';
const ways = ['page', 'api'] as const;

const logOut = {
  page: ({ cookie }: Somebody) => postPage(logoutPage, { path: '/logout', cookie }),
  api: ({ token }: Somebody) => logOutByApi(token),
};
const logOutOthers = {
  page: (who: Somebody) => postSettings(who, 'other-sessions', {}),
  api: ({ token }: Somebody) => callApi(apiRoute('auth/logout-others'), { method: 'POST', token }),
};

/** Logs the user in with another browser and another API client. */
async function logInElsewhere(who: Somebody): Promise<Somebody> {
  const { cookies: cookie } = await logInByPage(who.email);
  const { json } = await logInByApi(who.email);
  return { ...who, cookie, token: json.token as string };
}

/** Announces a file and sends half of it. */
async function aHalf(as: Somebody, way: Way) {
  const { id } = await announce(as, pdf.length, { name: 'blood test.pdf', way });
  await sendPiece(as, id, { offset: 0, body: pdf.slice(0, half), way });
  return id;
}

const idsLeft = async () => (await db().select({ id: uploadSlots.id }).from(uploadSlots)).map(({ id }) => id);

/**
 * Builds a body that sends its first half and then hangs.
 *
 * @returns the body, and a promise that resolves once the first half is read.
 */
function hangingBody() {
  let arrived: () => void = () => undefined;
  const isThere = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(pdf.slice(0, half)),
    pull: () => {
      arrived();
      return new Promise(() => undefined);
    },
  });
  return { body, isThere: isThere.then(() => new Promise((resolve) => setTimeout(resolve, 100))) };
}

describe.each(ways)('a log-out removes the session’s unfinished uploads: %s', (way) => {
  test('deletes slots with and without pieces, their rows and their files', async () => {
    const before = await clinic.storedFiles();
    await announce(patient, pdf.length, { way });
    await aHalf(patient, way);
    await aSlotOf(patient, await fixture('blood-test.pdf'), { pieceBytes: 500, way });
    expect((await clinic.storedFiles()).length).toBeGreaterThan(before.length);
    await logOut[way](patient);
    expect(await idsLeft()).toEqual([]);
    expect(await db().select().from(uploadPieces)).toEqual([]);
    expect(await clinic.storedFiles()).toEqual(before);
  });

  test('deletes nothing of another session or account', async () => {
    const [otherSession, somebody] = [await logInElsewhere(patient), await a.patient()];
    const otherWay = way === 'page' ? 'api' : 'page';
    const keptSlots = [
      await aHalf(otherSession, way),
      await aHalf(patient, otherWay),
      await aHalf(somebody, 'page'),
      await aHalf(somebody, 'api'),
    ];
    const before = await clinic.storedFiles();
    await aHalf(patient, way);
    await logOut[way](patient);
    expect((await idsLeft()).sort()).toEqual(keptSlots.toSorted());
    expect(await clinic.storedFiles()).toEqual(before);
    expect((await tus('HEAD', keptSlots[0], { as: otherSession, way })).offset).toBe(half);
  });

  test('deletes a file that another session has continued, with that session', async () => {
    const otherSession = await logInElsewhere(patient);
    const id = await aHalf(patient, way);
    await sendPiece(otherSession, id, { offset: half, body: pdf.slice(half, half + 10), way });
    await logOut[way](patient);
    expect(await idsLeft()).toEqual([id]);
    await logOut[way](otherSession);
    expect(await idsLeft()).toEqual([]);
  });

  test('deletes a piece that is still arriving', async () => {
    const before = await clinic.storedFiles();
    const { id } = await announce(patient, pdf.length, { way });
    const { body, isThere } = hangingBody();
    const piece = sendPiece(patient, id, { offset: 0, body, way });
    await isThere;
    await logOut[way](patient);
    expect((await piece).status).toBeOneOf([404, 409]);
    expect(await idsLeft()).toEqual([]);
    expect(await clinic.storedFiles()).toEqual(before);
  });

  test('keeps a slot that a report has used, so the same form finds its report', async () => {
    const id = await aSlotOf(patient, await fixture('blood-test.pdf'), { way });
    const submit = ({ token }: Somebody) =>
      callApi(apiRoute('report/upload-report'), {
        method: 'POST',
        token,
        body: uploadFields(undefined, { uploads: id, submissionKey: 'the-form-that-was-sent' }),
      });
    const first = await submit(patient);
    const files = await clinic.storedFiles();
    await logOut[way](patient);
    expect(await idsLeft()).toEqual([id]);
    expect(await clinic.storedFiles()).toEqual(files);
    const again = await submit(await logInElsewhere(patient));
    expect([again.status, (again.json.data as Report)._id]).toEqual([200, (first.json.data as Report)._id]);
  });
});

describe('an expired session', () => {
  test.each([
    ['page', 0, 12 * hour],
    ['api', 30 * day - hour, hour],
  ] as const)(
    'leaves its files to the next log-in, which owns them from then on: %s',
    async (way, age, untilEnd) => {
      later(age);
      const id = await aHalf(patient, way);
      later(untilEnd + 1000);
      expect((await tus('HEAD', id, { as: patient, way })).status).toBe(401);
      await purge();
      const next = await logInElsewhere(patient);
      expect((await tus('HEAD', id, { as: next, way })).offset).toBe(half);
      const body = pdf.slice(half, half + 10);
      expect((await sendPiece(next, id, { offset: half, body, way })).status).toBe(204);
      await logOut[way](next);
      expect(await idsLeft()).toEqual([]);
    },
  );

  test('loses a file whose next piece is still arriving at the log-out of the next session', async () => {
    const { id } = await announce(patient, pdf.length, { way: 'page' });
    later(12 * hour + 1000);
    const before = await clinic.storedFiles();
    const next = await logInElsewhere(patient);
    const { body, isThere } = hangingBody();
    const piece = sendPiece(next, id, { offset: 0, body, way: 'page' });
    await isThere;
    await logOut.page(next);
    expect((await piece).status).toBeOneOf([404, 409]);
    expect(await idsLeft()).toEqual([]);
    expect(await clinic.storedFiles()).toEqual(before);
  });
});

describe('the settings', () => {
  test.each(ways)('a log-out of one device removes its unfinished uploads: %s', async (way) => {
    const ownSlots = [await aHalf(patient, 'page'), await aHalf(patient, 'api')];
    const knownSessions = new Set((await sessionsOf(patient)).map(({ _id }) => _id));
    const otherDevice = await logInElsewhere(patient);
    const there = (await sessionsOf(patient)).find(
      ({ _id, kind }) => kind === 'web' && !knownSessions.has(_id),
    );
    const keptSlot = await aHalf(otherDevice, 'api');
    const removedSlot = await aHalf(otherDevice, 'page');
    const sessionId = there?._id ?? '';
    if (way === 'page') await postSettings(patient, 'session', { sessionId });
    else await endSessionOf(patient, sessionId);
    expect(await idsLeft()).not.toContain(removedSlot);
    expect((await idsLeft()).sort()).toEqual([...ownSlots, keptSlot].sort());
  });

  test.each(ways)('a log-out everywhere else removes nothing of this session: %s', async (way) => {
    const otherDevice = await logInElsewhere(patient);
    const here = await aHalf(patient, way);
    const before = await clinic.storedFiles();
    await aHalf(patient, way === 'page' ? 'api' : 'page');
    await aHalf(otherDevice, 'page');
    await aHalf(otherDevice, 'api');
    await logOutOthers[way](patient);
    expect(await idsLeft()).toEqual([here]);
    expect(await clinic.storedFiles()).toEqual(before);
  });

  test('a log-out everywhere else keeps the uploads of an expired session', async () => {
    const id = await aHalf(patient, 'page');
    later(12 * hour + 1000);
    await logOutOthers.api(patient);
    expect(await idsLeft()).toEqual([id]);
  });
});

test('a log-out that cannot remove uploads ends the session all the same', async () => {
  const id = await aHalf(patient, 'api');
  const { status } = await whileBroken('upload_slots', () => logOut.api(patient));
  expect([status, (await logOut.api(patient)).status]).toEqual([200, 401]);
  expect(await idsLeft()).toEqual([id]);
});

test('a file records a hash of its session, which is removed once a report has the file', async () => {
  const id = await aSlotOf(patient, await fixture('blood-test.pdf'));
  const storedHash = async () =>
    (await db().select().from(uploadSlots).where(eq(uploadSlots.id, id)))[0]?.tokenHash;
  expect(await storedHash()).toBe(hashToken(patient.token));
  const body = uploadFields(undefined, { uploads: id });
  await callApi(apiRoute('report/upload-report'), { method: 'POST', token: patient.token, body });
  expect(await storedHash()).toBeNull();
});
