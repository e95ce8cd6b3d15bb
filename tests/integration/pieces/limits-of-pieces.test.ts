import { afterEach, describe, expect, test, vi } from 'vitest';
import { consume } from '~/platform/limits/limits.server';
import { storage } from '~/platform/storage/current-storage.server';
import { a, type Clinic, openClinic } from '../../support/clinic';
import { pdfOf } from '../../support/padded';
import { announce, cutAfter, sendPiece, tus } from '../../support/pieces';
import { openSmallDisk } from '../../support/small-disk';

let clinic: Clinic;
afterEach(() => {
  vi.restoreAllMocks();
  return clinic.close();
});

const kb = 1024;
const bytesOf = async (bytes: number) => new Uint8Array(await (await pdfOf(bytes)).arrayBuffer());
const waitOf = ({ headers }: { headers: Headers }) => Number(headers.get('Retry-After'));

test('an account may announce 500 MB a day, not counting refused files', async () => {
  clinic = await openClinic({ LIMIT_SCALE: '1' });
  const [patient, otherPatient] = [await a.patient(), await a.patient()];
  for (let count = 0; count < 19; count += 1) {
    const { status, id } = await announce(patient, 25_000_000);
    expect([count, status]).toEqual([count, 201]);
    await tus('DELETE', id, { as: patient });
  }
  expect((await announce(patient, 26_000_000)).status).toBe(429);
  expect((await announce(patient, 25_000_000)).status).toBe(201);
  const { status, headers } = await announce(patient, 1);
  expect([status, Number(headers.get('Retry-After')) > 3600]).toEqual([429, true]);
  expect((await announce(otherPatient, 1)).status).toBe(201);
});

test('a disk that is nearly full accepts neither a new file nor the next piece of one', async () => {
  clinic = await openClinic();
  const patient = await a.patient();
  const { id } = await announce(patient, 9000);
  await clinic.close();
  clinic = await openClinic({ MIN_FREE_DISK_MB: '999999999' });
  const late = await a.patient();
  expect((await announce(late, 9000)).status).toBe(507);
  expect((await sendPiece(late, id, { offset: 0, body: new Uint8Array(9) })).status).toBe(507);
});

test('a disk that is nearly out of inodes accepts no new file until some are free', async (context) => {
  const disk = openSmallDisk({ megabytes: 48, inodes: 900 });
  if (!disk) return context.skip('nobody may mount a disk here');
  try {
    clinic = await openClinic({ UPLOADS_DIR: disk.path, MIN_FREE_DISK_MB: '1' });
    const patient = await a.patient();
    const refused = await announce(patient, 9000);
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([507, 'no_space']);
    await clinic.close();
    disk.allowInodes(5000);
    clinic = await openClinic({ UPLOADS_DIR: disk.path, MIN_FREE_DISK_MB: '1' });
    expect((await announce(await a.patient(), 9000)).status).toBe(201);
  } finally {
    disk.close();
  }
});

describe('small pieces', () => {
  test('are at most 300 of a file, and larger ones and the last are accepted after that', async () => {
    clinic = await openClinic();
    const patient = await a.patient();
    const content = await bytesOf(80 * kb);
    const { id } = await announce(patient, content.length);
    const send = (offset: number, bytes: number) =>
      sendPiece(patient, id, { offset, body: content.slice(offset, offset + bytes) });
    let offset = 5000;
    expect((await send(0, offset)).status).toBe(204);
    for (let count = 1; count < 300; count += 1) ({ offset } = await send(offset, 10));
    expect(offset).toBe(5000 + 299 * 10);

    const files = await clinic.storedFiles();
    const refused = await send(offset, 16 * kb - 1);
    expect([refused.status, waitOf(refused) > 71 * 3600]).toEqual([429, true]);
    await sendPiece(patient, id, { offset, body: cutAfter(content.slice(offset, offset + 100)) });
    expect((await tus('HEAD', id, { as: patient })).offset).toBe(offset);
    expect(await clinic.storedFiles()).toEqual(files);

    for (let count = 0; count < 4; count += 1) ({ offset } = await send(offset, 16 * kb));
    expect(offset).toBe(5000 + 299 * 10 + 4 * 16 * kb);
    expect((await send(offset, 1)).status).toBe(429);
    expect((await send(offset, content.length - offset)).status, 'the last piece').toBe(204);
  });

  test('count four kilobytes each towards the megabytes of a day', async () => {
    clinic = await openClinic({ LIMIT_SCALE: '1' });
    const patient = await a.patient();
    await consume('pieceMegabytes', patient.id, 498);
    const content = await bytesOf(999_000);
    const { id } = await announce(patient, content.length);
    const send = (offset: number, bytes: number) =>
      sendPiece(patient, id, { offset, body: content.slice(offset, offset + bytes) });
    expect((await send(0, 4100)).status).toBe(204);
    expect((await send(4100, 1)).status, 'the second megabyte').toBe(204);
    expect((await send(4101, 1)).status).toBe(204);
    const secondSlot = await announce(patient, 1);
    expect([secondSlot.status, waitOf(secondSlot) > 3600], 'the limit of the day is used up').toEqual([
      429,
      true,
    ]);

    expect((await send(4102, 4096)).status).toBe(204);
  });

  test('are refused beyond the day’s limit, and larger ones of the same file are accepted', async () => {
    clinic = await openClinic({ LIMIT_SCALE: '1' });
    const patient = await a.patient();
    await consume('pieceMegabytes', patient.id, 499);
    const content = await bytesOf(999_000);
    const { id } = await announce(patient, content.length);
    expect((await sendPiece(patient, id, { offset: 0, body: content.slice(0, 4100) })).status).toBe(204);
    const files = await clinic.storedFiles();
    const refused = await sendPiece(patient, id, { offset: 4100, body: content.slice(4100, 4101) });
    expect([refused.status, waitOf(refused) > 3600]).toEqual([429, true]);
    expect(await clinic.storedFiles()).toEqual(files);
    const remainder = content.slice(4100);
    expect((await sendPiece(patient, id, { offset: 4100, body: remainder })).status).toBe(204);
  });
});

