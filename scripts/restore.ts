// npm run restore -- file [--incomplete-deletions]
//
// Restores a backup, into empty folders only. All of it is verified first. Deletions and decisions
// since the backup are repeated from the list `deleted.ids` beside the archive or in BACKUP_DIR.
// With --incomplete-deletions it continues without a complete list. Ends every session.
import { clearLeftovers } from '~/ops/leftovers.server';
import { restore } from '~/ops/restore/restore.server';
import { OperatorError } from '~/platform/errors.server';
import { getSettings } from '~/platform/settings/env.server';
import { operatorCommand } from './lib/operator-command';
import { endings, progress } from './lib/progress';

const listOptional = '--incomplete-deletions';
const words = process.argv.slice(2);
const file = words.find((word) => word !== listOptional);

await operatorCommand(async () => {
  endings(clearLeftovers);
  if (!file) throw new OperatorError('Name the archive: npm run restore -- file');
  const settings = getSettings();
  const progressLine = progress();
  const result = await restore(settings, {
    file,
    onProgress: progressLine.onProgress,
    isListOptional: words.includes(listOptional),
  }).finally(progressLine.end);
  console.log(
    `Restored and verified: the clinic as it was on ${new Date(result.at).toISOString()}, ${result.files} files and the database.`,
  );
  if (result.missingFiles > 0)
    console.log(`${result.missingFiles} files were lost before the backup was made.`);
  const { reports, accounts, consents, messages, people, reviews, experts, passwords, factors } =
    result.repeatedCounts;
  console.log(
    `Deleted since, and not put back: ${reports} reports, ${accounts} accounts, ${people} people whom accounts sent reports for. Closed again: ${consents} reports whose consent was withdrawn, ${messages} messages. Taken back again: ${reviews} reviews.`,
  );
  console.log(
    `Changed since, and repeated: the standing of ${experts} experts, the two-step login or recovery codes of ${factors} accounts. ${passwords} accounts have to reset their password by e-mail.`,
  );
  console.log('All sessions, links and codes have ended: everybody logs in again.');
  console.log(
    result.keptKey
      ? `Its FILE_KEY is kept in ${settings.DATA_DIR}/file.key. Start the server: npm start`
      : 'Start the server with the same FILE_KEY: npm start',
  );
});
