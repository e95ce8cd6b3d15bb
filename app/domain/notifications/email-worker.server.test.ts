import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeEmailComposer } from '~/i18n/notifications/compose-email';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { atomically, closeDatabase, db, openDatabase } from '~/platform/db/db.server';
import { setLogLevel } from '~/platform/observability/log.server';
import { longestHandoverMs, type Mail, openMail } from '~/platform/senders/mail.server';
import { runSql } from '../../../tests/support/raw';
import { releaseClaims, sendWaiting, startEmailWorker } from './email-worker.server';
import { enqueueEmail } from './enqueue-email.server';
import { toMailFailure } from './mail-failure';

const emails = makeEmailComposer(() => ({ productName: 'SecondLook', publicUrl: 'http://clinic.test' }));
const from = { name: 'SecondLook', address: 'no-reply@clinic.test' };
const minute = 60_000;

let dataDir: string;
let port: number;
let server: SMTPServer | undefined;
let mail: Mail;
/** The e-mails that the mail server accepted, and all that were offered to it. */
let delivered: { recipients: string[]; text: string }[];
let requested: string[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  setLogLevel('silent');
  dataDir = mkdtempSync(join(tmpdir(), 'postman-'));
  await openDatabase({ url: ':memory:', fileKey: Buffer.alloc(32, 3) });
  [delivered, requested, port] = [[], [], await freePort()];
  mail = openMail({ smtpUrl: `smtp://127.0.0.1:${port}`, from: () => from, dataDir });
});
afterEach(async () => {
  mail.close();
  await stopServer();
  await closeDatabase();
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true, force: true });
});

function freePort() {
  return new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Starts a real mail server that refuses the given number of e-mails with 451 and then accepts
 * them.
 */
function startServer({
  refusals = 0,
  encryption,
}: {
  refusals?: number;
  encryption?: 'at once' | 'later';
} = {}) {
  let refusalsLeft = refusals;
  server = new SMTPServer({
    authOptional: true,
    // Without a certificate of its own, the library shows one that it has signed itself.
    secure: encryption === 'at once',
    disabledCommands: encryption ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    onData(stream, session, respond) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const text = Buffer.concat(pieces).toString('utf8');
        requested.push(text);
        refusalsLeft -= 1;
        if (refusalsLeft >= 0) return respond(Object.assign(new Error('come again'), { responseCode: 451 }));
        delivered.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), text });
        return respond();
      });
    },
  });
  return new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', () => resolve()));
}

function stopServer() {
  const old = server;
  server = undefined;
  return new Promise<void>((resolve) => (old ? old.close(() => resolve()) : resolve()));
}

const put = (overrides: Partial<Parameters<typeof enqueueEmail<'code'>>[0]> = {}) =>
  atomically([
    enqueueEmail({
      template: 'code',
      to: { name: 'Asha', address: 'asha@village.test' },
      params: { code: '123456', minutes: 10 },
      language: 'en',
      ...overrides,
    }),
  ]);
const rounds = () => sendWaiting(mail, emails);
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const box = () => db().select().from(outbox);
const idIn = (text: string) => /^Message-ID: (<.+>)\r?$/im.exec(text)?.[1];

