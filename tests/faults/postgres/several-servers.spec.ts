import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bundled } from '../../support/bundled.ts';
import { openBeside, takeUnmigrated } from '../../support/test-database.ts';
import { makeBucket } from '../../support/test-storage.ts';
import { startSwift } from '../../tools/programs/swift.mjs';
import { remove } from '../support/clinic.ts';
import { figures, isFull, within } from '../support/scale.ts';
import { freePort, launch, machine, type Server, settingsOf } from '../support/server.ts';

/** What is one more way in which two servers do not agree. */
const testInFull = test.runIf(isFull);

const root = fileURLToPath(new URL('../../..', import.meta.url));

let store: Awaited<ReturnType<typeof startSwift>>;
let bucket: string;
let folder: string;
let shared: Record<string, string>;
let beside: ReturnType<typeof openBeside>;
let launched: Server[];
beforeAll(async () => {
  store = await startSwift();
  bucket = await makeBucket(store.settings, 'servers');
});
afterAll(() => store?.stop());
beforeEach(async () => {
  launched = [];
  folder = mkdtempSync(join(tmpdir(), 'servers-'));
  shared = {
    DATABASE_URL: await takeUnmigrated(),
    FILE_KEY: 'f1'.repeat(32),
    SESSION_SECRET: 'a secret of thirty-two characters',
    PUBLIC_URL: 'http://clinic.test',
    SMTP_URL: 'smtp://127.0.0.1:9',
    ...store.settings,
    STORAGE_URL: `s3://${bucket}/${folder.replace(/\W/g, '')}`,
  };
  beside = openBeside(shared.DATABASE_URL ?? '');
});
afterEach(async () => {
  for (const one of launched) if (!one.isGone()) await one.kill();
  await beside.close();
  await remove(folder);
});

/** Starts a server of a name, in a folder of that name. */
async function begin(name: string, more: Record<string, string> = {}, at = name) {
  const server = launch(join(folder, at), await freePort(), { SERVER_NAME: name, ...shared, ...more });
  launched.push(server);
  return server;
}
async function up(...args: Parameters<typeof begin>) {
  const server = await begin(...args);
  await server.ready();
  return server;
}
/** What a server says that may not start. */
async function refusal(...args: Parameters<typeof begin>) {
  const server = await begin(...args);
  expect(await server.gone).toBe(1);
  return server.log();
}
/** Whether a server did not reach its database in time, on a machine with much else to do. */
const wasLate = (server: Server) => server.log().includes('connection timeout');
const names = async () =>
  (await beside.rows('select name from servers order by name')).map(({ name }) => name);

