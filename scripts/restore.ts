// npm run restore -- file [--incomplete-deletions]
//
// Restores a backup, into empty folders only. All of it is verified first. Deletions and decisions
// since the backup are repeated from the list `deleted.ids` beside the archive or in BACKUP_DIR.
// With --incomplete-deletions it continues without a complete list. Ends every session.

import { clearLeftovers } from '~/ops/leftovers.server';
import { restore } from '~/ops/restore/restore.server';
import { OperatorError } from '~/platform/errors.server';
import { commandLine, startLine } from '~/platform/operator-commands.server';
import { getSettings } from '~/platform/settings/env.server';
import { operatorCommand } from './lib/operator-command';
import { endings, progress } from './lib/progress';

const listOptional = '--incomplete-deletions';
const words = process.argv.slice(2);
const file = words.find((word) => word !== listOptional);

async function runRestore() {
  endings(clearLeftovers);
  if (!file) throw new OperatorError(`Usage: ${commandLine('restore', 'file [--incomplete-deletions]')}`);
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
    console.log(`${result.missingFiles} files were already missing when the backup was made.`);
  const { reports, accounts, consents, messages, people, reviews, experts, passwords, factors, passkeys } =
    result.repeatedCounts;
  console.log(
    `Deleted since the backup and not restored: ${reports} reports, ${accounts} accounts, ${people} people added to accounts. Closed again: ${consents} reports with withdrawn consent, ${messages} messages. Taken back again: ${reviews} reviews.`,
  );
  console.log(
    `Changed since the backup and applied again: the status of ${experts} experts, the two-step login or recovery codes of ${factors} accounts. ${passkeys} passkeys were removed again. ${passwords} accounts must reset their password by e-mail.`,
  );
  if (result.owners.length > 0)
    console.log(
      `The files now belong to the owner of their folder, the account with the user ID ${result.owners.join(' and ')}.`,
    );
  console.log('All sessions, links and codes have ended: all users must log in again.');
  console.log(
    result.keptKey
      ? `The FILE_KEY of the backup was saved to ${settings.DATA_DIR}/file.key. Start the server: ${startLine()}`
      : `Start the server with the same FILE_KEY: ${startLine()}`,
  );
}

await operatorCommand(runRestore, undefined, { isRootAllowed: true });