describe('an e-mail', () => {
  test('reaches the mailbox once, from the clinic, and its content is erased', async () => {
    await startServer();
    await put();
    await rounds();
    await rounds();
    expect(delivered.map(({ recipients }) => recipients)).toEqual([['asha@village.test']]);
    const [{ text } = { text: '' }] = delivered;
    expect(text).toMatch(/^From: SecondLook <no-reply@clinic\.test>\r$/m);
    expect(text).toMatch(/^Subject: 123456 is your SecondLook code\r$/m);
    expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(await box()).toMatchObject([{ state: 'sent', tries: 0, facts: '{}' }]);
  });

  test.each([
    ['smtps', 'at once'],
    ['smtp', 'later'],
  ] as const)(
    'is not sent by %s to a server whose certificate nobody vouches for, and admins read why',
    async (protocol, encryption) => {
      mail.close();
      mail = openMail({ smtpUrl: `${protocol}://127.0.0.1:${port}`, from: () => from, dataDir });
      await startServer({ encryption });
      // The server notes that the connection was broken off.
      server?.on('error', () => undefined);
      await put();
      await rounds();
      expect([requested, delivered]).toEqual([[], []]);
      const [row] = await box();
      expect(row).toMatchObject({ state: 'waiting', tries: 1 });
      expect(toMailFailure(JSON.parse(row?.facts ?? '{}').lastError)).toBe('certificate');
    },
  );

  test('to a name with a comma reaches one person', async () => {
    await startServer();
    await put({ to: { name: 'Rao, Asha <x@evil.test>', address: 'asha@village.test' } });
    await rounds();
    expect(delivered.map(({ recipients }) => recipients)).toEqual([['asha@village.test']]);
  });

  test('is sent again later, as the same e-mail, if the mail server refuses it at first', async () => {
    await startServer({ refusals: 2 });
    await put();
    await rounds();
    expect(await box()).toMatchObject([{ state: 'waiting', tries: 1 }]);
    later(minute - 1000);
    await rounds();
    expect(requested, 'not before its minute').toHaveLength(1);
    later(1000);
    await rounds();
    expect(await box()).toMatchObject([{ state: 'waiting', tries: 2 }]);
    later(2 * minute);
    await rounds();
    expect(await box()).toMatchObject([{ state: 'sent' }]);
    expect([requested.length, delivered.length]).toEqual([3, 1]);
    expect(new Set(requested.map(idIn)).size).toBe(1);
    expect(idIn(requested[0] ?? '')).toMatch(/^<[0-9a-z]{26}@clinic\.test>$/);
  });

  test('waits while the mail server is down, and is sent when it is up again', async () => {
    await put();
    await rounds();
    expect(await box()).toMatchObject([{ state: 'waiting', tries: 1 }]);
    await startServer();
    later(minute);
    await rounds();
    expect(delivered).toHaveLength(1);
    expect(await box()).toMatchObject([{ state: 'sent' }]);
  });

  test('with a code is not sent once it is too late to be useful', async () => {
    await put({ usefulMinutes: 10 });
    later(10 * minute);
    await startServer();
    await rounds();
    expect(requested).toEqual([]);
    expect(await box()).toMatchObject([{ state: 'too late', facts: '{}' }]);
  });

  test('is given up if every try fails until it is no longer useful', async () => {
    await put({ usefulMinutes: 2 });
    await rounds();
    later(minute);
    await rounds();
    later(2 * minute);
    await rounds();
    expect(await box()).toMatchObject([{ state: 'given up', tries: 2, facts: '{}' }]);
  });

  test('does not hold up the others if it cannot be sent', async () => {
    await startServer({ refusals: 1 });
    await put();
    await put({ to: { name: 'Dev', address: 'dev@village.test' } });
    await rounds();
    expect(delivered).toHaveLength(1);
    expect((await box()).map(({ state }) => state).sort()).toEqual(['sent', 'waiting']);
  });

  test('is sent as text and as HTML', async () => {
    await startServer();
    await put();
    await rounds();
    expect(delivered[0]?.text).toMatch(/multipart\/alternative/);
    expect(delivered[0]?.text).toContain('<html lang=3D"en" dir=3D"ltr">');
  });

  test('is sent at once when the mail server is back, with all e-mails that missed it', async () => {
    for (let at = 0; at < 6; at += 1) await put({ to: { name: '', address: `p${at}@village.test` } });
    await rounds();
    expect(
      (await box()).some(({ tries }) => tries === 0),
      'those behind were spared',
    ).toBe(true);
    await startServer();
    await put({ to: { name: '', address: 'new@village.test' } });
    await rounds();
    await rounds();
    expect(delivered).toHaveLength(7);
  });

  test('is not sent again if the mail server accepted it but the row could not be updated', async () => {
    await startServer();
    await put();
    const once: Mail = {
      ...mail,
      async deliver(letter) {
        await mail.deliver(letter);
        await runSql(`pragma query_only = on`);
      },
    };
    await sendWaiting(once, emails).catch(() => undefined);
    await runSql(`pragma query_only = off`);
    expect(await box()).toMatchObject([{ state: 'waiting' }]);
    later(minute);
    await rounds();
    expect(delivered).toHaveLength(1);
    expect(await box()).toMatchObject([{ state: 'sent' }]);
  });

  test('is tried once, even after days without a running server', async () => {
    await put({ template: 'passwordChanged', params: {} } as never);
    later(72 * 60 * minute);
    await startServer();
    await rounds();
    expect(delivered).toHaveLength(1);
  });

  test('is sent after urgent e-mails if it is not urgent', async () => {
    await startServer();
    for (let at = 0; at < 30; at += 1) await put({ to: { name: '', address: `p${at}@village.test` } });
    await put({ to: { name: '', address: 'urgent@village.test' }, usefulMinutes: 10 });
    await rounds();
    const order = delivered.map(({ recipients }) => recipients[0]);
    expect(order.indexOf('urgent@village.test')).toBeLessThan(4);
  });

  test('is sent once, also among many', async () => {
    await startServer();
    for (let at = 0; at < 45; at += 1) await put({ to: { name: '', address: `p${at}@village.test` } });
    await rounds();
    expect(new Set(delivered.map(({ recipients }) => recipients[0])).size).toBe(45);
    expect(delivered).toHaveLength(45);
  });
});

