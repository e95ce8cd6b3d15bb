import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isEveryServerAble, requireNoOlderServer } from '~/domain/kernel/every-server.server';
import { runAlone } from '~/platform/db/cluster/alone.server';
import { registerServer, retryWhileOccupied } from '~/platform/db/cluster/entrance.server';
import { startBeats } from '~/platform/db/cluster/heart-beats.server';
import { openServerPresence, runningServers } from '~/platform/db/cluster/presence.server';
import {
  readServers,
  removeServer,
  renewServer,
  writeServer,
} from '~/platform/db/cluster/server-rows.server';
import { closeDatabase, openDatabase } from '~/platform/db/db.server';
import { openTurns } from '~/platform/db/postgres/open-postgres.server';
import * as log from '~/platform/observability/log.server';
import { setColumnKey } from '~/platform/secrets/column-cipher.server';
import { setSessionSecret } from '~/platform/secrets/secrets.server';
import { readSettings } from '~/platform/settings/env.server';
import { earlierFormToken, formAction, formToken, signFormsOf } from '~/web/pipeline/form-token.server';
import { anOperation, aViewer } from '../support/call';
import { openBeside, returnDatabase, takeDatabase, takeUnmigrated } from '../support/test-database';

const fileKey = Buffer.alloc(32, 1);
const build = { version: '1.2.3', commit: 'b46d27414b5efd4d4c2e2d63928e1f2b9579031b', node: 'v24' };

let url: string;
let folder: string;
let beside: ReturnType<typeof openBeside>;
let turns: Awaited<ReturnType<typeof openTurns>>;
beforeEach(async () => {
  url = await takeDatabase();
  folder = mkdtempSync(join(tmpdir(), 'servers-'));
  beside = openBeside(url);
  turns = await openTurns(url);
  setColumnKey(fileKey);
});
afterEach(async () => {
  vi.useRealTimers();
  await beside.close();
  await turns.close();
  await closeDatabase();
  rmSync(folder, { recursive: true });
  returnDatabase(url);
});

const settingsFor = (name: string, extraSettings: Record<string, string> = {}) =>
  readSettings({
    DATABASE_URL: url,
    DATA_DIR: folder,
    UPLOADS_DIR: join(folder, 'uploads'),
    SERVER_NAME: name,
    SESSION_SECRET: 'a secret of thirty-two characters',
    PUBLIC_URL: 'https://clinic.example',
    SMTP_URL: 'smtp://mail.example',
    STORAGE_URL: 's3://clinic/reports',
    ...extraSettings,
  });
const presence = (name: string, more: Record<string, string> = {}, place = name) =>
  openServerPresence(settingsFor(name, more), { place, build });
const open = (one: ReturnType<typeof presence>) => openDatabase({ url, fileKey, entrance: one.entrance });
/** Removes the newest migration from the list of applied ones while `act` runs. */
const asBefore = async <Result>(act: () => Promise<Result>) => {
  const table = '__drizzle_migrations';
  const [last] = await beside.rows(
    `delete from ${table} where created_at = (select max(created_at) from ${table}) returning *`,
  );
  const result = await act();
  await beside.rows(`insert into ${table} values (${last?.id}, '${last?.hash}', ${last?.created_at})`);
  return result;
};
const names = async () =>
  (await beside.rows('select name from servers order by name')).map(({ name }) => name);
const age = (name: string, ms: number) =>
  beside.rows(`update servers set seen_at = seen_at - ${ms} where name = '${name}'`);

test('keeps a row for a server from its start to its end, which says what it runs', async () => {
  const north = presence('north');
  await open(north);
  await north.begin(() => undefined);
  expect(await runningServers()).toMatchObject([
    { name: 'north', about: { version: '1.2.3', commit: build.commit } },
  ]);
  await age('north', 30_000);
  expect(await runningServers()).toEqual([]);
  expect(await names()).toEqual(['north']);
  await north.end();
  expect(await names()).toEqual([]);
});

