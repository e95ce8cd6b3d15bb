// npm run move -- --to /path/new.env Moves the clinic that the settings name to the one that the
// settings of that file name. No server of either may run meanwhile. Interrupted, it is run again.
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { clearLeftovers } from '~/ops/backup/leftovers.server';
import { move } from '~/ops/move/move.server';
import { getSettings, readSettings } from '~/platform/env.server';
import { OperatorError } from '~/platform/operator-error.server';
import { operatorCommand } from './lib/operator-command';
import { endings } from './lib/progress';

await operatorCommand(async () => {
  endings(clearLeftovers);
  const [option, to] = process.argv.slice(2);
  if (option !== '--to' || !to)
    throw new OperatorError('Name the settings of the new clinic: npm run move -- --to /path/new.env');
  if (!existsSync(to)) throw new OperatorError(`There is no file ${to}.`);
  const next = readSettings(parseEnv(readFileSync(to, 'utf8')));
  await move(getSettings(), { next, to, say: console.log });
});
