// npm run test:api: every call of the API from outside, against the server that API_URL names or,
// without it, one started from the build.
import './lib/node-version.mjs';
import './lib/follow-npm.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { command, runTool, tools } from './lib/project.mjs';

command(async () => {
  await ensureInstalled();
  if (!process.env.API_URL) await ensureBuilt();
  const args = ['run', '--config', 'remix.config.ts', ...process.argv.slice(2)];
  process.exitCode = await runTool(tools.vitest, args, { SUITE: 'api' });
});
