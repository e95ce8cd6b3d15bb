import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isShort } from '../support/short-form.ts';
import { openService, type Person, type Service } from './support/service';

let service: Service;
let patient: Person;
let stopWatching: () => Promise<{ peakMegabytes: number; unanswered: number; answerCount: number }>;

beforeAll(async () => {
  service = await openService();
  patient = await service.join('Patient');
  stopWatching = watch();
});
afterAll(() => service?.close());

const bytesOf = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url)));

/** Measures the server's memory and checks that other users still get a page, until stopped. */
function watch() {
  let isOver = false;
  let peak = 0;
  const requested = { answerCount: 0, unanswered: 0 };
  const memory = (async () => {
    while (!isOver) {
      peak = Math.max(peak, residentKilobytes(service.ownServer?.pid));
      await sleep(20);
    }
  })();
  const otherVisits = (async () => {
    while (!isOver) {
      const status = await fetch(`${service.url}/login`).then(
        ({ status }) => status,
        () => 0,
      );
      if (status === 200) requested.answerCount += 1;
      else requested.unanswered += 1;
      await sleep(100);
    }
  })();
  return async () => {
    isOver = true;
    await Promise.all([memory, otherVisits]);
    return { peakMegabytes: peak / 1024, ...requested };
  };
}

function residentKilobytes(pid: number | undefined) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

const boundary = 'a-boundary-of-nobody';
const part = (disposition: string | Buffer, content: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; `),
    Buffer.from(disposition),
    Buffer.from('\r\n\r\n'),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const end = Buffer.from(`--${boundary}--\r\n`);

/**
 * Builds a report's form byte by byte, as an attacker writes it: no library cleans the file's name.
 */
const formWith = (filename: string | Buffer, content: Buffer) =>
  Buffer.concat([
    part('name="reportType"', 'MRI'),
    part('name="phoneNumber"', '9876543210'),
    part(
      Buffer.concat([Buffer.from('name="report"; filename="'), Buffer.from(filename), Buffer.from('"')]),
      content,
    ),
    end,
  ]);

const headersOf = (person = patient) => ({
  Authorization: `Bearer ${person.token}`,
  'Content-Type': `multipart/form-data; boundary=${boundary}`,
});

async function upload(filename: string | Buffer, content: Buffer) {
  const answer = await fetch(`${service.url}/api/v1/report/upload-report`, {
    method: 'POST',
    headers: headersOf(),
    body: new Uint8Array(formWith(filename, content)),
  });
  const json = (await answer.json()) as { message: string; data?: { reportUrl: string } };
  const served = json.data && (await fetch(json.data.reportUrl));
  await served?.arrayBuffer();
  return { status: answer.status, served };
}

/** Lists the names in the server's folders, and beside them. */
const namesOnDisk = () => {
  const { dataDir = '' } = service.ownServer ?? {};
  return readdirSync(dataDir, { recursive: true }).map(String);
};

describe('a file with a strange name', () => {
  const names: [what: string, name: string | Buffer][] = [
    ['a path out of the folder', '../../../../etc/cron.d/evil.pdf'],
    ['a Windows path out of the folder', '..\\..\\evil.pdf'],
    ['an absolute path', '/tmp/evil.pdf'],
    ['an encoded line break', 'evil%0d%0aX-Evil: 1.pdf'],
    ['three hundred letters', `${'e'.repeat(300)}.pdf`],
    ['markup', '<img src=x onerror=alert(1)>.pdf'],
    ['a reversed reading direction', 'evil\u202efdp.exe'],
    ['four-byte characters', 'evil 𝒳🩺.pdf'],
    ['bytes that are not text', Buffer.from([0x65, 0xff, 0xfe, 0xc3, 0x28])],
  ];
  test.each(names)(
    '%s: is stored under a generated name and served under a harmless one',
    async (_what, name) => {
      const beside = readdirSync(dirname(service.ownServer?.dataDir ?? '')).filter((one) =>
        /evil|eee/.test(one),
      );
      const { status, served } = await upload(name, bytesOf('blood-test.pdf'));
      expect([status, served?.status]).toEqual([200, 200]);
      expect(served?.headers.get('x-evil')).toBeNull();
      const disposition = served?.headers.get('content-disposition') ?? '';
      expect(disposition).toMatch(/^inline; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w.~!#$&+^`|%-]*$/);
      expect(/filename="([^"]*)"/.exec(disposition)?.[1]).not.toMatch(/[\\%]/);
      expect(namesOnDisk().filter((one) => /evil|eee|cron/.test(one))).toEqual([]);
      expect(
        readdirSync(dirname(service.ownServer?.dataDir ?? '')).filter((one) => /evil|eee/.test(one)),
      ).toEqual(beside);
    },
  );

  test.each([
    ['a line break', 'evil.pdf"\r\nX-Evil: 1\r\nX-More: "'],
    ['a zero byte', 'evil.pdf\0.png'],
  ])('%s: is rejected or has no effect', async (_what, name) => {
    const { status, served } = await upload(name, bytesOf('blood-test.pdf'));
    expect([200, 400, 422]).toContain(status);
    expect(served?.headers.get('x-evil') ?? null).toBeNull();
    expect(namesOnDisk().filter((one) => one.includes('evil'))).toEqual([]);
  });
});

