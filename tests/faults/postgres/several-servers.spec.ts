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
import { isFull, printFigures, timeoutFor } from '../support/scale.ts';
import { freePort, launch, machine, type Server, settingsOf } from '../support/server.ts';

/** Tests of further ways in which two servers disagree. Only the full suite runs them. */
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
  for (const one of launched) if (!one.hasExited()) await one.kill();
  await beside.close();
  await remove(folder);
});

/** Launches a server under a name, in the folder of that name unless `at` says otherwise. */
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
/** Launches a server that must refuse to start and returns its message. */
async function refusal(...args: Parameters<typeof begin>) {
  const server = await begin(...args);
  expect(await server.exited).toBe(1);
  return server.log();
}
/** Tells whether a server failed to reach its database in time because the machine is busy. */
const wasLate = (server: Server) => server.log().includes('connection timeout');
const names = async () =>
  (await beside.rows('select name from servers order by name')).map(({ name }) => name);

/** Runs one of the project's commands in a folder of its own. */
async function command(script: string, extraSettings: Record<string, string> = {}) {
  const dataDir = join(folder, 'command');
  const child = spawn(process.execPath, [await bundled(`scripts/${script}.ts`)], {
    cwd: root,
    env: { ...machine(), ...settingsOf(dataDir, 1, { ...shared, ...extraSettings }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output };
}

test(
  'refuses a second server with other settings, a used name, or no store or mail server',
  async () => {
    const north = await up('north');
    await up('south');
    expect(await names()).toEqual(['north', 'south']);
    const audit = await beside.rows('select count(*) as n from audit');
    expect(
      await refusal('west', { PUBLIC_URL: 'http://other.test', SESSION_SECRET: 'x'.repeat(40) }),
    ).toContain(
      'The server north is running on this database with different values of SESSION_SECRET, PUBLIC_URL. All servers of a clinic need the same values. Nothing was changed.',
    );
    expect(await refusal('north', {}, 'elsewhere')).toContain(
      'A server named north is already running on this database. Set another SERVER_NAME.',
    );
    expect(await refusal('west', { STORAGE_URL: '' })).toContain('A second server needs STORAGE_URL on both');
    expect(await refusal('west', { SMTP_URL: '' })).toContain('A second server needs SMTP_URL on both');
    expect(await refusal('west', { FILE_KEY: 'e2'.repeat(32) })).toContain(
      'was written with a different FILE_KEY',
    );
    expect(await names()).toEqual(['north', 'south']);
    expect(await beside.rows('select count(*) as n from audit')).toEqual(audit);
    await north.stop();
    expect(await names()).toEqual(['south']);
  },
  timeoutFor(5),
);

test(
  'shows on each server what an admin has typed on another one, without a new start',
  async () => {
    const servers = [await up('north'), await up('south')];
    const pageOf = async ({ url }: Server) => (await fetch(`${url}/about-us`)).text();
    for (const server of servers) expect(await pageOf(server)).not.toContain('Ward 7, Station Road');
    // The row of a server, with a word that only a later release has.
    const words = JSON.stringify({ OFFICE_ADDRESS: 'Ward 7, Station Road', LATER_WORD: 'unknown' });
    await beside.rows(
      `insert into clinic_details (id, words, changed_at) values ('clinic', '${words}', ${Date.now()})`,
    );
    for (const server of servers)
      await expect.poll(() => pageOf(server), { timeout: 30_000 }).toContain('Ward 7, Station Road');
  },
  timeoutFor(5),
);

testInFull(
  'keeps other servers from starting beside one without a store or a mail server',
  async () => {
    const alone = await up('alone', { STORAGE_URL: '' });
    expect(await refusal('second', { STORAGE_URL: '' })).toContain('The server alone is running');
    expect(await refusal('third')).toContain('A second server needs STORAGE_URL on both');
    await alone.stop();
    await up('fourth', { SMTP_URL: '' });
    expect(await refusal('third')).toContain('A second server needs SMTP_URL on both');
  },
  timeoutFor(5),
);

/**
 * Starts the server `north` in another folder, with its predecessor's last sign of life `laterMs`
 * newer.
 */
async function startElsewhere(laterMs: number, at = 'elsewhere') {
  await beside.rows(
    `update servers set seen_at = (extract(epoch from clock_timestamp()) * 1000)::bigint + ${Math.round(laterMs)}`,
  );
  return up('north', { STORAGE_URL: '', LOG_LEVEL: 'info' }, at);
}

test(
  'restarts a killed server at once in its folder, and under its name elsewhere within 30 seconds',
  async () => {
    const first = await up('north', { STORAGE_URL: '' });
    await first.kill();
    const again = await up('north', { STORAGE_URL: '' });
    printFigures('a start after kill -9', { ms: Math.round(again.readyMs()) });
    expect(again.log()).not.toContain('server.waits');
    await again.kill();
    // As in a recreated container with an empty disk. The server looks for others some time after
    // its launch, and then finds a sign of life as old as if it had looked at once.
    let startMs = again.readyMs();
    let elsewhere = await startElsewhere(startMs);
    for (let attempt = 1; !elsewhere.log().includes('server.waits'); attempt += 1) {
      // The server started so slowly that the sign of life had expired when it looked.
      expect(elsewhere.readyMs()).toBeGreaterThan(startMs);
      await elsewhere.kill();
      startMs = elsewhere.readyMs();
      elsewhere = await startElsewhere(startMs, `elsewhere ${attempt}`);
    }
    printFigures('a start elsewhere after kill -9', { ms: Math.round(elsewhere.readyMs() - startMs) });
    // The 30 seconds, plus the time a start takes on this machine.
    expect(elsewhere.readyMs()).toBeLessThan(30_000 + 3 * startMs);
    expect(await names()).toEqual(['north']);
  },
  timeoutFor(5),
);

testInFull(
  'starts one of two servers with different settings at the same moment',
  async () => {
    for (let [round, rounds] = [0, 10]; round < rounds; round += 1) {
      const both = await Promise.all([
        begin(`a${round}`, { PUBLIC_URL: 'http://one.test' }),
        begin(`b${round}`, { PUBLIC_URL: 'http://other.test' }),
      ]);
      const refused = await Promise.race(both.map((server) => server.exited.then(() => server)));
      const runningServer = both.find((server) => server !== refused);
      if (wasLate(refused)) {
        // Stops the remaining server before the next round.
        await runningServer?.ready().catch(() => undefined);
        await runningServer?.stop();
        rounds += 1;
        continue;
      }
      await runningServer?.ready();
      expect(refused.log()).toContain('with different values of PUBLIC_URL');
      await sleep(500);
      expect(await names()).toHaveLength(1);
      await runningServer?.stop();
    }
  },
  timeoutFor(10),
);

test(
  'refuses a command that needs the database alone beside a server, and stops a server that was suspended meanwhile',
  async () => {
    const server = await up('north');
    const beside = await command('rotate-key', { NEW_FILE_KEY: 'c3'.repeat(32) });
    expect(beside.code).toBe(1);
    expect(beside.output).toContain('The server north is running on this database: it was last seen');
    process.kill(server.pid, 'SIGSTOP');
    // Longer than a silent server counts as running.
    await sleep(31_000);
    const alone = await command('rotate-key', { NEW_FILE_KEY: 'c3'.repeat(32) });
    expect([alone.code, alone.output]).toEqual([0, expect.stringContaining('Done.')]);
    const otherServer = await up('north', { FILE_KEY: 'c3'.repeat(32) }, 'elsewhere');
    process.kill(server.pid, 'SIGCONT');
    expect(await server.exited).toBe(1);
    expect(server.log()).toContain('A server named north is already running on this database.');
    expect(otherServer.hasExited()).toBe(false);
  },
  timeoutFor(5),
);
