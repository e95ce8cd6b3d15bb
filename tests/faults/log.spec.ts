import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { noteBackup } from '~/platform/backup/backup-folder.server';
import { root } from '../../scripts/lib/project.mjs';
import { programFolder } from '../support/program.ts';
import { isThere } from '../tools/programs/apt.mjs';
import { ask } from './support/calls.ts';
import { copyOf, remove } from './support/clinic.ts';
import { timeoutFor } from './support/scale.ts';
import { freePort, type Server, start } from './support/server.ts';

const clinic = inject('clinic');
const [info, warn, error] = [30, 40, 50];
let dataDir: string;
beforeAll(async () => {
  dataDir = await copyOf(clinic);
});
afterAll(() => remove(dataDir));

type Line = { level: number; msg: string } & Record<string, unknown>;
const linesOf = (server: Server) =>
  server
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

/** Waits until the log contains an event. */
async function logged(server: Server, event: string): Promise<Line> {
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline) {
    const line = linesOf(server).find(({ msg }) => msg === event);
    if (line) return line;
    await sleep(50);
  }
  throw new Error(`${event} was not logged. The server printed:\n${server.log()}`);
}

/**
 * Turns sent e-mails into e-mails whose tries failed for too long.
 *
 * @returns Their IDs, by kind.
 */
function letTriesFail(...kinds: string[]): Record<string, string> {
  const database = new Database(join(dataDir, 'app.db'));
  const ids: Record<string, string> = {};
  for (const [at, kind] of kinds.entries()) {
    const id = database
      .prepare('select id from outbox order by id limit 1 offset ?')
      .pluck()
      .get(at) as string;
    database
      .prepare(
        "update outbox set letter = ?, state = 'waiting', tries = 9, next_try_at = 0, expires_at = 1 where id = ?",
      )
      .run(kind, id);
    ids[kind] = id;
  }
  database.close();
  return ids;
}

test(
  'reports a failed backup and an abandoned e-mail in the log of warnings and in the metrics',
  async () => {
    const ids = letTriesFail('reviewReady', 'code');
    const metricsPort = await freePort();
    // The disk with the folder of the last good backup is missing; the server starts anyway.
    const backups = join(dataDir, 'backups-away');
    writeFileSync(backups, '');
    const good = { at: 1, path: join(backups, 'a.tar'), bytes: 1, files: 0, isEncrypted: false, missing: 0 };
    noteBackup(dataDir, { good });
    const server = await start(dataDir, await freePort(), {
      LOG_LEVEL: 'warn',
      BACKUP_EVERY: '1h',
      BACKUP_DIR: backups,
      METRICS_PORT: String(metricsPort),
      SERVER_NAME: 'north-1',
    });
    try {
      const failed = await logged(server, 'backup.failed');
      expect(failed).toMatchObject({ level: error, why: 'noFolder' });
      expect(server.log()).toContain(`BACKUP_DIR: ${backups} is a file, not a folder.`);
      const givenUp = await logged(server, 'email.givenUp');
      expect(givenUp).toMatchObject({ level: error, email: ids.reviewReady, kind: 'reviewReady', tries: 9 });
      expect(await logged(server, 'email.tooLate')).toMatchObject({ level: warn, email: ids.code });
      expect(linesOf(server).filter(({ level }) => level < warn)).toEqual([]);
      const numbers = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      expect(numbers).toContain('\nsecondlook_backup_last_succeeded{server="north-1"} 0\n');
      expect(numbers).toContain('secondlook_emails_total{outcome="given up",server="north-1"} 1\n');
      expect(numbers).toMatch(/secondlook_build_info\{version="\d+\.\d+\.\d+",commit="[0-9a-z]+",node="v\d+/);
      if (isThere('promtool')) {
        const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
          input: numbers,
          encoding: 'utf8',
        });
        const outputLines = `${stdout}${stderr}`.split('\n').filter(Boolean);
        expect(outputLines.filter((line) => !/^(?:nodejs|process)_/.test(line))).toEqual([]);
      }
    } finally {
      await server.kill();
    }
  },
  timeoutFor(1),
);

test(
  'logs the start, each migration and the stop, and client addresses only if configured',
  async () => {
    const fresh = join(dataDir, 'fresh');
    for (const isIpLogged of [false, true]) {
      const server = await start(fresh, await freePort(), {
        LOG_LEVEL: 'info',
        LOG_CLIENT_IP: String(isIpLogged),
        SERVER_NAME: 'north-1',
      });
      await ask(`${server.url}/login`);
      await logged(server, 'answered');
      expect(await server.stop()).toBe(0);
      const lines = linesOf(server);
      const of = (event: string) => lines.filter(({ msg }) => msg === event);
      expect(of('server.started')).toEqual([
        expect.objectContaining({
          level: info,
          server: 'north-1',
          version: expect.stringMatching(/^\d+\.\d+\.\d+/),
          commit: expect.stringMatching(/^(?:[0-9a-f]{40}|unknown)$/),
          node: expect.stringMatching(/^v\d+/),
          ms: expect.any(Number),
        }),
      ]);
      const migrations = of('migration.applied');
      expect(migrations.length, 'only the first start migrates').toBe(isIpLogged ? 0 : migrations.length);
      if (!isIpLogged) {
        expect(migrations[0]).toMatchObject({ level: info, name: '0000_start', ms: expect.any(Number) });
        expect(migrations.length).toBeGreaterThan(4);
      }
      expect(of('server.stopping')).toEqual([
        expect.objectContaining({ signal: 'SIGTERM', openRequests: expect.any(Number) }),
      ]);
      expect(of('server.stopped')).toEqual([
        expect.objectContaining({ signal: 'SIGTERM', cutOff: 0, ms: expect.any(Number) }),
      ]);
      const answered = of('answered')[0];
      if (isIpLogged) expect(answered).toMatchObject({ clientIp: '127.0.0.1' });
      else expect(answered).not.toHaveProperty('clientIp');
    }
  },
  timeoutFor(1),
);

test(
  'names source lines of an incident to the operator, and to nobody else',
  async () => {
    const copy = await copyOf(clinic);
    const server = await start(copy, await freePort());
    try {
      const database = new Database(join(copy, 'app.db'));
      database.exec('alter table users rename to users_gone');
      database.close();
      const failed = await ask(`${server.url}/api/v1/auth/login`, {
        method: 'POST',
        body: { email: clinic.admin.email, password: 'correct horse battery' },
      });
      expect(failed.status).toBe(500);
      expect(Object.keys(failed.json).sort()).toEqual(['code', 'incident', 'message', 'success']);
      const { frames } = (await logged(server, 'incident')) as unknown as { frames: string[] };
      const inSources = frames.flatMap((frame) => {
        const [, path, line] = /\((app\/.+\.ts):(\d+):\d+\)$/.exec(frame) ?? [];
        return path ? [{ path, line: Number(line) }] : [];
      });
      const [inCheck, caller] = inSources;
      expect(inCheck?.path).toBe('app/domain/log-in/log-in.server.ts');
      const source = readFileSync(join(root, caller?.path ?? ''), 'utf8').split('\n');
      expect(source[(caller?.line ?? 0) - 1]).toContain('checkPassword(');
      const browserFiles = readdirSync(join(programFolder(), 'build/client'), { recursive: true });
      expect(browserFiles.filter((name) => String(name).endsWith('.map'))).toEqual([]);
    } finally {
      await server.kill();
      await remove(copy);
    }
  },
  timeoutFor(1),
);
