// npm run backup [-- file] Makes one archive of the database and every file it names, also while
// the server runs. Encrypted, secrets included, where BACKUP_RECIPIENT is set.
import { backUp } from '~/ops/backup/backup.server';
import { clearLeftovers } from '~/ops/leftovers.server';
import { dropOldArchives } from '~/platform/backup/backup-folder.server';
import { getSettings } from '~/platform/settings/env.server';
import { operatorCommand } from './lib/operator-command';
import { endings, progress, sizeOf } from './lib/progress';

const isByItself = process.argv[2] === '--by-itself';

await operatorCommand(async () => {
  endings(clearLeftovers);
  const settings = getSettings();
  if (isByItself) {
    // Its output goes into the log of the server, which says itself what was made.
    const { path } = await backUp(settings);
    dropOldArchives({ folder: settings.BACKUP_DIR, justMade: path, retention: settings.retention });
    return;
  }
  const shown = progress();
  const made = await backUp(settings, { file: process.argv[2], onProgress: shown.onProgress }).finally(
    shown.end,
  );
  console.log(
    `Backed up and verified: ${made.path}, ${sizeOf(made.bytes)}, ${made.files} files and the database.`,
  );
  if (made.missing > 0)
    console.log(
      `${made.missing} files were not on the disk any more. Their reports are listed, and cannot be opened.`,
    );
  console.log(
    made.isEncrypted
      ? 'It is encrypted, and holds FILE_KEY too. Keep the age identity that opens it away from this machine.'
      : 'It is not encrypted and does not hold FILE_KEY. Keep the key apart: without it no report in there can be read.',
  );
});
