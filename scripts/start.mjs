// npm start [-- --demo [--fresh]]: from a fresh clone to a running server. Installs and builds only
// what is missing; the server itself migrates the database as it starts. With --demo it runs a
// clinic of invented people in a folder of its own.
import './lib/print-json.mjs';
import './lib/node-version.mjs';
import './lib/follow-npm.mjs';
import { ensureReady } from './lib/build.mjs';
import { openDemo, readDemoOptions } from './lib/demo.mjs';
import { command, Stop } from './lib/project.mjs';
import { currentRelease } from './lib/releases.mjs';
import { serve } from './lib/serve.mjs';

command(async () => {
  const { isDemo, isFresh, others } = readDemoOptions(process.argv.slice(2));
  if (others.length > 0) throw new Stop('Usage: npm start, or npm start -- --demo [--fresh]');
  await ensureReady();
  // The server shows these lines once it listens.
  if (isDemo) globalThis.secondLookDemo = await openDemo({ isFresh });
  // From the release, since a later `npm run ready` changes this folder.
  await serve(currentRelease());
});
