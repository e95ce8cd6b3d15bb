// npm start: from a fresh clone to a running server. Installs and builds only what is missing; the
// database is migrated by the server itself as it starts.
import './lib/print-json.mjs';
import './lib/node-version.mjs';
import './lib/follow-npm.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { command, loadSettings, tools } from './lib/project.mjs';
import { currentRelease, serverBuild } from './lib/releases.mjs';

const defaultPort = '3000';

command(async () => {
  await ensureInstalled();
  await ensureBuilt();
  loadSettings();
  process.env.NODE_ENV = 'production';
  process.env.PORT ||= defaultPort;
  await serve();
});

/**
 * Becomes remix-serve: its program runs in this process, so signals reach it and its exit code
 * counts without anyone passing them on. What happens at one stands in app/ops/start.server.ts.
 * Everything comes from the release, for a later `npm run ready` changes this folder.
 */
async function serve() {
  const release = currentRelease();
  process.argv = [process.argv[0], join(release, tools.serve), join(release, serverBuild)];
  await import(pathToFileURL(join(release, tools.serve)).href);
}
