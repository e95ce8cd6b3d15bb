// npm run test:faults [-- file]: what a clinic's one machine can meet (crashes, full disks, dead
// mail servers, cut lines), done to the built server. TESTS=short runs the short form that is part
// of npm test.
import './lib/node-version.mjs';
import './lib/follow-npm.mjs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { mountingOwnDisks } from './lib/mounts.mjs';
import { command, root, run, tools } from './lib/project.mjs';

command(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const vitest = [process.execPath, join(root, tools.vitest), 'run', '--config', 'remix.config.ts'];
  const [program, ...words] = [...mountingOwnDisks(), ...vitest, ...process.argv.slice(2)];
  process.exitCode = await run(program, words, { SUITE: 'faults' });
});
