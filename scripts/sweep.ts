// npm run sweep [-- --all]
//
// Removes stored files that no row names and that are older than a day, as one of the servers does
// daily. With --all it does so even if there are more than a server removes by itself.

import { openStores } from '~/ops/start.server';
import { requireShared, sweepShared } from '~/ops/sweep.server';
import { closeDatabase } from '~/platform/db/db.server';
import { OperatorError } from '~/platform/errors.server';
import { commandLine } from '~/platform/operator-commands.server';
import { getSettings } from '~/platform/settings/env.server';
import { operatorCommand } from './lib/operator-command';

await operatorCommand(async () => {
  const words = process.argv.slice(2);
  if (words.some((word) => word !== '--all'))
    throw new OperatorError(`Usage: ${commandLine('sweep')}, or ${commandLine('sweep', '--all')}`);
  await openStores(getSettings());
  requireShared();
  const { objects, orphans, dropped } = await sweepShared({ all: words.includes('--all') });
  console.log(`${objects} files, ${orphans} of them unreferenced for more than a day. Removed: ${dropped}.`);
  if (dropped === 0 && orphans > 0)
    console.log(
      `These are more unreferenced files than crashes leave. Check that DATABASE_URL and STORAGE_URL belong together, then remove them with: ${commandLine('sweep', '--all')}`,
    );
}, closeDatabase);
