import { spawn } from 'node:child_process';
import { bundled } from '../../support/bundled.ts';
import { clientOf } from '../../support/test-storage.ts';
import { machine, settingsOf } from '../support/server.ts';
import { bucket, type Several } from './several.ts';

/** Reads the file names in the rows and in the store, without the product. */
export async function compareRowsAndObjects({ database, store }: Several) {
  const named = await database.rows(
    `select file_name as name from reports
     union all select thumbnail_name from reports where thumbnail_name is not null
     union all select picture_name from users where picture_name is not null`,
  );
  const rows = new Set(named.map(({ name }) => String(name)));
  const objects = new Set<string>();
  const client = clientOf(store.settings, bucket);
  for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
    const page = await client.listObjectsPaged('/', 'clinic/', 1000, token);
    for (const { Key } of page?.objects ?? []) objects.add(Key.split('/').at(-1) ?? '');
    token = page?.nextContinuationToken;
  }
  return {
    objects: objects.size,
    rowsWithoutObject: [...rows].filter((name) => !objects.has(name)),
    objectsWithoutRow: [...objects].filter((name) => !rows.has(name)),
  };
}

/**
 * Sweeps as a server does daily, but without the one-day grace period for unfinished work.
 *
 * @returns The numbers of removed files and of removed unfinished multipart uploads.
 */
export async function sweepNow({ settings, servers: [server] }: Several) {
  const program = await bundled('tests/faults/servers/sweep-now.ts');
  const env = { ...machine(), ...settingsOf(server?.dataDir ?? '', 3000, settings) };
  return new Promise<{ dropped: number; unfinished: number }>((resolve, reject) => {
    const child = spawn(process.execPath, [program], { env, stdio: 'pipe' });
    let [printed, complained] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complained += text;
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0
        ? resolve(JSON.parse(printed))
        : reject(new Error(`The sweep ended with ${code}: ${complained}`)),
    );
  });
}
