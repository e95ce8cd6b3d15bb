import { Agent, get as getBy } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from './support/world';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

type Raw = { status: number; headers: Record<string, string>; text: string };

/**
 * Sends exactly these lines and returns the answer until the server closes; status 0 if there is
 * none.
 */
function send(lines: string[], body = ''): Promise<Raw> {
  const { hostname, port } = new URL(world.service.url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    const pieces: Buffer[] = [];
    socket.on('data', (piece) => pieces.push(piece));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', ...bodyParts] = Buffer.concat(pieces).toString('latin1').split('\r\n\r\n');
      const [first = '', ...named] = head.split('\r\n');
      resolve({
        status: Number(first.split(' ')[1] ?? 0),
        headers: Object.fromEntries(
          named.map((line) => [
            line.slice(0, line.indexOf(':')).toLowerCase(),
            line.slice(line.indexOf(':') + 2),
          ]),
        ),
        text: bodyParts.join('\r\n\r\n'),
      });
    });
    socket.setTimeout(30_000, () => socket.destroy(new Error('no answer')));
    socket.write(
      `${[...lines, 'Connection: close', `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`,
    );
  });
}

const get = (target: string, more: string[] = []) => send([`GET ${target} HTTP/1.1`, ours(), ...more]);
const ours = () => `Host: ${new URL(world.service.url).host}`;
const cookie = () => `Cookie: ${world.cookies.patient}`;

/** The headers of every answer, whichever layer gives it. */
const headersOfAll = [
  'x-request-id',
  'x-content-type-options',
  'cache-control',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'x-frame-options',
  'content-security-policy',
];

describe('a file requested as page data', () => {
  const targets: [target: string, status: number][] = [
    ['/files/raw/ID.data', 404],
    ['/files/raw/ID.data?x', 404],
    ['/files/raw/ID.data#x', 400],
    ['/files/raw/ID.data?#x', 400],
    ['/files/raw/ID.data?x#y', 400],
    ['/files/raw/ID#.data', 400],
    ['/files/raw/ID?x#.data', 400],
    ['/api/v1/report/get-report-by-patientId/ID.data#x', 400],
    ['URL/files/raw/ID.data', 400],
    ['URL/files/raw/ID.data#x', 400],
    ['URL/files/raw/ID', 400],
    ['//files/raw/ID.data', 404],
    ['//localhost/files/raw/ID.data', 404],
    ['/files/raw/./ID.data', 404],
    ['/files/raw/../raw/ID.data', 404],
    ['/files/raw/x/%2e%2e/ID.data', 404],
    ['/files\\raw\\ID.data', 404],
    ['/files/raw/ID\\.data', 404],
    ['/files/raw/ID;.data', 404],
    ['/files/raw/ID.DATA', 404],
    ['/files/raw/ID.data/', 404],
    ['/files/raw/ID.data/.', 404],
    ['/files/raw/ID%2Edata', 404],
    ['/files/raw/ID.%64ata', 404],
    ['/files/raw/ID.data%23x', 404],
    ['/files/raw/ID.data%20', 404],
    ['/files/raw/ID.data%00', 404],
    ['/files/raw/ID.d%09ata', 404],
    ['/files/raw/ID.\tdata', 400],
    ['files/raw/ID.data', 400],
    ['*', 400],
    ['?x.data', 400],
  ];
  test.each(targets)('as %s is refused with %i, without a byte of the file', async (target, status) => {
    const { status: actualStatus, text } = await get(
      target.replaceAll('ID', world.pendingId).replace('URL', world.service.url),
      [cookie()],
    );
    expect(actualStatus).toBe(status);
    expect(text).not.toContain('PDF-1');
    expect(text.length, 'a page without the file').toBeLessThan(5000);
  });

  test('is served when requested as a file', async () => {
    const { status, text } = await get(`/files/raw/${world.pendingId}`, [cookie()]);
    expect([status, text.startsWith('%PDF-1')]).toEqual([200, true]);
  });
});

describe('the check of request lines', () => {
  test.each([
    ...[
      'a b',
      'a\tb',
      '[::1',
      '[x]',
      'localhost:99999',
      'localhost:abc',
      'x:80:80',
      'user@h',
      'u:p@h',
      '%00',
    ],
    ...['', 'a/b', 'a?b', 'a#b', 'a,b', 'a\\b', '1.2.3.999', '\u00fc'],
  ])('answers 400 to Host %j', async (host) => {
    const { status, headers, text } = await send(['GET /login HTTP/1.1', `Host: ${host}`]);
    expect([status, text]).toEqual([400, 'This address cannot be read. Please check the link.']);
    expect(headersOfAll.filter((name) => !headers[name])).toEqual([]);
  });

  test('answers 400 to a Host longer than any name', async () => {
    const { status } = await send(['GET /login HTTP/1.1', `Host: ${'a'.repeat(10_000)}`]);
    expect(status).toBe(400);
  });

  test.each([
    'User-Agent: Mozilla/5.0 Version/',
    'Accept-Language: ',
    'Accept-Encoding: br,',
    'Cookie: ',
    'Range: bytes=',
    'If-None-Match: "',
    'X-Forwarded-For: ',
    'Authorization: Bearer ',
    'Upload-Metadata: filename ',
    'Content-Disposition: form-data; name="',
    'Referer: http://other.example/',
  ])('accepts a header of 12,000 characters: %s', async (beginning) => {
    for (const filling of ['1', '-', ';', ', ', 'a=1;']) {
      const line = `${beginning}${filling.repeat(12_000).slice(0, 12_000)}`.trim();
      expect((await get('/login', [line])).status).toBe(200);
    }
  });

  test('answers 400 to two Host headers and to none', async () => {
    for (const hosts of [[ours(), 'Host: evil.test'], [ours(), ours()], []])
      expect((await send(['GET / HTTP/1.1', ...hosts])).status).toBe(400);
  });

  test.each(['clinic.test', 'CLINIC.test:8080', '127.0.0.1', '[::1]', '[::1]:3000', 'under_score', 'a.'])(
    'accepts Host %s',
    async (host) => {
      expect((await send(['GET / HTTP/1.1', `Host: ${host}`])).status).toBe(200);
    },
  );

  test('accepts an old health check without a Host', async () => {
    expect((await send(['GET /healthz HTTP/1.0'])).status).toBe(200);
  });

  test('ignores the host named in a proxy’s header', async () => {
    expect((await get('/', ['X-Forwarded-Host: a:99999'])).status).toBe(200);
  });

  test('answers in the sender’s language, and in the envelope under /api', async () => {
    const { text, headers } = await get('/#x', ['Accept-Language: hi']);
    expect([/[\u0900-\u097f]/.test(Buffer.from(text, 'latin1').toString()), headers.connection]).toEqual([
      true,
      'close',
    ]);
    const call = await get('/api/v1/openapi.json#x');
    expect([call.status, JSON.parse(call.text)]).toEqual([
      400,
      {
        success: false,
        message: 'This address cannot be read. Please check the link.',
        code: 'unreadable_request',
      },
    ]);
  });
});

describe('an unsupported method', () => {
  const paths = ['/', '/login', '/nowhere', '/files/raw/x', '/healthz', '/assets/x', '/api/v1/auth/login'];
  test.each(['TRACE', 'CONNECT', 'PROPFIND', 'LOCK', 'PURGE', 'REPORT', 'M-SEARCH'])(
    '%s, which no address allows, gets 405 and the methods of the product',
    async (method) => {
      for (const path of paths) {
        const { status, headers } = await send([`${method} ${path} HTTP/1.1`, ours()]);
        expect([path, status, headers.allow]).toEqual([path, 405, 'DELETE, GET, HEAD, OPTIONS, POST, PUT']);
        expect(headersOfAll.filter((name) => !headers[name])).toEqual([]);
      }
    },
  );

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '%s gets 405 and the methods that its address allows',
    async (method) => {
      for (const path of ['/', '/login', '/files/raw/x', '/api/v1/auth/login']) {
        const { status, headers } = await send([`${method} ${path} HTTP/1.1`, ours()]);
        expect([path, status, headers.allow]).toEqual([
          path,
          405,
          path.startsWith('/api/') ? 'POST' : expect.stringMatching(/^GET, HEAD/),
        ]);
      }
    },
  );
});

describe('a form from another site', () => {
  const form = 'email=a%40clinic.test&password=x';
  const post = (path: string) =>
    send(
      [
        `POST ${path} HTTP/1.1`,
        ours(),
        'Origin: http://evil.example',
        'Content-Type: application/x-www-form-urlencoded',
      ],
      form,
    );
  test.each([
    '/login',
    '/./login',
    '/api/../login',
    '/api/%2e%2e/login',
    '/api/..\\login',
    '/api\\..\\login',
  ])('is refused by %s', async (path) => {
    expect((await post(path)).status).toBe(403);
  });

  test('is left to the check of an API call, however its path is spelt', async () => {
    for (const path of ['/api/v1/auth/login', '/login/../api/v1/auth/login'])
      expect((await post(path)).status).toBe(401);
  });
});

describe('a call with an alternative spelling of its path that Remix accepts', () => {
  const list = '/api/v1/report/get-report-by-patientId';
  const plain = [
    `${list}?limit=2`,
    `/api/v1/report/get-report/ID`,
    `/api/v1/report/get-report/nobody`,
    '/api/v1/report/no-such-call',
    '/api/v1/auth/login',
  ];
  const numbered = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
  const spellings: [as: string, spell: (target: string) => string][] = [
    ['with a percent-encoded letter', (target) => target.replace(/[a-z](?=\?|$)/i, numbered)],
    ['with a trailing slash', (target) => target.replace(/(?=\?|$)/, '/')],
    ['with dot segments', (target) => target.replace('/api/', '/x/../api/')],
  ];
  // Headers that differ between any two answers, or mark the end of the body.
  const ofEach = ['x-request-id', 'date', 'ratelimit', 'content-length', 'transfer-encoding', 'link'];
  const answerTo = async (method: string, target: string) => {
    const token = `Authorization: ${world.bearer('patient').Authorization}`;
    const { status, headers, text } = await send([`${method} ${target} HTTP/1.1`, ours(), token]);
    for (const name of ofEach) delete headers[name];
    const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
    // A link expires a quarter of an hour after its own second.
    return { status, headers, body: json.replaceAll(/(until=)\d+(&signature=)[\w-]+/g, '$1$2') };
  };
  test.each(spellings)('%s gets the same answer', async (_as, spell) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH'])
      for (const template of plain) {
        const target = template.replace('ID', world.pendingId);
        expect(await answerTo(method, spell(target)), `${method} ${target}`).toEqual(
          await answerTo(method, target),
        );
      }
  });
});

test('idle connections stay open longer than a proxy keeps them', async () => {
  const agent = new Agent({ keepAlive: true });
  const keepAlive = await new Promise((resolve, reject) => {
    getBy(`${world.service.url}/healthz`, { agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer.headers['keep-alive']));
    }).once('error', reject);
  });
  agent.destroy();
  expect(keepAlive).toBe('timeout=130');
});

test('rejects JSON of a hundred thousand levels, with and without an Idempotency-Key', async () => {
  const deep = (levels: number) => `{"review":"x","y":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  const review = (body: string, key: Record<string, string>) =>
    world.ask(`/api/v1/report/add-review/${world.reviewedId}`, {
      method: 'POST',
      headers: { ...world.bearer('expert'), 'Content-Type': 'application/json', ...key },
      body,
    });
  const keys: Record<string, string>[] = [{ 'Idempotency-Key': 'deep' }, {}];
  for (const key of keys) {
    const { status, text } = await review(deep(100_000), key);
    expect([status, JSON.parse(text)]).toEqual([
      400,
      { success: false, message: 'The JSON has too many levels', code: 'unreadable_request' },
    ]);
    expect((await review(deep(18), key)).status, 'a few levels').toBe(409);
  }
});