test('an e-mail that was put off while the clock was a year ahead is sent once it is right again', async () => {
  const now = Date.now();
  later(365 * 24 * 60 * minute);
  await put({ template: 'code', usefulMinutes: 60 });
  vi.setSystemTime(now);
  await startServer();
  await rounds();
  expect(delivered).toHaveLength(1);
});

describe('a claimed e-mail', () => {
  /** Leaves the mail server's answer open, like a process that dies in the meantime. */
  async function dieWithOneInHand() {
    await put();
    return new Promise<string>((inHand) => {
      const deliver: Mail['deliver'] = ({ id }) => {
        inHand(id);
        return new Promise(() => undefined);
      };
      void sendWaiting({ ...mail, deliver }, emails);
    });
  }

  test('is sent only by the process that claimed it first', async () => {
    await startServer();
    for (let at = 0; at < 30; at += 1) await put({ to: { name: '', address: `p${at}@village.test` } });
    await Promise.all(Array.from({ length: 6 }, rounds));
    expect(requested).toHaveLength(30);
    expect(new Set(delivered.map(({ recipients }) => recipients[0])).size).toBe(30);
    expect((await box()).filter(({ state, takenUntil }) => state !== 'sent' || takenUntil)).toEqual([]);
  });

  test('is sent again, as the same e-mail, after its process died and its claim expired', async () => {
    const id = await dieWithOneInHand();
    await startServer();
    await put({ to: { name: 'Dev', address: 'dev@village.test' } });
    await rounds();
    later(longestHandoverMs);
    await rounds();
    expect(delivered.map(({ recipients }) => recipients)).toEqual([['dev@village.test']]);
    later(minute);
    await rounds();
    expect(idIn(delivered[1]?.text ?? '')).toBe(`<${id}@clinic.test>`);
    expect(await box()).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  });

  test('is sent once the clock is right again if its process died while it was a year ahead', async () => {
    const now = Date.now();
    later(365 * 24 * 60 * minute);
    await dieWithOneInHand();
    vi.setSystemTime(now);
    await startServer();
    await rounds();
    expect(delivered).toHaveLength(1);
  });

  test('is sent at once after a start if no other process sends', async () => {
    await dieWithOneInHand();
    await startServer();
    await releaseClaims();
    await rounds();
    expect(delivered).toHaveLength(1);
  });

  test('is released for every process if the mail server refuses it', async () => {
    await startServer({ refusals: 1 });
    await put();
    await rounds();
    expect(await box()).toMatchObject([{ state: 'waiting', tries: 1, takenUntil: null }]);
  });
});

test('the e-mail worker sends at once when woken, and stops after the e-mail in progress', async () => {
  await startServer();
  const emailWorker = startEmailWorker(mail, emails, async () => undefined);
  await put();
  emailWorker.wake();
  await expect.poll(() => delivered).toHaveLength(1);
  await emailWorker.stop();
  await put();
  emailWorker.wake();
  expect((await box()).filter(({ state }) => state === 'waiting')).toHaveLength(1);
  await rounds();
  expect(delivered, 'the e-mail was there to be sent').toHaveLength(2);
});

test('without a mail server an e-mail is printed and stored in a file that other users cannot read', async () => {
  const printed: string[] = [];
  const folder = openMail({ from: () => from, dataDir, print: (text) => printed.push(text) });
  await put();
  await sendWaiting(folder, emails);
  expect(printed.join('')).toContain('E-mail to asha@village.test\nSubject: 123456 is your SecondLook code');
  const [name = '', ...otherFiles] = readdirSync(join(dataDir, 'mail'));
  expect([name.endsWith('.eml'), otherFiles]).toEqual([true, []]);
  expect((statSync(join(dataDir, 'mail', name)).mode & 0o777).toString(8)).toBe('600');
  const emailFile = readFileSync(join(dataDir, 'mail', name), 'utf8');
  expect(emailFile).toContain('Your code:\n\n123456\n');
  expect(idIn(emailFile)).toMatch(/@clinic\.test>$/);
  expect(await box()).toMatchObject([{ state: 'sent' }]);
});
