import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '~/platform/project-root.server';
import { resources } from '~/urls/resources';
import { type Screen, screens } from '~/urls/screens';
import { hasToken, maskToken, tokenPaths } from '~/urls/token-paths';
import { routeNameOf } from '~/web/server/route-names.server';
import { calls } from '../support/calls';

const secret = 'k2fZ0n1p-7m8n9p0q1r2s3t4v5x';
const routes = Object.values<Screen>({ ...screens, ...resources }).map(({ path }) => path);

describe('a path with a token', () => {
  test('is in the list for each route that has one', () => {
    const ofCalls = Object.keys(calls).map((path) => `/api/v1/${path}`);
    const withToken = [...routes, ...ofCalls].filter((path) => /:(?:token|code|pass|secret)\b/i.test(path));
    expect(withToken.map((path) => path.replace(/:.*/, '')).sort()).toEqual([...tokenPaths].sort());
  });

  test('is masked in each spelling that opens the page', () => {
    for (const start of tokenPaths) {
      const spellings = [
        `${start}${secret}`,
        `${start}${secret}.data`,
        `${start}${secret}/`,
        `${start.toUpperCase()}${secret}`,
        `/${start}/${secret}`,
        `/%${start.charCodeAt(1).toString(16)}${start.slice(2)}${secret}`,
        `${start}${secret}%`,
        `${start.slice(0, -1)};x=1/${secret}`,
        `${start.slice(0, -1)};${secret}`,
        `${start.slice(0, -1)}%3Bx=1/${secret}`,
        `${start.slice(0, -1)}.data/${secret}`,
        `${start.slice(0, -1)}%20/${secret}`,
        `${start.slice(0, -1)}%2F${secret}`,
        `${start.slice(0, -1)}%252F${secret}`,
        `${start.slice(0, -1)}%5C${secret}`,
        `${start.slice(0, -1)}%C3%28/${secret}`,
        `/%25${start.charCodeAt(1).toString(16)}${start.slice(2)}${secret}`,
        `${start}//${secret}?x=1`,
        `${start}x/${secret}`,
      ];
      for (const path of spellings) {
        expect(maskToken(path), path).toBe(`${start}…`);
        expect(hasToken(path), path).toBe(true);
      }
      expect(routeNameOf(`${start}${secret}`)).not.toContain(secret);
    }
    expect(maskToken(`/hi/r/${secret}`)).toBe('/hi/r/…');
    expect(maskToken(`//clinic.test/check;a/${secret}`)).toBe('/clinic.test/check/…');
    const otherPaths = routes.filter((path) => !tokenPaths.some((start) => path.startsWith(start)));
    const wrongPaths = ['/reports/x', '/update-passwords/x', '/r', '/check', '/check.data', '/100%'];
    for (const path of [...otherPaths, ...wrongPaths, '/api/v1/review/summary/x'])
      expect([maskToken(path), hasToken(path)]).toEqual([path, false]);
  });
});

const proxies = readdirSync(join(projectRoot(), 'deploy'), { recursive: true, encoding: 'utf8' }).filter(
  (path) => /^Caddyfile|^haproxy.*\.cfg$|nginx/.test(basename(path)),
);
const read = (path: string) => readFileSync(join(projectRoot(), 'deploy', path), 'utf8');

test('each proxy of the project is looked at', () => {
  expect(proxies.sort()).toEqual([
    'Caddyfile',
    'nginx.conf',
    'several/Caddyfile',
    'several/haproxy-postgres.cfg',
    'several/haproxy.cfg',
  ]);
});

test.each(proxies.filter((path) => path.endsWith('Caddyfile')))('the log of %s has no token', (path) => {
  const filters = [...read(path).matchAll(/^\t+(request>\S+) regexp \(\?i\)(\S+) (\S+)$/gm)];
  expect(filters.map(([, field]) => field)).toEqual(['request>uri', 'request>headers>Referer']);
  for (const [, , pattern = '', replacement = ''] of filters)
    for (const start of tokenPaths)
      for (const text of [
        `${start}${secret}?x=1`,
        `https://clinic.example${start.toUpperCase()}${secret}`,
        `/${start}/${secret}`,
        `${start.slice(0, -1)};x=1/${secret}`,
        `${start.slice(0, -1)}%2F${secret}`,
        `/%${start.charCodeAt(1).toString(16)}${start.slice(2)}${secret}`,
      ])
        expect(text.replace(new RegExp(pattern, 'i'), replacement)).not.toContain(secret);
});

test('HAProxy logs no path at all', () => {
  const text = read('several/haproxy.cfg');
  const formats = [...text.matchAll(/^\s*(?:error-)?log-format(?:-sd)? (.*)$/gm)].map(([, format]) => format);
  expect(formats).toHaveLength(1);
  const variables = [...(formats[0] ?? '').matchAll(/%(\{[^}]*\})?(\w+|\[)/g)].map(([, , name]) => name);
  expect(variables).toContain('ST');
  for (const name of ['r', 'HP', 'HPO', 'HQ', 'HU', 'hr', 'hrl', '[']) expect(variables).not.toContain(name);
  expect(text).not.toMatch(/option httplog|capture request/);
  expect(read('several/haproxy-postgres.cfg')).toMatch(/^\s+mode tcp$/m);
});

test('nginx logs no path, no address and no header', () => {
  const text = read('nginx.conf');
  const [, format = ''] = /^log_format clinic '(.*)';$/m.exec(text) ?? [];
  expect(format.match(/\$\w+/g)).toEqual([
    '$time_iso8601',
    '$status',
    '$request_method',
    '$bytes_sent',
    '$request_time',
  ]);
  const logs = [...text.matchAll(/^\s*(access_log|error_log) (?:\S+ )?(\S+);$/gm)].map(
    ([, kind, how]) => `${kind} ${how}`,
  );
  expect(logs).toEqual(['access_log off', 'access_log clinic', 'error_log crit']);
});
