import { expect, test } from 'vitest';
import { deviceNameOf } from './sessions.server';

const android = 'Mozilla/5.0 (Linux; Android 14; SM-A156E) AppleWebKit/537.36 (KHTML, like Gecko)';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`${android} Chrome/131.0.0.0 Mobile Safari/537.36`, 'Chrome · Android'],
  [`${android} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`, 'Samsung Internet · Android'],
  [`${android} Chrome/131.0.0.0 Mobile Safari/537.36 OPR/86.0`, 'Opera · Android'],
  [`${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari · iPhone'],
  [`${iphone} CriOS/131.0 Mobile/15E148 Safari/604.1`, 'Chrome · iPhone'],
  [`${windows} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, 'Edge · Windows'],
  [`${mac} Version/18.1 Safari/605.1.15`, 'Safari · Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox · Linux'],
  ['Mozilla/5.0 (Mobile; Nokia_8110; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5', 'Firefox · KaiOS'],
  ['curl/8.5.0', 'curl'],
  ['python-requests/2.32.3', 'Python'],
])('names a client as people know it: %s', (userAgent, name) => {
  expect(deviceNameOf(userAgent)).toBe(name);
});

test.each([undefined, '', 'Mozilla/5.0', 'asha@village.test', 'a program of ours, for Asha'])(
  'returns undefined for an unknown client: %s',
  (userAgent) => {
    expect(deviceNameOf(userAgent)).toBeUndefined();
  },
);

test('examines only the first 256 characters', () => {
  const beginning = `${mac} Version/`;
  expect(deviceNameOf(`${beginning}${'1'.repeat(100)} Safari/605`)).toBe('Safari · Mac');
  expect(deviceNameOf(`${beginning}${'1'.repeat(15_000)} Safari/605`)).toBe('Mac');
  expect(deviceNameOf(`${'x'.repeat(256)}curl/8`)).toBeUndefined();
});
