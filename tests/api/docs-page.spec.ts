import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { admin, type Server, startServer } from '../e2e/support/server';
import { formBody } from './support/world';

// A page is a third of a megabyte, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 });

let server: Server;
beforeAll(async () => {
  // Allows three calls a minute.
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

test('the API page has one version per language, which differs between requests only in its nonce', async () => {
  for (const language of ['en', 'hi', 'ur']) {
    const headers = { 'Accept-Language': language };
    const answers = [];
    for (let at = 0; at < 3; at += 1) answers.push(await ask('/api/v1/docs', headers));
    const [drawn, cached, again] = answers;
    if (!drawn || !cached || !again) throw new Error('no answer');
    expect(new Set(answers.map(({ nonce }) => nonce)).size).toBe(3);
    for (const { text, nonce, status } of answers) {
      const inPage = [...text.matchAll(/ nonce="([^"]*)"/g)].map(([, said]) => said);
      expect([status, inPage.length > 3, new Set(inPage)]).toEqual([200, true, new Set([nonce])]);
      expect(text).toContain(`lang="${language}"`);
      expect(text).toContain('/expert/approve-expert');
    }
    expect(withoutNonce(cached)).toBe(withoutNonce(drawn));
    expect(withoutNonce(again)).toBe(withoutNonce(drawn));
    const stranger = await ask('/api/v1/docs?', { ...headers, Cookie: 'session=nobody' });
    expect(withoutNonce(stranger)).toBe(withoutNonce(drawn));
  }
});

test('the API page shows a user’s name only to that user, however the cookie is spelt', async () => {
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
    const signedIn = await ask('/api/v1/docs', { ...headersOf, Cookie: spelling });
    expect(signedIn.text).toContain('href="/dashboard/my-profile"');
    const signedOut = await ask('/api/v1/docs', headersOf);
    expect([signedOut.status, signedOut.text.includes(`lang="${language}"`)]).toEqual([200, true]);
    expect(signedOut.text).not.toContain('/dashboard/my-profile');
    expect(signedOut.text.length).toBeLessThan(signedIn.text.length);
  }
});

test('the API page has the data of every call', async () => {
  expect((await ask('/api/v1/docs.data')).text).toContain('/expert/approve-expert');
});

test('the API page counts towards the call limit and says when to retry', async () => {
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
