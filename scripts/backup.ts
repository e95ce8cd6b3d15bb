// npm run backup [-- --database] [file]
//
// Makes one archive of the database and every file it names, even while the server runs. With
// --database, or with BACKUP_CONTENTS=database, it leaves out the files. With
// BACKUP_RECIPIENT the archive is encrypted and includes the secrets.
import { backUp } from '~/ops/backup/backup.server';
import { clearLeftovers } from '~/ops/leftovers.server';
import { dropOldArchives } from '~/platform/backup/backup-folder.server';
import { OperatorError } from '~/platform/errors.server';
import { openLog } from '~/platform/observability/log.server';
import { commandLine } from '~/platform/operator-commands.server';
import { getSettings } from '~/platform/settings/env.server';
import { operatorCommand } from './lib/operator-command';
import { endings, progress, sizeOf } from './lib/progress';

const databaseOnly = '--database';
const words = process.argv.slice(2);
const isByItself = words[0] === '--by-itself';

await operatorCommand(async () => {
  endings(clearLeftovers);
  const settings = getSettings();
  openLog({ level: settings.LOG_LEVEL, format: settings.logFormat });
  if (isByItself) {
    // The server logs this output, and reports the result itself.
    const { path } = await backUp(settings);
    dropOldArchives({ folder: settings.BACKUP_DIR, justMade: path, retention: settings.retention });
    return;
  }
  const progressLine = progress();
  const backup = await backUp(settings, {
    file: readFileArgument(),
    ...(words.includes(databaseOnly) && { isDatabaseOnly: true }),
    onProgress: progressLine.onProgress,
  }).finally(progressLine.end);
  console.log(
    `Backed up and verified: ${backup.path}, ${sizeOf(backup.bytes)}, ${backup.isDatabaseOnly ? 'the database without its files. Copy the files now.' : `${backup.files} files and the database.`}`,
  );
  if (backup.missing > 0)
    console.log(
      `${backup.missing} files were missing from the storage. Their reports are in the backup but cannot be opened.`,
    );
  console.log(
    backup.isEncrypted
      ? 'It is encrypted and includes FILE_KEY. Keep the age identity that opens it off this machine.'
      : 'It is not encrypted and does not include FILE_KEY. Keep the key separately: without it no report in the backup can be read.',
  );
});

/**
 * Returns the path of the archive, if the operator has chosen one.
 *
 * @throws an OperatorError for anything else than one path.
 */
function readFileArgument(): string | undefined {
  const [file, ...others] = words.filter((word) => word !== databaseOnly);
  if (others.length > 0 || file?.startsWith('--'))
    throw new OperatorError(`Usage: ${commandLine('backup', '[--database] [file]')}`);
  return file;
}
