// npm run test:upgrade [-- commit]: this version goes on with a clinic that an earlier one has
// filled (the last release, or what is named), and every report, file, user and row is compared.
// Then two servers of the earlier one are replaced, one after the other, while people use them.
import './lib/node-version.mjs';
import './lib/follow-npm.mjs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { buildRelease, lastRelease } from './lib/earlier-release.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { command, root, run } from './lib/project.mjs';

command(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const { folder, commit } = await buildRelease(process.argv[2] ?? lastRelease());
  const program = join(root, 'tests/upgrade/run.ts');
  process.exitCode = await run(process.execPath, ['--import', 'tsx', program, folder, commit]);
});
