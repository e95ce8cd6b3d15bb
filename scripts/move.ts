// npm run move -- --to /path/new.env
//
// Moves the clinic of the current settings to the one of the settings in that file. No server of
// either may run meanwhile. If interrupted, run it again.

import { clearLeftovers } from '~/ops/leftovers.server';
import { move } from '~/ops/move/move.server';
import { requireReadableFile } from '~/ops/usable-places.server';
import { OperatorError } from '~/platform/errors.server';
import { commandLine } from '~/platform/operator-commands.server';
import { getSettings, readSettings } from '~/platform/settings/env.server';
import { readEnvFile } from './lib/env-file.mjs';
import { operatorCommand } from './lib/operator-command';
import { endings } from './lib/progress';

await operatorCommand(async () => {
  endings(clearLeftovers);
  const [option, targetFile] = process.argv.slice(2);
  if (option !== '--to' || !targetFile)
    throw new OperatorError(
      `Usage: ${commandLine('move', '--to /path/new.env')} (the settings of the new clinic)`,
    );
  requireReadableFile(targetFile);
  const { values, problems, warnings } = readEnvFile(targetFile);
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
  for (const warning of warnings) console.error(`Warning: ${warning}`);
  const next = readSettings(values);
  await move(getSettings(), { next, to: targetFile, print: console.log });
});
