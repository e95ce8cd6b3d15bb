// npm run restore -- file [--files folder] [--incomplete-deletions]
//
// Restores a backup, into empty folders only. All of it is verified first. Deletions and decisions
// since the backup are repeated from the list `deleted.ids` beside the archive or in BACKUP_DIR.
// --files names a copy of the uploads folder, for a backup of the database alone.
// With --incomplete-deletions it continues without a complete list. Ends every session.

import { parseArgs } from 'node:util';
import { clearLeftovers } from '~/ops/leftovers.server';
import { type Restored, restore } from '~/ops/restore/restore.server';
import { OperatorError } from '~/platform/errors.server';
import { commandLine, startLine } from '~/platform/operator-commands.server';
import { getSettings } from '~/platform/settings/env.server';
import { operatorCommand } from './lib/operator-command';
import { endings, progress } from './lib/progress';

const usage = 'file [--files folder] [--incomplete-deletions]';

function readArguments() {
  try {
    const options = { files: { type: 'string' }, 'incomplete-deletions': { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [file, ...others] = positionals;
    if (file && others.length === 0)
      return { file, filesFrom: values.files, isListOptional: values['incomplete-deletions'] };
  } catch {
    // An unknown option, or one without its value.
  }
  throw new OperatorError(`Usage: ${commandLine('restore', usage)}`);
}

const missingWords = {
  report: 'the file of report',
  thumbnail: 'the thumbnail of report',
  added: 'a file added to a report,',
  picture: 'the picture of account',
};

async function runRestore() {
  endings(clearLeftovers);
  const words = readArguments();
  const settings = getSettings();
  const progressLine = progress();
  const result = await restore(settings, {
    ...words,
    onProgress: progressLine.onProgress,
  }).finally(progressLine.end);
  console.log(
    `Restored and verified: the clinic as it was on ${new Date(result.at).toISOString()}, ${result.files} files and the database.`,
  );
  const { reports, accounts, consents, messages, people, reviews, experts, passwords, factors, passkeys } =
    result.repeatedCounts;
  console.log(
    `Deleted since the backup and not restored: ${reports} reports, ${accounts} accounts, ${people} people added to accounts. Closed again: ${consents} reports with withdrawn consent, ${messages} messages. Taken back again: ${reviews} reviews.`,
  );
  console.log(
    `Changed since the backup and applied again: the status of ${experts} experts, the two-step login or recovery codes of ${factors} accounts. ${passkeys} passkeys were removed again. ${passwords} accounts must reset their password by e-mail.`,
  );
  const newOwners = result.owners.filter((uid) => uid !== 0);
  if (newOwners.length > 0)
    console.log(
      `The files now belong to the owner of their folder, the account with the user ID ${newOwners.join(' and ')}.`,
    );
  if (result.owners.includes(0))
    console.log(
      'Files below a folder of root belong to root. If the server runs as another account, give it both.',
    );
  console.log('All sessions, links and codes have ended: all users must log in again.');
  if (result.keptKey) console.log(`The FILE_KEY of the backup was saved to ${settings.DATA_DIR}/file.key.`);
  const key = result.keptKey ? '' : ' with the same FILE_KEY';
  // Root restores for a service, which runs as another account.
  console.log(`Start the server${key}${newOwners.length > 0 ? ' as before.' : `: ${startLine()}`}`);
  if (result.missingFiles.length > 0) sayMissing(result.missingFiles);
}

/** Lists what the restored clinic lacks, last and with an exit code, so that no script overlooks it. */
function sayMissing(files: Restored['missingFiles']) {
  console.error(`The clinic is restored, but ${files.length} files are missing and cannot be opened:`);
  for (const { kind, of, name } of files) console.error(`  ${missingWords[kind]} ${of} (${name})`);
  process.exitCode = 1;
}

await operatorCommand(runRestore, undefined, { isRootAllowed: true });
