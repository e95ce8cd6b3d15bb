import { get, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from './support/world';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const people = ['patient', 'other', 'unapproved', 'expert', 'admin'] as const;
/** Pages that show no other account than the viewer's. */
const pages = ['/', '/dashboard/home', '/dashboard/my-profile', '/dashboard/settings'];

async function open(path: string, headers: Record<string, string>) {
  const { status, headers: answerHeaders, text } = await world.ask(path, { headers });
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(String(answerHeaders['content-security-policy'])) ?? [];
  return { status, nonce, text };
}

test.each(pages)('%s shows each visitor their own page, with one nonce per answer', async (path) => {
  const nonces = new Set<string>();
  const drawn = new Map<string, string>();
  for (let round = 0; round < 3; round += 1) {
    for (const role of people) {
      for (const language of ['en', 'ta']) {
        const { Cookie } = world.as(role);
        const { status, nonce, text } = await open(path, { Cookie: `${Cookie}; language=${language}` });
        expect([role, status]).toEqual([role, 200]);
        expect(text).toContain(`<html lang="${language}"`);
        for (const one of people)
          expect([one, text.includes(world.people[one].id)]).toEqual([one, one === role]);
        for (const one of people)
          if (one !== role && one !== 'admin') expect(text).not.toContain(world.people[one].lastName);
        const inPage = new Set([...text.matchAll(/ nonce="([^"]*)"/g)].map(([, value]) => value));
        expect(inPage).toEqual(new Set([nonce]));
        nonces.add(nonce);
        const before = drawn.get(`${role} ${language}`);
        const now = text.replaceAll(nonce, 'nonce');
        // The front page contains the time of sending, to the millisecond, and the home of a doctor the
        // longest wait, in seconds.
        const isDoctor = ['expert', 'unapproved'].includes(role);
        const hasTime = path === '/' || (path === '/dashboard/home' && isDoctor);
        if (before && !hasTime) expect(now).toBe(before);
        drawn.set(`${role} ${language}`, now);
      }
    }
  }
  expect(nonces.size).toBe(3 * people.length * 2);
});

test('the next page shows a changed name', async () => {
  const headers = world.as('other');
  const { firstName } = world.people.other;
  for (let at = 0; at < 2; at += 1)
    expect((await open('/dashboard/home', headers)).text).toContain(firstName);
  const body = {
    firstName: 'Renamed',
    lastName: 'Person',
    dateOfBirth: '1980-01-01',
    gender: 'Male',
    contactNumber: world.people.other.phone,
    about: 'x',
  };
  const { token } = world.people.other;
  const { status } = await world.service.call({ name: 'put /profile/update-profile', token, body });
  expect(status).toBe(200);
  const { text } = await open('/dashboard/home', headers);
  expect(text).toContain('Renamed');
  expect(text).not.toContain(world.people.other.lastName);
});

test.each([
  ['br', 'br', brotliDecompressSync],
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, br;q=0', 'gzip', gunzipSync],
  ['identity', undefined, (bytes: Buffer) => bytes],
] as const)(
  'sends the page in the best encoding for Accept-Encoding: %s',
  async (accepts, encoding, unpack) => {
    const headers = { ...world.as('patient'), 'Accept-Encoding': accepts };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${world.service.url}/dashboard/settings`, { headers }, resolve).on('error', reject);
    });
    const text = unpack(Buffer.concat(await answer.toArray())).toString();
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, encoding]);
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    expect(text).toContain(world.people.patient.id);
    expect(text).toMatch(/<\/html>|<\/script>$/);
  },
);