test('warns with the sum if the servers may open more connections than the database accepts', async () => {
  const noted = vi.spyOn(log, 'note').mockImplementation(() => undefined);
  const warnings = () => noted.mock.calls.filter(([event]) => event === 'database.connections');
  const [row] = await beside.rows(
    "select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most",
  );
  const most = Number(row?.most);
  const north = presence('north', { DATABASE_POOL: String(most - 12) });
  await open(north);
  await north.begin(() => undefined);
  expect(warnings()).toEqual([]);
  const south = presence('south', { DATABASE_POOL: '10' });
  await closeDatabase();
  await open(south);
  await south.begin(() => undefined);
  expect(warnings()).toEqual([]);
  await south.end();
  const large = presence('south', { DATABASE_POOL: '11' });
  await closeDatabase();
  await open(large);
  await large.begin(() => undefined);
  expect(warnings()).toMatchObject([
    [
      'database.connections',
      { needed: most + 1, allowed: most, message: expect.stringContaining(`${most + 1} connections (`) },
    ],
  ]);
  await large.end();
  await north.end();
  noted.mockRestore();
});

test('opens no account without e-mail while a server of an earlier release runs', async () => {
  const north = presence('north');
  await open(north);
  await north.begin(() => undefined);
  await requireNoOlderServer();
  const [{ capabilities: _, ...about } = { place: '' }] = (await readServers(turns.run)).map(
    (row) => row.about,
  );
  await turns.inTurn((run) => writeServer(run, { name: 'south', process: 'south', about }));
  await expect(requireNoOlderServer()).rejects.toMatchObject({ messageKey: 'frontDesk.olderServer' });
  await age('south', 30_000);
  await requireNoOlderServer();
  await north.end();
});

test('asks for no danger signs while a server of an earlier release runs, which would lose them', async () => {
  const north = presence('north');
  await open(north);
  const [own] = await readServers(turns.run);
  const capabilities = own?.about.capabilities?.filter((ability) => ability !== 'dangerSigns');
  await turns.inTurn((run) =>
    writeServer(run, { name: 'south', process: 'south', about: { place: 'south', capabilities } }),
  );
  await north.begin(() => undefined);
  expect([isEveryServerAble('urgentReports'), isEveryServerAble('dangerSigns')]).toEqual([true, false]);
  await removeServer(turns.run, 'south');
  await expect.poll(() => isEveryServerAble('dangerSigns'), { timeout: 10_000 }).toBe(true);
  await north.end();
});

test('signs forms as a server of an earlier release takes them while one runs', async () => {
  setSessionSecret('a secret of thirty-two characters');
  const north = presence('north');
  await open(north);
  const [own] = await readServers(turns.run);
  await turns.inTurn((run) =>
    writeServer(run, {
      name: 'south',
      process: 'south',
      about: { place: 'south', capabilities: ['noEmail'] },
    }),
  );
  await north.begin(() => undefined);
  const viewer = aViewer();
  formAction({ ...anOperation({ allow: 'account.own' }), name: 'some.form' }, () => null);
  expect(own?.about.capabilities).toContain('formTokens');
  const { formMacs } = signFormsOf(viewer) as { formMacs: Record<string, string> };
  expect(`${viewer.id}.${formMacs['some.form']}`).toBe(earlierFormToken(viewer.id, 'some.form'));
  await removeServer(turns.run, 'south');
  await expect
    .poll(() => signFormsOf(viewer), { timeout: 10_000 })
    .toEqual({
      formMac: formToken(viewer.id, 'some.form').split('.')[1],
    });
  await north.end();
});

test('refuses a server with other settings before anything is changed, migrations included', async () => {
  await open(presence('north'));
  await closeDatabase();
  const before = await beside.rows('select name, process, seen_at, settings from servers');
  const south = presence('south', { PUBLIC_URL: 'https://other.example' });
  const sentence = 'The server north is running on this database with different values of PUBLIC_URL';
  // It would apply the newest migration, whose tables already exist.
  await asBefore(() => expect(open(south)).rejects.toThrow(sentence));
  expect(await beside.rows('select name, process, seen_at, settings from servers')).toEqual(before);
});

