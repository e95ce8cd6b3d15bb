// npm run restore -- file
//
// Puts a backup in place, into empty folders only. All of it is verified first.
import { existsSync } from 'node:fs';
import { clearLeftovers } from '~/backup.server';
import { settings } from '~/platform/env.server';
import { restore } from '~/restore.server';
import { sentenceOf } from '~/start.server';
import { endings, progress } from './lib/progress';

const [, , file] = process.argv;

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.umask(0o077);
  endings(clearLeftovers);
  if (!file) throw new Error('Name the archive: npm run restore -- file');
  const house = settings();
  const shown = progress();
  const done = await restore(house, { file, tell: shown.tell }).finally(shown.end);
  console.log(
    `Restored and verified: the clinic as it was on ${new Date(done.at).toISOString()}, ${done.files} files and the database.`,
  );
  if (done.missing > 0) console.log(`${done.missing} files were lost before the backup was made.`);
  console.log(
    done.keptKey
      ? `Its FILE_KEY is kept in ${house.DATA_DIR}/file.key. Start the server: npm start`
      : 'Start the server with the same FILE_KEY: npm start',
  );
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}
