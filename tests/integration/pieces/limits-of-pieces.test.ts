import { afterEach, expect, test } from 'vitest';
import { a, type Clinic, openClinic } from '../../support/clinic';
import { announce, sendPiece, tus } from '../../support/pieces';

let clinic: Clinic;
afterEach(() => clinic.close());

test('500 MB a day may be announced, and not one more; what was refused does not count', async () => {
  clinic = await openClinic({ LIMIT_SCALE: '1' });
  const [patient, other] = [await a.patient(), await a.patient()];
  for (let count = 0; count < 19; count += 1) {
    const { status, id } = await announce(patient, 25_000_000);
    expect([count, status]).toEqual([count, 201]);
    await tus('DELETE', id, { as: patient });
  }
  expect((await announce(patient, 26_000_000)).status).toBe(429);
  expect((await announce(patient, 25_000_000)).status).toBe(201);
  const { status, headers } = await announce(patient, 1);
  expect([status, Number(headers.get('Retry-After')) > 3600]).toEqual([429, true]);
  expect((await announce(other, 1)).status).toBe(201);
});

test('a disk that is nearly full takes neither a new file nor the next piece of one', async () => {
  clinic = await openClinic();
  const patient = await a.patient();
  const { id } = await announce(patient, 9000);
  await clinic.close();
  clinic = await openClinic({ MIN_FREE_DISK_MB: '999999999' });
  const late = await a.patient();
  expect((await announce(late, 9000)).status).toBe(507);
  expect((await sendPiece(late, id, { offset: 0, body: new Uint8Array(9) })).status).toBe(507);
});

test('what does not fit into the room of an account is refused before a byte of it is sent', async () => {
  clinic = await openClinic({ ACCOUNT_QUOTA_MB: '1' });
  const { status, text } = await announce(await a.patient(), 2_000_000);
  expect([status, JSON.parse(text).code]).toEqual([413, 'too_large']);
});
