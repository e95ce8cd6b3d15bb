// npm run test:postgres [-- file]: everything that either database is asked, on PostgreSQL: the
// integration, conformance and API tests, the races and what happens to a database that is gone.
import './lib/node-version.mjs';
import './lib/follow-npm.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { requirePostgres } from './lib/postgres.mjs';
import { command, runTool, tools } from './lib/project.mjs';

command(async () => {
  await ensureInstalled();
  await ensureBuilt();
  await requirePostgres();
  const args = ['run', '--config', 'remix.config.ts', '--passWithNoTests', ...process.argv.slice(2)];
  for (const suite of ['', 'api', 'faults']) {
    const env = { TEST_DATABASE: 'postgres', SUITE: suite };
    process.exitCode ||= await runTool(tools.vitest, args, env);
  }
});
