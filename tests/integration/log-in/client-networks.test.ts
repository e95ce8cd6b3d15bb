import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Clinic, openClinic } from '../../support/clinic';
import { askForCode, newAddress } from '../../support/signups';
import { logInByApi } from '../../support/visits';

// Each log-in that is looked at costs a password hash, and the machine may have other things to do.
vi.setConfig({ testTimeout: 60_000 });

let clinic: Clinic;
afterEach(async () => {
  await clinic.close();
  vi.useRealTimers();
});

/** A clinic behind one proxy, under the limits as they are. */
async function openBehindProxy(other: Record<string, string> = {}) {
  vi.useFakeTimers({ toFake: ['Date'] });
  clinic = await openClinic({ LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.1', ...other });
}

const from = (address: string) => ({ 'X-Forwarded-For': address });

/** How many of so many tries at addresses nobody has are looked at. Takes where each comes from. */
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
  test('of IPv6 is a /64: sixty wrong log-ins from sixty of its addresses are twenty', async () => {
    await openBehindProxy();
    expect(await lookedAt(60, (at) => `2001:db8:1:2::${at.toString(16)}`)).toBe(20);
    expect(await lookedAt(1, () => '2001:db8:1:3::1'), 'the network beside it').toBe(1);
  });

  test('sends twenty codes an hour, however many of its addresses ask', async () => {
    await openBehindProxy();
    const answers: number[] = [];
    for (let at = 0; at < 60; at += 1) {
      const headers = from(`2001:db8:1:2::${at.toString(16)}`);
      answers.push((await askForCode(newAddress(), headers)).status);
    }
    expect(answers).toEqual([...Array(20).fill(200), ...Array(40).fill(429)]);
  });

  test('shares a /48 with its neighbours, which gives ten times as much in all', async () => {
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
  ])('is the same however a proxy writes %s', async (address, spellings) => {
    await openBehindProxy();
    expect(await lookedAt(20, (at) => [address, ...spellings][at % 5] ?? address)).toBe(20);
    for (const spelling of [address, ...spellings]) expect(await lookedAt(1, () => spelling)).toBe(0);
    expect(await lookedAt(1, () => '198.51.100.67')).toBe(1);
  });

  test('is that of the proxy where an entry is no address, and never what a client put before', async () => {
    await openBehindProxy();
    const rubbish = ['unknown', '198.51.100', '_hidden', 'a'.repeat(500), '192.0.2.7, nobody', ' , '];
    expect(await lookedAt(60, (at) => rubbish[at % rubbish.length] ?? '')).toBe(20);
    expect(await lookedAt(25, (at) => `203.0.113.${at}, 192.0.2.1`)).toBe(20);
  });

  test('is looked for behind every proxy that is named, in any spelling', async () => {
    await openBehindProxy({ TRUST_PROXY: '::ffff:127.0.0.1, 2001:DB8:0:0::5' });
    expect(await lookedAt(25, (at) => `192.0.2.1, ${at % 2 ? '[2001:db8::5]:80' : '127.0.0.1:9'}`)).toBe(20);
    expect(await lookedAt(1, () => '192.0.2.2, 2001:db8::5')).toBe(1);
  });
});
