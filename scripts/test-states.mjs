// npm run test:states [-- --moves 10000]: random moves of a patient, two doctors and an admin
// against the table of a report's states, on SQLite and on PostgreSQL.
import './lib/node-version.mjs';
import './lib/follow-npm.mjs';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { requirePostgres } from './lib/postgres.mjs';
import { command, runTool, tools } from './lib/project.mjs';

command(async () => {
  const { values } = parseArgs({ options: { moves: { type: 'string', default: '10000' } } });
  await ensureInstalled();
  await requirePostgres();
  const args = ['run', '--config', 'remix.config.ts', 'tests/integration/states'];
  for (const database of ['', 'postgres'])
    process.exitCode ||= await runTool(tools.vitest, args, { TEST_DATABASE: database, MOVES: values.moves });
});
