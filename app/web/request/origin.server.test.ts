import { beforeAll, describe, expect, test } from 'vitest';
import { readSettings, setSettings } from '~/platform/settings/env.server';
import { isFromOurPages, ownPath } from './origin.server';

beforeAll(() => setSettings(readSettings({ PUBLIC_URL: 'https://clinic.test' })));

describe('a redirect path', () => {
  test.each(['/', '/dashboard/home', '/dashboard/pending-report?page=2&q=a%20b', '/a//b'])(
    'accepts %s as our own',
    (path) => {
      expect(ownPath(path)).toBe(path);
    },
  );

  test.each([
    '',
    'dashboard',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    'https://evil.test/dashboard',
    'javascript:alert(1)',
    ' /dashboard',
    '/\t/evil.test',
    '/\n/evil.test',
    '\t//evil.test',
    null,
    undefined,
    7,
    ['/dashboard'],
  ])('rejects %j', (text) => {
    expect(ownPath(text)).toBeUndefined();
  });

  test('never leads to another host, however a browser parses it', () => {
    for (const text of ['/a//evil.test', '/%2f/evil.test', '/@evil.test', '/;//evil.test', '/?//evil.test']) {
      const path = ownPath(text);
      const host = path === undefined ? 'clinic.test' : new URL(path, 'https://clinic.test').host;
      expect([text, host]).toEqual([text, 'clinic.test']);
    }
  });
});

describe('the origin of a form', () => {
  const from = (headers: Record<string, string>) =>
    isFromOurPages(new Request('https://clinic.test/x', { method: 'POST', headers }));

  test.each<Record<string, string>>([
    { Origin: 'https://clinic.test' },
    { Origin: 'http://localhost:3000', Host: 'localhost:3000' },
    {},
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
    { Referer: 'https://clinic.test/login?next=%2F' },
  ])('accepts %j as our pages', (headers) => {
    expect(from(headers)).toBe(true);
  });

  test.each<Record<string, string>>([
    { Origin: 'https://evil.test' },
    { Origin: 'null' },
    { Origin: '' },
    { Origin: 'http://clinic.test' },
    { Origin: 'https://clinic.test:444' },
    { Origin: 'https://clinic.test.evil.test' },
    { Origin: 'https://evil.test/https://clinic.test' },
    { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'same-origin', Referer: 'https://clinic.test/' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site', Referer: 'https://clinic.test/' },
    { Referer: 'https://evil.test/' },
    { Referer: 'not an address' },
    { Origin: 'chrome-extension://clinic.test', Host: 'clinic.test' },
  ])('rejects %j', (headers) => {
    expect(from(headers)).toBe(false);
  });
});

test.each(['/.//evil.test', '/..//evil.test', '/a/..//evil.test', '/%2e//evil.test'])(
  'rejects a path that becomes another host when parsed: %s',
  (next) => {
    const path = ownPath(next);
    expect(path === undefined || new URL(path, 'https://clinic.test').host === 'clinic.test').toBe(true);
  },
);
