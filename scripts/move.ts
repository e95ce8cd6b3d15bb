// npm run move -- --to /path/new.env Moves the clinic that the settings name to the one that the
// settings of that file name. No server of either may run meanwhile. Interrupted, it is run again.
import { existsSync } from 'node:fs';
import { clearLeftovers } from '~/ops/leftovers.server';
import { move } from '~/ops/move/move.server';
import { OperatorError } from '~/platform/errors.server';
import { getSettings, readSettings } from '~/platform/settings/env.server';
import { readEnvFile } from './lib/env-file.mjs';
import { operatorCommand } from './lib/operator-command';
import { endings } from './lib/progress';

await operatorCommand(async () => {
  endings(clearLeftovers);
  const [option, to] = process.argv.slice(2);
  if (option !== '--to' || !to)
    throw new OperatorError('Name the settings of the new clinic: npm run move -- --to /path/new.env');
  if (!existsSync(to)) throw new OperatorError(`There is no file ${to}.`);
  const { values, problems, warnings } = readEnvFile(to);
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
  for (const warning of warnings) console.error(`Warning: ${warning}`);
  const next = readSettings(values);
  await move(getSettings(), { next, to, say: console.log });
});
