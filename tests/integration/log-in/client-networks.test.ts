import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Clinic, openClinic } from '../../support/clinic';
import { askForCode, newAddress } from '../../support/signups';
import { logInByApi } from '../../support/visits';

// Each log-in that is checked costs a password hash, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

let clinic: Clinic;
afterEach(async () => {
  await clinic.close();
  vi.useRealTimers();
});

/** Opens a clinic behind one proxy, with the limits unscaled. */
async function openBehindProxy(other: Record<string, string> = {}) {
  vi.useFakeTimers({ toFake: ['Date'] });
  clinic = await openClinic({ LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.1', ...other });
}

const from = (address: string) => ({ 'X-Forwarded-For': address });

/**
 * Counts the log-ins at unknown addresses that are checked before the limit applies.
 *
 * @param addressOf Client address of each try.
 */
async function lookedAt(many: number, addressOf: (at: number) => string) {
  let looked = 0;
  for (let at = 0; at < many; at += 1) {
    const { status } = await logInByApi(newAddress(), 'not the password', from(addressOf(at)));
    expect([401, 429]).toContain(status);
    if (status === 401) looked += 1;
  }
  return looked;
}

describe('a client network', () => {
  test('is a /64 in IPv6: of sixty wrong log-ins from sixty of its addresses, twenty are checked', async () => {
    await openBehindProxy();
    expect(await lookedAt(60, (at) => `2001:db8:1:2::${at.toString(16)}`)).toBe(20);
    expect(await lookedAt(1, () => '2001:db8:1:3::1'), 'the neighbouring network').toBe(1);
  });

  test('can request twenty codes an hour from all its addresses together', async () => {
    await openBehindProxy();
    const answers: number[] = [];
    for (let at = 0; at < 60; at += 1) {
      const headers = from(`2001:db8:1:2::${at.toString(16)}`);
      answers.push((await askForCode(newAddress(), headers)).status);
    }
    expect(answers).toEqual([...Array(20).fill(200), ...Array(40).fill(429)]);
  });

  test('shares a /48 with its neighbours, which has ten times the limit in all', async () => {
    await openBehindProxy({ LIMIT_SCALE: '0.1' });
    expect(await lookedAt(24, (at) => `2001:db8:1:${(at % 12).toString(16)}::1`)).toBe(20);
    expect(await lookedAt(1, () => '2001:db8:2:1::1'), 'the next /48').toBe(1);
  });

  test.each([
    [
      '198.51.100.66',
      ['198.51.100.66:1234', '::ffff:198.51.100.66', '::FFFF:c633:6442', '[::ffff:198.51.100.66]:9'],
    ],
    ['2001:db8::1', ['[2001:db8::1]:443', '2001:DB8:0::1', '2001:0db8:0:0:0:0:0:9', '[2001:db8::2%eth0]']],
  ])('is recognised in every notation of a proxy: %s', async (address, spellings) => {
    await openBehindProxy();
    expect(await lookedAt(20, (at) => [address, ...spellings][at % 5] ?? address)).toBe(20);
    for (const spelling of [address, ...spellings]) expect(await lookedAt(1, () => spelling)).toBe(0);
    expect(await lookedAt(1, () => '198.51.100.67')).toBe(1);
  });

  test('is the proxy’s if an entry is not an address, and never one the client sent', async () => {
    await openBehindProxy();
    const rubbish = ['unknown', '198.51.100', '_hidden', 'a'.repeat(500), '192.0.2.7, nobody', ' , '];
    expect(await lookedAt(60, (at) => rubbish[at % rubbish.length] ?? '')).toBe(20);
    expect(await lookedAt(25, (at) => `203.0.113.${at}, 192.0.2.1`)).toBe(20);
  });

  test('is found behind every named proxy, in any notation', async () => {
    await openBehindProxy({ TRUST_PROXY: '::ffff:127.0.0.1, 2001:DB8:0:0::5' });
    expect(await lookedAt(25, (at) => `192.0.2.1, ${at % 2 ? '[2001:db8::5]:80' : '127.0.0.1:9'}`)).toBe(20);
    expect(await lookedAt(1, () => '192.0.2.2, 2001:db8::5')).toBe(1);
  });
});