describe('a file of two types at once', () => {
  const page = Buffer.from('<html><script>alert(document.cookie)</script></html>');
  const script = Buffer.from('*/=1;alert(document.cookie)//');
  const served: [what: string, bytes: () => Buffer, type: string][] = [
    [
      'a PDF followed by HTML',
      () => Buffer.concat([bytesOf('blood-test.pdf'), page, Buffer.from('\n%%EOF')]),
      'application/pdf',
    ],
    ['a GIF followed by a script', () => Buffer.concat([bytesOf('ecg.gif'), script]), 'image/gif'],
    ['a PNG followed by HTML', () => Buffer.concat([bytesOf('rash.png'), page]), 'image/png'],
  ];
  test.each(served)('%s is never served as its hidden type', async (_what, bytes, type) => {
    const { status, served: answer } = await upload('x.html', bytes());
    // The upload is either accepted or rejected with 422.
    if (status !== 200) return expect([status, answer]).toEqual([422, undefined]);
    expect(answer?.headers.get('content-type')).toBe(type);
    expect(answer?.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer?.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*\bsandbox\b(?! allow)/,
    );
  });

  const refused: [what: string, bytes: () => Buffer][] = [
    ['HTML followed by a PDF', () => Buffer.concat([page, bytesOf('blood-test.pdf')])],
    ['a script that begins like a GIF', () => Buffer.from('GIF89a/*\0\0\0\0*/=1;alert(document.cookie)')],
    ['an SVG named as a PNG', () => bytesOf('svg-named.png')],
    ['HTML named as a PDF', () => bytesOf('page-named.pdf')],
    ['an archive', () => bytesOf('archive.zip')],
    [
      'an SVG after white space',
      () => Buffer.from(`\n \t<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
    ],
  ];
  test.each(refused)('%s is rejected', async (_what, bytes) => {
    const { status } = await upload('photo.png', bytes());
    expect([415, 422]).toContain(status);
  });

  test('a plain PDF is accepted and served as a PDF', async () => {
    const { status, served: answer } = await upload('x.pdf', bytesOf('blood-test.pdf'));
    expect([status, answer?.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });
});

describe('an oversized file', () => {
  /** Builds an empty picture: few bytes, very many pixels. */
  function pngOf(side: number) {
    const chunk = (kind: string, data: Buffer) => {
      const named = Buffer.concat([Buffer.from(kind), data]);
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
      length.writeUInt32BE(data.length);
      sum.writeUInt32BE(crc32(named));
      return Buffer.concat([length, named, sum]);
    };
    const head = Buffer.alloc(13);
    head.writeUInt32BE(side, 0);
    head.writeUInt32BE(side, 4);
    head[8] = 1;
    const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)));
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    return Buffer.concat([
      signature,
      chunk('IHDR', head),
      chunk('IDAT', rows),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }

  test('rejects a picture of 20,000 × 20,000 pixels and accepts one of 200 × 200', async () => {
    expect((await upload('large.png', pngOf(20_000))).status).toBe(422);
    expect((await upload('small.png', pngOf(200))).status).toBe(200);
  });

  // Takes ten seconds of CPU time; the decoder's own tests stop the same file sooner.
  test.skipIf(isShort)('an endless PDF fails without affecting other uploads', async () => {
    expect((await upload('endless.pdf', bytesOf('endless.pdf'))).status).toBe(422);
    expect((await upload('fine.pdf', bytesOf('blood-test.pdf'))).status).toBe(200);
  });

  test.each([true, false])(
    'does not read a million parts of a form (with Content-Length: %s)',
    async (isSaid) => {
      const smallPart = part('name="a"', 'x');
      const many = Buffer.concat(Array.from({ length: 10_000 }, () => smallPart));
      const answer = await raw(async (write) => {
        const length = isSaid
          ? `Content-Length: ${smallPart.length * 1e6 + end.length}`
          : 'Transfer-Encoding: chunked';
        await write(headOf('/api/v1/report/upload-report', [length]));
        const chunk = isSaid
          ? many
          : Buffer.concat([Buffer.from(`${many.length.toString(16)}\r\n`), many, Buffer.from('\r\n')]);
        for (let at = 0; at < 100; at += 1) await write(chunk);
        await write(isSaid ? end : Buffer.from(`${end.length.toString(16)}\r\n${end}\r\n0\r\n\r\n`));
      });
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    },
  );
});

/** Builds the head of a request as an attacker writes it. */
const headOf = (path: string, extraHeaders: string[]) =>
  Buffer.from(
    [
      `POST ${path} HTTP/1.1`,
      `Host: ${new URL(service.url).host}`,
      ...Object.entries(headersOf()).map(([name, value]) => `${name}: ${value}`),
      ...extraHeaders,
      '\r\n',
    ].join('\r\n'),
  );

/**
 * Writes freely to the server's socket.
 *
 * @returns the answer, until the connection ends or is silent for a second.
 */
function raw(
  send: (write: (bytes: Buffer) => Promise<void>) => Promise<void>,
  silentMs = 1000,
): Promise<string> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    let timer: NodeJS.Timeout | undefined;
    const finish = () => {
      socket.destroy();
      resolve(answer);
    };
    const write = (bytes: Buffer) =>
      new Promise<void>((written) => {
        if (socket.destroyed) return written();
        socket.write(bytes, () => written());
      });
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
      clearTimeout(timer);
      timer = setTimeout(finish, silentMs);
    });
    socket.on('error', finish);
    socket.on('close', finish);
    socket.on('connect', () => {
      void send(write).then(() => {
        timer ??= setTimeout(finish, 10 * silentMs);
      });
    });
  });
}

describe('a false Content-Length', () => {
  const body = () => formWith('x.pdf', bytesOf('blood-test.pdf'));
  const path = '/api/v1/report/upload-report';
  const first = (answer: string) => answer.split('\r\n')[0];

  test('the same bytes with the right length make a report', async () => {
    const answer = await raw(async (write) => {
      await write(headOf(path, [`Content-Length: ${body().length}`]));
      await write(body());
    });
    expect(first(answer)).toBe('HTTP/1.1 200 OK');
  });

  test.each([
    ['less than the bytes sent', () => [`Content-Length: ${body().length - 500}`]],
    ['ten bytes', () => ['Content-Length: 10']],
    ['a negative length', () => ['Content-Length: -1']],
    ['two lengths', () => ['Content-Length: 10', `Content-Length: ${body().length}`]],
    [
      'a length together with chunks',
      () => [`Content-Length: ${body().length}`, 'Transfer-Encoding: chunked'],
    ],
    ['not a number', () => ['Content-Length: many']],
  ])('%s: makes no report', async (_what, lengths) => {
    const answer = await raw(async (write) => {
      await write(headOf(path, lengths()));
      await write(body());
    });
    expect(answer).not.toContain('HTTP/1.1 200');
    expect(first(answer)).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  test('stores nothing if the length exceeds the bytes sent and the connection is cut', async () => {
    const before = namesOnDisk().filter((name) => name.startsWith('uploads')).length;
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    socket.write(headOf(path, ['Content-Length: 20000000']));
    socket.write(body().subarray(0, -200));
    await sleep(300);
    socket.destroy();
    await expect.poll(() => namesOnDisk().filter((name) => name.startsWith('uploads')).length).toBe(before);
  });

  test('rejects a length far above the limit before reading the body', async () => {
    const answer = await raw(async (write) => {
      await write(headOf(path, ['Content-Length: 9000000000000']));
      await write(body());
    });
    expect(first(answer)).toMatch(/^HTTP\/1\.1 413 /);
  });
});

test('the server kept its memory low and answered other users throughout', async () => {
  const { peakMegabytes, answerCount, unanswered } = await stopWatching();
  expect(answerCount).toBeGreaterThan(20);
  expect(unanswered).toBe(0);
  expect(peakMegabytes).toBeLessThan(400);
  // Without /proc, there is nothing to measure.
  if (process.platform === 'linux') expect(peakMegabytes).toBeGreaterThan(50);
});
