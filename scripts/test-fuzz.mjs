// npm run test:fuzz: 3,000 calls that are made from the API's document, against the built server.
// FUZZ_SEED sends those of an earlier run again, FUZZ_REQUESTS says how many.
import './lib/node-version.mjs';
import './lib/follow-npm.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { command, runTool, tools } from './lib/project.mjs';

command(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const args = ['run', '--config', 'remix.config.ts', 'tests/api/generated.spec.ts'];
  process.exitCode = await runTool(tools.vitest, args, {
    SUITE: 'api',
    FUZZ_REQUESTS: process.env.FUZZ_REQUESTS ?? '3000',
  });
});
