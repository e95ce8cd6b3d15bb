// npm start [-- --demo [--fresh]]: from a fresh clone to a running server. Installs and builds only
// what is missing; the server itself migrates the database as it starts. With --demo it runs a
// clinic of invented people in a folder of its own.
import './lib/print-json.mjs';
import './lib/node-version.mjs';
import './lib/follow-npm.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { openDemo, readDemoOptions } from './lib/demo.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { command, loadSettings, Stop, tools } from './lib/project.mjs';
import { currentRelease, serverBuild } from './lib/releases.mjs';

const defaultPort = '3000';

command(async () => {
  const { isDemo, isFresh, others } = readDemoOptions(process.argv.slice(2));
  if (others.length > 0) throw new Stop('Usage: npm start, or npm start -- --demo [--fresh]');
  await ensureInstalled();
  await ensureBuilt();
  // The server shows these lines once it listens.
  if (isDemo) globalThis.secondLookDemo = await openDemo({ isFresh });
  loadSettings();
  process.env.NODE_ENV = 'production';
  process.env.PORT ||= defaultPort;
  await serve();
});

/**
 * Becomes remix-serve: its program runs in this process, so it gets the signals and sets the exit
 * code directly. app/ops/start.server.ts describes what happens at a signal. Everything is loaded
 * from the release, since a later `npm run ready` changes this folder.
 */
async function serve() {
  const release = currentRelease();
  process.argv = [process.argv[0], join(release, tools.serve), join(release, serverBuild)];
  await import(pathToFileURL(join(release, tools.serve)).href);
}
