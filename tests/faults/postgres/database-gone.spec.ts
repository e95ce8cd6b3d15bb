import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startPostgres } from '../../../scripts/lib/postgres.mjs';
import { openService } from '../../api/support/service.ts';
import { openCuttingProxy } from '../../support/cutting-proxy.ts';
import { ask } from '../support/calls.ts';
import { figures, isFull, within } from '../support/scale.ts';

/** Two seconds, and what a machine adds that is busy with other things. */
const longestMs = isFull ? 2000 + 1500 : 20_000;

let cluster: Awaited<ReturnType<typeof startPostgres>>;
let line: Awaited<ReturnType<typeof openCuttingProxy>>;
let service: Awaited<ReturnType<typeof openService>>;
let folder: string;
let patient: { token: string; cookie: string };
beforeAll(async () => {
  cluster = await startPostgres();
  line = await openCuttingProxy(cluster.url);
  folder = await mkdtemp(join(tmpdir(), 'gone-'));
  service = await openService({
    DATABASE_URL: line.url,
    DATA_DIR: folder,
    FILE_KEY: 'f1'.repeat(32),
    SESSION_SECRET: 'a secret of thirty-two characters',
    LIMIT_SCALE: '1000',
  });
  const person = await service.join('Patient');
  const form = new URLSearchParams({ email: person.email, password: person.password });
  const login = await fetch(`${service.url}/login`, { method: 'POST', body: form, redirect: 'manual' });
  const cookie = login.headers.getSetCookie().find((one) => one.startsWith('session=')) ?? '';
  patient = { token: person.token, cookie: cookie.split(';')[0] ?? '' };
  await service.report(person, 'before');
}, 120_000);
afterAll(async () => {
  await service?.close();
  await line?.close();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

const asks: Record<string, () => ReturnType<typeof ask>> = {
  '/readyz': () => ask(`${service.url}/readyz`),
  'a page': () => ask(`${service.url}/dashboard/home`, { headers: { Cookie: patient.cookie } }),
  'the data of a page': () =>
    ask(`${service.url}/dashboard/my-profile.data`, { headers: { Cookie: patient.cookie } }),
  'a call': () => ask(`${service.url}/api/v1/profile/get-user-details`, { token: patient.token }),
  'a call that writes': () =>
    ask(`${service.url}/api/v1/auth/send-otp`, { method: 'POST', body: { email: 'new@village.test' } }),
};
const pid = () => service.own?.pid;

/** Asks everything at once, twice, and says what came of it. */
async function all() {
  const found = [];
  for (let round = 0; round < 2; round += 1) {
    const answers = Object.entries(asks).map(async ([name, send]) => {
      const { status, ms, headers, bytes } = await send();
      return { name, status, ms, retry: headers['retry-after'], text: bytes.toString('utf8') };
    });
    found.push(...(await Promise.all(answers)));
  }
  return found;
}

const breaks: Record<string, { gone(): Promise<void>; back(): Promise<void> }> = {
  'has ended': { gone: () => cluster.halt(), back: () => cluster.restart() },
  'says nothing any more': {
    gone: async () => line.freeze(true),
    back: async () => line.freeze(false),
  },
};

test.each(Object.keys(breaks))(
  'While the database %s everything is answered with 503, soon and in words; then the same server goes on',
  async (name) => {
    const before = pid();
    for (const { name: what, status } of await all()) expect([what, status]).toEqual([what, 200]);
    await breaks[name]?.gone();
    const found = await all();
    await breaks[name]?.back();
    figures(`the database ${name}`, {
      requests: found.length,
      longestMs: Math.round(Math.max(...found.map(({ ms }) => ms))),
    });
    expect(found.map(({ name: what, status }) => [what, status])).toEqual(
      found.map(({ name: what }) => [what, 503]),
    );
    for (const { name: what, ms, text, retry } of found) {
      expect(ms, what).toBeLessThan(longestMs);
      expect(text, what).toContain(what === '/readyz' ? 'database' : 'busy');
      if (what !== '/readyz') expect(Number(retry), what).toBeGreaterThan(0);
    }
    await vi.waitFor(
      async () => {
        for (const { name: what, status } of await all()) expect([what, status]).toEqual([what, 200]);
      },
      { timeout: 30_000, interval: 200 },
    );
    expect(pid()).toBe(before);
    // Between the e-mails, which are printed where there is no mail server.
    const log = service.own
      ?.log()
      .split('\n')
      .filter((one) => one.startsWith('{"level"'));
    expect(log?.join('\n')).not.toMatch(/@(?:clinic|village)|Asha/);
  },
  within(60),
);
