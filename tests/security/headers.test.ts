import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { readSettings, setSettings } from '~/platform/settings/env.server';
import { fillInHeaders } from '~/web/request/headers.server';
import { refuseOtherOrigins } from '~/web/request/origin.server';

let close: (() => void) | undefined;
afterEach(() => close?.());

/** Returns what a browser gets from a server with this listener. */
async function answerOf(listener: RequestListener, publicUrl = 'http://clinic.test') {
  setSettings(readSettings({ PUBLIC_URL: publicUrl }));
  const server = createServer(listener);
  close = () => server.close();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

describe('the common headers', () => {
  test('are set by every writer of answers, and only with our code', async () => {
    const bare = await answerOf((_request, response) => response.end('x'));
    expect(bare.headers.get('x-content-type-options')).toBeNull();
    const { headers } = await answerOf((_request, response) => {
      fillInHeaders(response);
      response.setHeader('X-Powered-By', 'something');
      response.end('x');
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    });
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  test('are reduced for scripts and styles to those that browsers use', async () => {
    const namesFor = async (type: string) => {
      const { headers } = await answerOf((_request, response) => {
        fillInHeaders(response);
        response.setHeader('Content-Type', type);
        response.end('x');
      });
      close?.();
      return [...headers.keys()].filter((name) =>
        /^(?:content-security|cross-|permissions|referrer|x-)/.test(name),
      );
    };
    const always = [
      'content-security-policy',
      'cross-origin-resource-policy',
      'referrer-policy',
      'x-content-type-options',
    ];
    for (const type of ['text/css; charset=utf-8', 'text/javascript'])
      expect(await namesFor(type), type).toEqual(always);
    const ofDocuments = ['cross-origin-opener-policy', 'permissions-policy', 'x-frame-options'];
    for (const type of ['text/html', 'image/svg+xml', 'application/json', 'text/javascriptx'])
      expect(await namesFor(type), type).toEqual([...always, ...ofDocuments].sort());
  });

  test('keep a header that the answer sets itself, without repeating it', async () => {
    const { headers, status } = await answerOf((_request, response) => {
      fillInHeaders(response);
      response.setHeader('Cache-Control', 'public, max-age=60');
      response.setHeader('Content-Security-Policy', "default-src 'self'");
      response.writeHead(404, { 'Cross-Origin-Resource-Policy': 'cross-origin' });
      response.end();
    });
    expect(status).toBe(404);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('content-security-policy')).toBe("default-src 'self'; frame-ancestors 'none'");
  });

  test('name the request, as the log does, only in errors and in answers to the API', async () => {
    const named = async (status: number, path: string) => {
      const { headers } = await answerOf((_request, response) => {
        fillInHeaders(response, { requestId: 'abc', path });
        response.writeHead(status).end();
      });
      close?.();
      return headers.get('x-request-id');
    };
    expect(await named(200, '/about-us')).toBeNull();
    expect(await named(404, '/about-us')).toBe('abc');
    expect(await named(200, '/api/v1/openapi.json')).toBe('abc');
  });

  test('require https from the browser if the clinic uses it', async () => {
    const { headers } = await answerOf((_request, response) => {
      fillInHeaders(response);
      response.end();
    }, 'https://clinic.test');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });
});

describe('the origin of a form', () => {
  type Judged = Parameters<typeof refuseOtherOrigins>[0];
  const judged = (headers: Record<string, string>, { method = 'POST', url = '/login' } = {}) => {
    setSettings(readSettings({ PUBLIC_URL: 'https://clinic.test' }));
    const request = { method, url, headers: { host: '127.0.0.1:3000', ...headers } };
    refuseOtherOrigins(request as unknown as Judged);
    return [request.headers['origin' as never], request.headers['sec-fetch-site' as never]];
  };

  test.each(['https://clinic.test', 'http://127.0.0.1:3000'])(
    '%s is our own page, also behind a proxy',
    (origin) => {
      expect(judged({ origin })).toEqual([undefined, 'same-origin']);
    },
  );

  test.each(['https://evil.test', 'null', '', 'not an address', 'https://clinic.test.evil.test'])(
    '%j is another site, whatever other headers say',
    (origin) => {
      expect(judged({ origin, 'sec-fetch-site': 'same-origin' })).toEqual([undefined, 'cross-site']);
    },
  );

  test('is left to the API for calls, and to nobody for pages that are opened', () => {
    const origin = 'https://evil.test';
    expect(judged({ origin }, { url: '/api/v1/auth/login' })).toEqual([origin, undefined]);
    expect(judged({ origin }, { method: 'GET' })).toEqual([origin, undefined]);
    expect(judged({ 'sec-fetch-site': 'none' })).toEqual([undefined, 'none']);
  });
});