/** Runs a command of the project in a folder of its own. */
async function command(script: string, more: Record<string, string> = {}) {
  const dataDir = join(folder, 'command');
  const child = spawn(process.execPath, [await bundled(`scripts/${script}.ts`)], {
    cwd: root,
    env: { ...machine(), ...settingsOf(dataDir, 1, { ...shared, ...more }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, said };
}

test(
  'Servers that agree run beside each other, and one that differs, has a taken name or stands alone is refused',
  async () => {
    const north = await up('north');
    await up('south');
    expect(await names()).toEqual(['north', 'south']);
    const audit = await beside.rows('select count(*) as n from audit');
    expect(
      await refusal('west', { PUBLIC_URL: 'http://other.test', SESSION_SECRET: 'x'.repeat(40) }),
    ).toContain(
      'The server north is running on this database with another SESSION_SECRET, PUBLIC_URL. All servers of a clinic have the same. Nothing was changed.',
    );
    expect(await refusal('north', {}, 'elsewhere')).toContain(
      'A server with the name north is running on this database already. Give this one another SERVER_NAME.',
    );
    expect(await refusal('west', { STORAGE_URL: '' })).toContain(
      'a second one needs STORAGE_URL to be set on both',
    );
    expect(await refusal('west', { SMTP_URL: '' })).toContain(
      'a second one needs SMTP_URL to be set on both',
    );
    expect(await refusal('west', { FILE_KEY: 'e2'.repeat(32) })).toContain(
      'was written under another FILE_KEY',
    );
    expect(await names()).toEqual(['north', 'south']);
    expect(await beside.rows('select count(*) as n from audit')).toEqual(audit);
    await north.stop();
    expect(await names()).toEqual(['south']);
  },
  within(5),
);

testInFull(
  'A server without a store or a mail server keeps every other one from starting',
  async () => {
    const alone = await up('alone', { STORAGE_URL: '' });
    expect(await refusal('second', { STORAGE_URL: '' })).toContain('The server alone is running');
    expect(await refusal('third')).toContain('a second one needs STORAGE_URL to be set on both');
    await alone.stop();
    await up('fourth', { SMTP_URL: '' });
    expect(await refusal('third')).toContain('a second one needs SMTP_URL to be set on both');
  },
  within(5),
);

/** Starts the server north in another folder; the last sign of the one before is so much newer. */
async function startElsewhere(laterMs: number, at = 'elsewhere') {
  await beside.rows(
    `update servers set seen_at = (extract(epoch from clock_timestamp()) * 1000)::bigint + ${Math.round(laterMs)}`,
  );
  return up('north', { STORAGE_URL: '', LOG_LEVEL: 'info' }, at);
}

test(
  'A killed server starts again at once where it was, and under its name elsewhere within 30 seconds',
  async () => {
    const first = await up('north', { STORAGE_URL: '' });
    await first.kill();
    const again = await up('north', { STORAGE_URL: '' });
    figures('a start after kill -9', { ms: Math.round(again.readyMs()) });
    expect(again.log()).not.toContain('server.waits');
    await again.kill();
    // As in a container that was made anew, whose disk is empty. It asks who is there some time
    // after it was begun, and finds a sign as old as if it had asked at once.
    let startMs = again.readyMs();
    let elsewhere = await startElsewhere(startMs);
    for (let other = 1; !elsewhere.log().includes('server.waits'); other += 1) {
      // It began so late that the sign was too old when it asked.
      expect(elsewhere.readyMs()).toBeGreaterThan(startMs);
      await elsewhere.kill();
      startMs = elsewhere.readyMs();
      elsewhere = await startElsewhere(startMs, `elsewhere ${other}`);
    }
    figures('a start elsewhere after kill -9', { ms: Math.round(elsewhere.readyMs() - startMs) });
    // Beside the 30 seconds stands what a start takes here and now.
    expect(elsewhere.readyMs()).toBeLessThan(30_000 + 3 * startMs);
    expect(await names()).toEqual(['north']);
  },
  within(5),
);

testInFull(
  'Of two servers with different settings that start at the same moment one comes up',
  async () => {
    for (let [round, rounds] = [0, 10]; round < rounds; round += 1) {
      const both = await Promise.all([
        begin(`a${round}`, { PUBLIC_URL: 'http://one.test' }),
        begin(`b${round}`, { PUBLIC_URL: 'http://other.test' }),
      ]);
      const refused = await Promise.race(both.map((server) => server.gone.then(() => server)));
      const other = both.find((server) => server !== refused);
      if (wasLate(refused)) {
        // Nobody is left in the way of the next two.
        await other?.ready().catch(() => undefined);
        await other?.stop();
        rounds += 1;
        continue;
      }
      await other?.ready();
      expect(refused.log()).toContain('with another PUBLIC_URL');
      await sleep(500);
      expect(await names()).toHaveLength(1);
      await other?.stop();
    }
  },
  within(10),
);

test(
  'A command that needs the database alone is refused beside a server, and a server that stood still meanwhile ends',
  async () => {
    const server = await up('north');
    const beside = await command('rotate-key', { NEW_FILE_KEY: 'c3'.repeat(32) });
    expect(beside.code).toBe(1);
    expect(beside.said).toContain('The server north is running on this database: it was last seen');
    process.kill(server.pid, 'SIGSTOP');
    // Longer than a server counts as running that says nothing.
    await sleep(31_000);
    const alone = await command('rotate-key', { NEW_FILE_KEY: 'c3'.repeat(32) });
    expect([alone.code, alone.said]).toEqual([0, expect.stringContaining('Done.')]);
    const other = await up('north', { FILE_KEY: 'c3'.repeat(32) }, 'elsewhere');
    process.kill(server.pid, 'SIGCONT');
    expect(await server.gone).toBe(1);
    expect(server.log()).toContain('A server with the name north is running on this database already.');
    expect(other.isGone()).toBe(false);
  },
  within(5),
);
