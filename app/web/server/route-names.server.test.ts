import { expect, test } from 'vitest';
import routes from '~/routes';
import { calls } from '../../../tests/support/calls';
import { routeNameOf } from './route-names.server';

const patterns = [
  ...routes.map(({ path = '' }) => `/${path}`),
  ...Object.keys(calls).map((path) => `/api/v1/${path}`),
];

test('names every route by its pattern, whatever its parameters', () => {
  expect(patterns.length).toBeGreaterThan(60);
  for (const pattern of patterns.filter((one) => !one.includes('*') && !one.includes(':name'))) {
    const path = pattern.replace(/:\w+\??/g, 'q1w2e3r4t5');
    expect([path, routeNameOf(path)]).toEqual([path, pattern]);
    expect([path, routeNameOf(`${path === '/' ? '/_root' : path}.data`)]).toEqual([path, pattern]);
  }
});

test('gives no separate name to paths without a route', () => {
  for (const path of ['/wp-login.php', '/files/raw', '/dashboard/add-review/a/b', '/api/v1/nothing', ''])
    expect([path, routeNameOf(path)]).toEqual([path, 'other']);
  expect(routeNameOf('/assets/entry.client-x1y2.js')).toBe('/assets');
});