test('an account may send 120 pieces a minute by page and API, without a limit on checks or other accounts', async () => {
  clinic = await openClinic({ LIMIT_SCALE: '1' });
  const [patient, otherPatient] = [await a.patient(), await a.patient()];
  const content = await bytesOf(40 * kb);
  const { id } = await announce(patient, content.length);
  await consume('pieces', patient.id, 118);
  const send = (way: 'page' | 'api', offset: number) =>
    sendPiece(patient, id, { offset, body: content.slice(offset, offset + 16 * kb), way });
  expect([(await send('page', 0)).status, (await send('api', 16 * kb)).status]).toEqual([204, 204]);
  for (const way of ['page', 'api'] as const) {
    const refused = await send(way, 32 * kb);
    expect([refused.status, waitOf(refused) >= 1, waitOf(refused) <= 60]).toEqual([429, true, true]);
  }
  expect((await tus('HEAD', id, { as: patient })).offset).toBe(32 * kb);
  const ofOther = await announce(otherPatient, content.length);
  const { status } = await sendPiece(otherPatient, ofOther.id, {
    offset: 0,
    body: content.slice(0, 16 * kb),
  });
  expect(status).toBe(204);
});

describe('the upload slots of the server', () => {
  /** Sends `count` pieces, each of its own file, that stay unfinished until `finish` is called. */
  async function hold(as: Awaited<ReturnType<typeof a.patient>>, count: number) {
    const content = await bytesOf(5000);
    const slots = await Promise.all(Array.from({ length: count }, () => announce(as, content.length)));
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const received = vi.spyOn(storage(), 'receivePiece').mockImplementation(async () => {
      await finished;
      return undefined;
    });
    const answers = slots.map(({ id }) => sendPiece(as, id, { offset: 0, body: content }));
    return { received, finish, answers };
  }

  test.each([
    ['1', 3],
    ['5', 15],
    ['1000', 20],
  ])('with LIMIT_SCALE %s an account holds %i at most, and another finds room', async (scale, places) => {
    clinic = await openClinic({ LIMIT_SCALE: scale });
    const [patient, otherPatient] = [await a.patient(), await a.patient()];
    const { received, finish, answers } = await hold(patient, places + 2);
    const refused = await Promise.race(answers);
    expect([refused.status, waitOf(refused)]).toEqual([429, 10]);
    await expect.poll(() => received.mock.calls.length).toBe(places);
    const next = await hold(otherPatient, 1);
    await expect.poll(() => next.received.mock.calls.length).toBe(places + 1);
    for (const one of [finish, next.finish]) one();
    const statuses = (await Promise.all([...answers, ...next.answers])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(places + 1);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});

test('a file too large for an account’s room is refused before a byte of it is sent', async () => {
  clinic = await openClinic({ ACCOUNT_QUOTA_MB: '1' });
  const { status, text } = await announce(await a.patient(), 2_000_000);
  expect([status, JSON.parse(text).code]).toEqual([413, 'too_large']);
});
