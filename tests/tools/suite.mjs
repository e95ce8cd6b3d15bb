// npm run suite -- NAME [arguments]: runs one full suite (tests/tools/suites.mjs), even from a
// fresh clone. npm test runs the short form of most suites.
import '../../scripts/lib/node-version.mjs';
import '../../scripts/lib/follow-npm.mjs';
import { ensureInstalled } from '../../scripts/lib/install.mjs';
import { command, Stop } from '../../scripts/lib/project.mjs';
import { suites } from './suites.mjs';

command(async () => {
  const [name, ...words] = process.argv.slice(2);
  if (!Object.hasOwn(suites, name ?? ''))
    throw new Stop(`Name a suite: npm run suite -- NAME. There are: ${Object.keys(suites).join(', ')}.`);
  await ensureInstalled();
  process.exitCode = await suites[name](words);
});
