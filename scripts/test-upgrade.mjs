// npm run test:upgrade [-- commit]: a changed version is installed and built under servers of this
// one. Then this version goes on with a clinic that an earlier one has filled (the last release, or
// what is named), and every report, file, user and row is compared; and two servers of the earlier
// one are replaced, one after the other. People use all of them meanwhile. With -- --in-place the
// first part is done alone.
import './lib/node-version.mjs';
import './lib/follow-npm.mjs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { buildRelease, lastRelease } from './lib/earlier-release.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { command, root, run } from './lib/project.mjs';

command(async () => {
  const isInPlaceAlone = process.argv[2] === '--in-place';
  const earlier = isInPlaceAlone ? undefined : (process.argv[2] ?? lastRelease());
  await ensureInstalled();
  await ensureBuilt();
  process.exitCode = await runTypeScript('in-place.ts');
  if (process.exitCode !== 0 || isInPlaceAlone) return;
  const { folder, commit } = await buildRelease(earlier);
  process.exitCode = await runTypeScript('run.ts', folder, commit);
});

const runTypeScript = (name, ...words) =>
  run(process.execPath, ['--import', 'tsx', join(root, 'tests/upgrade', name), ...words]);