test('admits one of several servers that start at the same moment with different settings', async () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => {
    const ownServer = { name, process: name, about: { place: name, bound: { PUBLIC_URL: name } } };
    return turns
      .inTurn((run) => registerServer(run, ownServer))
      .then(
        () => 'in',
        (error: Error) => error.message,
      );
  });
  const answers = await Promise.all(all);
  expect(answers.filter((answer) => answer === 'in')).toHaveLength(1);
  expect(answers.filter((answer) => answer.includes('with different values of PUBLIC_URL'))).toHaveLength(5);
  expect(await names()).toHaveLength(1);
});

test('waits at the start for a server that may have ended, and refuses once it is seen again', async () => {
  await open(presence('north', {}, 'elsewhere'));
  await closeDatabase();
  await age('north', 13_000);
  const since = performance.now();
  await retryWhileOccupied(() => open(presence('north')));
  expect(performance.now() - since).toBeGreaterThan(1000);
  await closeDatabase();
  const refused = retryWhileOccupied(() => open(presence('north', {}, 'a third place')));
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  refused.then(over, over);
  // The server keeps reporting: a starting server may look for the first time rather late.
  while (!isOver) {
    const [row] = await readServers(turns.run);
    expect(await renewServer(turns.run, row as never)).toBe(true);
    await wait(300);
  }
  await expect(refused).rejects.toThrow('A server named north is already running');
});

test('registers a server anew after a long silence, and ends it if another has taken its place', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const ownServer = { name: 'north', process: 'one', about: { place: 'north' } };
  await turns.inTurn((run) => registerServer(run, ownServer));
  const refused: string[] = [];
  const beats = startBeats(turns, ownServer, { onRefused: ({ message }) => refused.push(message) });
  const seen = async () => (await readServers(turns.run)).find(({ process }) => process === 'one')?.seenAt;
  const afterBeat = <Seen>(see: () => Seen) => {
    vi.advanceTimersByTime(5000);
    return expect.poll(see);
  };
  await age('north', 4000);
  let before = (await seen()) ?? 0;
  await afterBeat(seen).toBeGreaterThan(before);
  await age('north', 60_000);
  expect(await renewServer(turns.run, ownServer)).toBe(false);
  before = (await seen()) ?? 0;
  await afterBeat(seen).toBeGreaterThan(before);
  await age('north', 60_000);
  const command = { name: 'npm run restore', process: 'two', about: { place: 'x', isCommand: true } };
  await turns.inTurn((run) => registerServer(run, command));
  await afterBeat(() => refused).toHaveLength(1);
  expect(refused[0]).toContain('The command npm run restore is running on this database.');
  await removeServer(turns.run, 'two');
  // The server does not know whether the statement was executed.
  await afterBeat(() => refused).toHaveLength(2);
  expect(refused[1]).toContain('another process worked on its database meanwhile');
  await beats.stop();
  expect(await names()).toEqual([]);
});

test('refuses a command beside a server, and a server beside a command', async () => {
  const north = presence('north');
  await open(north);
  let isDone = false;
  const run = () =>
    runAlone(settingsFor(''), 'npm run restore', async () => {
      expect(await names()).toContain('npm run restore');
      await expect(open(presence('south'))).rejects.toThrow('The command npm run restore is running');
      isDone = true;
    });
  await expect(run()).rejects.toThrow('The server north is running on this database: it was last seen');
  expect(isDone).toBe(false);
  await age('north', 30_000);
  await run();
  expect(isDone).toBe(true);
  expect(await names()).toEqual([]);
});

test('ends a command that fails, and creates the tables in an unused database', async () => {
  const empty = await takeUnmigrated();
  const settings = { ...settingsFor(''), DATABASE_URL: empty };
  await expect(
    runAlone(settings, 'npm run restore', () => Promise.reject(new Error('No room'))),
  ).rejects.toThrow('No room');
  const looking = openBeside(empty);
  expect(await looking.rows('select name from servers')).toEqual([]);
  await looking.rows('drop table servers');
  await expect(runAlone(settings, 'npm run restore', async () => undefined)).rejects.toThrow(
    'was last used by an older version of this program',
  );
  await looking.close();
});
