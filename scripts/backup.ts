// npm run backup [-- file]
//
// Makes one archive of the database and every file it names, even while the server runs. With
// BACKUP_RECIPIENT the archive is encrypted and includes the secrets.
import { backUp } from '~/ops/backup/backup.server';
import { clearLeftovers } from '~/ops/leftovers.server';
import { dropOldArchives } from '~/platform/backup/backup-folder.server';
import { openLog } from '~/platform/observability/log.server';
import { getSettings } from '~/platform/settings/env.server';
import { operatorCommand } from './lib/operator-command';
import { endings, progress, sizeOf } from './lib/progress';

const isByItself = process.argv[2] === '--by-itself';

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
    file: process.argv[2],
    onProgress: progressLine.onProgress,
  }).finally(progressLine.end);
  console.log(
    `Backed up and verified: ${backup.path}, ${sizeOf(backup.bytes)}, ${backup.files} files and the database.`,
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
