// npm run test:servers [-- file]: everything that either database and either place for files is
// asked, as several servers have them: on PostgreSQL and an object store. Integration, conformance
// and API tests, those of the store itself, and what happens when it is gone.
import './lib/node-version.mjs';
import './lib/follow-npm.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { requirePostgres } from './lib/postgres.mjs';
import { command, runTool, tools } from './lib/project.mjs';
import { requireSwift } from './lib/swift.mjs';

command(async () => {
  await ensureInstalled();
  await ensureBuilt();
  await requirePostgres();
  await requireSwift();
  const args = ['run', '--config', 'remix.config.ts', '--passWithNoTests', ...process.argv.slice(2)];
  const on = { TEST_DATABASE: 'postgres', TEST_STORAGE: 's3' };
  for (const suite of ['', 'api', 'faults']) {
    const env = { ...on, SUITE: suite };
    process.exitCode ||= await runTool(tools.vitest, args, env);
  }
});
