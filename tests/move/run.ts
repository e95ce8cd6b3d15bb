// Runs npm run suite -- move (see tests/tools/suites.mjs).
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setLogLevel } from '~/platform/observability/log.server';
import { readSettings } from '~/platform/settings/env.server';
import { openObjects } from '~/platform/storage/objects/open-objects.server';
import {
  type Env,
  envIn,
  moveWithStops,
  requireSameRows,
  runMove,
  runStatements,
  sealedFilesOf,
} from '../support/stopped-moves';
import { takeUnmigrated } from '../support/test-database';
import { makeBucket, spoil } from '../support/test-storage';
import { startPostgres } from '../tools/programs/postgres.mjs';
import { startSwift } from '../tools/programs/swift.mjs';
import { fillLargeClinic } from './large-clinic';

const stops = Number(process.env.STOPS ?? 20);
const large = Number(process.env.REPORTS ?? 20_000);

const print = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs the move again on two clinics that differ, and requires it to name the difference. */
async function requireFound(from: Env, to: Env, what: RegExp) {
  const { code, output } = await runMove(from, to);
  if (code !== 1 || !what.test(output)) throw new Error(`Not found: ${what}\n${output}`);
  print(`  found: ${what.exec(output)?.[0]}`);
}

async function plant(from: Env, to: Env) {
  const [row] = await runStatements(to, 'select id, file_name from reports order by id limit 1 offset 7');
  const [id, name] = [String(row?.id), String(row?.file_name)];
  await runStatements(to, `update reports set pages = pages + 1 where id = '${id}'`);
  await requireFound(from, to, new RegExp(`in reports the row "${id}" differs`));
  await runStatements(to, `update reports set pages = pages - 1 where id = '${id}'`);
  await runStatements(to, `insert into codes values ('extra@clinic.test', 'x', 1, 1, 1, 1, 1)`);
  await requireFound(from, to, /in codes the row "extra@clinic.test" should not exist/);
  await runStatements(to, `delete from codes where email = 'extra@clinic.test'`);
  const objects = await openObjects(readSettings(to));
  await objects.drop(name);
  await requireFound(from, to, new RegExp(`1 files are missing or different, such as ${name}`));
  const path = join(String(from.UPLOADS_DIR), name.slice(0, 2), name);
  const content = readFileSync(path);
  content.writeUInt8(content.readUInt8(300) ^ 1, 300);
  await spoil(objects, name, content);
  await requireFound(from, to, new RegExp(`1 files are missing or different, such as ${name}`));
  await spoil(objects, name, readFileSync(path));
}

async function thereAndBack(title: string, count: number, folder: string, to: Env) {
  const old = envIn(join(folder, 'old'));
  let since = performance.now();
  await fillLargeClinic(old, count);
  print(`${title}: ${count} reports made in ${seconds(since)}`);
  const before = sealedFilesOf(old);
  const spans = { filesMs: Math.max(100, count / 10), rowsMs: Math.max(100, count / 40) };
  const there = await moveWithStops(old, to, { stops, ...spans });
  print(`  there: killed ${there.stopped} of ${stops} times, ${there.seconds.toFixed(1)} s in all`);
  since = performance.now();
  const again = await runMove(old, to);
  if (again.code !== 0) throw new Error(again.output);
  print(`  compared once more in ${seconds(since)}: ${again.output.trim().split('\n').at(-1)}`);
  await plant(old, to);
  const back = envIn(join(folder, 'back'));
  const home = await moveWithStops(to, back, { stops, ...spans });
  print(`  back: killed ${home.stopped} of ${stops} times, ${home.seconds.toFixed(1)} s in all`);
  const rows = await requireSameRows(old, back);
  const after = sealedFilesOf(back);
  const names = Object.keys(before);
  const same = names.filter((name) => after[name] === before[name]).length;
  if (names.length !== Object.keys(after).length || same !== names.length)
    throw new Error(
      `Only ${same} of ${names.length} files are unchanged; there are ${Object.keys(after).length} now`,
    );
  print(`  the same after both ways: ${rows} rows, ${same} files`);
}

setLogLevel('silent');
const folder = mkdtempSync(join(tmpdir(), 'moves-'));
const postgres = await startPostgres();
const store = await startSwift();
try {
  const server = async () => ({ DATABASE_URL: await takeUnmigrated(postgres.url) });
  const disk = join(folder, 'disk');
  await thereAndBack('To PostgreSQL and a folder', large, disk, envIn(join(disk, 'new'), await server()));
  const away = join(folder, 'store');
  const settings = store.settings as Env;
  const url = `s3://${await makeBucket(settings, 'moves')}/clinic`;
  const next = envIn(join(away, 'new'), { ...settings, STORAGE_URL: url, ...(await server()) });
  await thereAndBack('To PostgreSQL and an object store', Math.ceil(large / 10), away, next);
} finally {
  await store.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
