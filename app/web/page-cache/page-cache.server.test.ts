import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const url = 'https://clinic.test/dashboard/home';
const ofAsha = { language: 'en', data: '["Asha"]' };

/** The module as after a start, with nothing kept. */
async function freshCache() {
  vi.resetModules();
  vi.stubEnv('DEV', false);
  const { cachedPage } = await import('./page-cache.server');
  const draw = vi.fn(
    (nonce: string, more = '') => `<script nonce="${nonce}"></script>${more}<i nonce="${nonce}">`,
  );
  let nonces = 0;
  const ask = (
    of: { url?: string; language?: string; data?: string; more?: string; cookie?: string } = {},
  ) => {
    nonces += 1;
    const { language = 'en', data = ofAsha.data } = of;
    const page = cachedPage(
      new Request(of.url ?? url, { headers: { cookie: of.cookie ?? '' } }),
      { language, data },
      { nonce: `n${nonces}`, draw: (nonce) => draw(nonce, of.more) },
    ).toString();
    return { page, nonce: `n${nonces}` };
  };
  return { ask, draw };
}

let cache: Awaited<ReturnType<typeof freshCache>>;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  cache = await freshCache();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe('A page of the very same data', () => {
  test('is drawn once, and each answer has a nonce of its own alone', () => {
    for (let at = 0; at < 3; at += 1) {
      const { page, nonce } = cache.ask({ more: 'नमस्ते' });
      expect(page).toBe(`<script nonce="${nonce}"></script>नमस्ते<i nonce="${nonce}">`);
    }
    expect(cache.draw).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['a minute later', 60_000],
    ['when the clock was set back', -3_600_000],
  ])('is drawn anew %s', (_when, ms) => {
    cache.ask();
    vi.setSystemTime(Date.now() + ms);
    cache.ask();
    expect(cache.draw).toHaveBeenCalledTimes(2);
  });

  test('is drawn anew where so many others were drawn since that 8 MB are full', () => {
    const megabyte = 'x'.repeat(1024 * 1024);
    const askFor = (number: number) => cache.ask({ data: String(number), more: megabyte });
    for (let number = 0; number < 20; number += 1) askFor(number);
    askFor(19);
    expect(cache.draw).toHaveBeenCalledTimes(20);
    askFor(0);
    expect(cache.draw).toHaveBeenCalledTimes(21);
  });
});

test.each([
  ['the data', { data: '["Asha "]' }],
  ['the language', { language: 'hi' }],
  ['the address', { url: `${url}?page=2` }],
  [
    'what stands at the end of the address and at the beginning of the data',
    { url: `${url}[`, data: '"Asha"]' },
  ],
])('A page that differs in %s is another one', (_what, other) => {
  const first = cache.ask({ more: 'for Asha' });
  const second = cache.ask({ ...other, more: 'for somebody else' });
  expect(first.page).toContain('for Asha');
  expect(second.page).toContain('for somebody else');
  expect(cache.ask({ ...other, more: 'a third' }).page).toContain('for somebody else');
});

test.each(['session =token', 'session=token', ' toast = text', ''])(
  'The page of the API is never shown with the frame of another reader, who sent the cookie "%s"',
  (cookie) => {
    const docs = 'https://clinic.test/api/v1/docs';
    expect(cache.ask({ url: docs, cookie, more: 'Asha Verma' }).page).toContain('Asha Verma');
    expect(cache.ask({ url: docs, data: '[null]', more: 'Log In' }).page).toContain('Log In');
  },
);
