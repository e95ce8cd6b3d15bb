import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { firstLogIn, slipFrom } from '../../support/desk';
import { freshLimits } from '../../support/fresh-limits';
import { apiRoute, callApi } from '../../support/requests';
import { logInByApi } from '../../support/visits';

let admin: Somebody;
clinicForFile();
beforeAll(async () => {
  admin = await an.admin();
});
beforeEach(async () => {
  await freshLimits(1000);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

const day = 86_400_000;
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const statusOf = async ({ clinicNumber, password }: { clinicNumber: string; password: string }) =>
  (await logInByApi(clinicNumber, password)).status;

test('the one-time password of a slip ends after 14 days, in an open session too', async () => {
  const [slip, replaced] = [await slipFrom(admin), await slipFrom(admin)];
  await firstLogIn(replaced);
  const { json } = await logInByApi(slip.clinicNumber, slip.password);
  later(14 * day - 1000);
  expect(await statusOf(slip)).toBe(200);
  later(2000);
  const refused = await logInByApi(slip.clinicNumber, slip.password);
  expect(refused.status).toBe(401);
  const fields = { newPassword: 'nine brown owls', confirmNewPassword: 'nine brown owls' };
  const token = String(json.token);
  const chosen = await callApi(apiRoute('auth/choose-password'), { method: 'POST', token, body: fields });
  expect(chosen.status).toBe(409);
  expect((await logInByApi(replaced.clinicNumber, 'two tall trees stand')).status).toBe(200);
});

test('it ends with the third right log-in that did not replace it, however many come at once', async () => {
  const slip = await slipFrom(admin);
  for (let wrong = 0; wrong < 4; wrong += 1)
    expect(await statusOf({ ...slip, password: 'aaaa-aaaa-aaaa' })).toBe(401);
  const statuses = await Promise.all(Array.from({ length: 8 }, () => statusOf(slip)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  expect(await statusOf(slip)).toBe(401);
});

test('the front desk sees which slips were never used, and which of them have ended', async () => {
  const [unused, used] = [await slipFrom(admin, { firstName: 'Gita' }), await slipFrom(admin)];
  await statusOf(used);
  const list = async () => {
    const { json } = await callApi(apiRoute('account/unused-slips'), { token: admin.token });
    return json.data as { userId: string; isOver: boolean; firstName: string }[];
  };
  const rowOf = async (userId: string) => (await list()).find((row) => row.userId === userId);
  expect(await rowOf(unused.userId)).toMatchObject({ firstName: 'Gita', isOver: false });
  expect(await rowOf(used.userId)).toBeUndefined();
  later(15 * day);
  expect(await rowOf(unused.userId)).toMatchObject({ isOver: true });
});
