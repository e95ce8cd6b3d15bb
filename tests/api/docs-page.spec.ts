import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Server, startServer } from '../e2e/support/server';

// A page is a third of a megabyte, and the machine may have more to do.
vi.setConfig({ testTimeout: 90_000 });

let server: Server;
beforeAll(async () => {
  // Three calls a minute.
  server = await startServer({ LIMIT_SCALE: '0.01', TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => server?.stop());

let clients = 0;
async function ask(path: string, headers: Record<string, string> = {}) {
  clients += 1;
  const answer = await fetch(`${server.url}${path}`, {
    headers: { 'X-Forwarded-For': `198.51.100.${clients}`, ...headers },
  });
  const text = await answer.text();
  const policy = answer.headers.get('content-security-policy') ?? '';
  return {
    status: answer.status,
    text,
    nonce: /'nonce-([^']+)'/.exec(policy)?.[1] ?? '',
    headers: answer.headers,
  };
}

const withoutNonce = ({ text, nonce }: Awaited<ReturnType<typeof ask>>) => text.replaceAll(nonce, 'nonce');

test('the page of the API is the same each time, each language its own, and each answer with a nonce of its own', async () => {
  for (const language of ['en', 'hi', 'ur']) {
    const headers = { 'Accept-Language': language };
    const answers = [];
    for (let at = 0; at < 3; at += 1) answers.push(await ask('/api/v1/docs', headers));
    const [drawn, kept, again] = answers;
    if (!drawn || !kept || !again) throw new Error('no answer');
    expect(new Set(answers.map(({ nonce }) => nonce)).size).toBe(3);
    for (const { text, nonce, status } of answers) {
      const inPage = [...text.matchAll(/ nonce="([^"]*)"/g)].map(([, said]) => said);
      expect([status, inPage.length > 3, new Set(inPage)]).toEqual([200, true, new Set([nonce])]);
      expect(text).toContain(`lang="${language}"`);
      expect(text).toContain('/expert/approve-expert');
    }
    expect(withoutNonce(kept)).toBe(withoutNonce(drawn));
    expect(withoutNonce(again)).toBe(withoutNonce(drawn));
    // What is drawn for one alone says the same.
    const own = await ask('/api/v1/docs?', { ...headers, Cookie: 'session=nobody' });
    expect(withoutNonce(own)).toBe(withoutNonce(drawn));
  }
});

test('its data holds every call, also once the page is kept', async () => {
  expect((await ask('/api/v1/docs.data')).text).toContain('/expert/approve-expert');
});

test('it is under the limit of calls, and says when to come again', async () => {
  const headers = { 'X-Forwarded-For': '203.0.113.9' };
  const answers = [];
  for (let at = 0; at < 6; at += 1) answers.push(await ask('/api/v1/docs', headers));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.slice(0, 3)).toEqual(Array(3).fill(200));
  const refused = answers.slice(3);
  for (const { status, text, headers: said } of refused) {
    expect([status, Number(said.get('retry-after')) > 0]).toEqual([429, true]);
    expect(text).toContain('Too many attempts.');
  }
});

/** The processor time that the server has used so far, in milliseconds. */
function usedMs() {
  const [, details = ''] = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ');
  const [user, system] = details.split(' ').slice(11, 13).map(Number);
  return 10 * ((user ?? 0) + (system ?? 0));
}

test.skipIf(!existsSync('/proc/self/stat'))('it costs less than half once it is kept', async () => {
  const cost = async (queryOf: (at: number) => string) => {
    const askFor = (at: number) => ask(`/api/v1/docs${queryOf(at)}`, { 'Accept-Encoding': 'identity' });
    for (let at = 0; at < 5; at += 1) await askFor(at);
    const before = usedMs();
    for (let at = 5; at < 45; at += 1) await askFor(at);
    return usedMs() - before;
  };
  const drawn = await cost((at) => `?n=${at}`);
  expect(await cost(() => '')).toBeLessThan(drawn / 2);
});
