// npm run dev [-- --demo [--fresh]]: the development server with live reload, with --demo on the demo
// clinic. Further arguments are passed to it (npm run dev -- --open).
import './lib/node-version.mjs';
import './lib/follow-npm.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDemo, readDemoOptions } from './lib/demo.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { command, loadSettings, root, say, tools } from './lib/project.mjs';

command(async () => {
  const { isDemo, isFresh, others } = readDemoOptions(process.argv.slice(2));
  await ensureInstalled();
  if (isDemo) say(['', ...(await openDemo({ isFresh })), ''].join('\n'));
  loadSettings();
  process.env.NODE_ENV = 'development';
  const { PORT, HOST } = process.env;
  const where = [...(PORT ? ['--port', PORT] : []), ...(HOST ? ['--host', HOST] : [])];
  const remix = join(root, tools.remix);
  // Runs in this process, so that it gets the signals and sets the exit code.
  process.argv = [
    process.argv[0],
    remix,
    ...['vite:dev', '--config', 'remix.config.ts'],
    ...where,
    ...others,
  ];
  await import(pathToFileURL(remix).href);
});
