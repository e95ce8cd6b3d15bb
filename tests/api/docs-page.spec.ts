import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { admin, type Server, startServer } from '../e2e/support/server';
import { formBody } from './support/world';

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
    const stranger = await ask('/api/v1/docs?', { ...headers, Cookie: 'session=nobody' });
    expect(withoutNonce(stranger)).toBe(withoutNonce(drawn));
  }
});

test('it has the name of whoever is signed in for them alone, however the cookie is spelt', async () => {
  const { headers, body } = formBody(admin);
  const answer = await fetch(`${server.url}/login`, { method: 'POST', headers, body, redirect: 'manual' });
  const session = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('session='));
  const token = session?.split(';')[0]?.slice('session='.length) ?? '';
  for (const [language, spelling] of [
    ['ta', `session =${token}`],
    ['te', `language=te;session=${token}`],
    ['mr', `session=${token}`],
  ] as const) {
    const headersOf = { 'Accept-Language': language };
    const own = await ask('/api/v1/docs', { ...headersOf, Cookie: spelling });
    expect(own.text).toContain('href="/dashboard/my-profile"');
    const nobodys = await ask('/api/v1/docs', headersOf);
    expect([nobodys.status, nobodys.text.includes(`lang="${language}"`)]).toEqual([200, true]);
    expect(nobodys.text).not.toContain('/dashboard/my-profile');
    expect(nobodys.text.length).toBeLessThan(own.text.length);
  }
});

test('its data holds every call', async () => {
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
