// npm start: from a fresh clone to a running server. Installs and builds only what is missing; the
// database is migrated by the server itself as it starts.
import './lib/node-version.mjs';
import './lib/follow-npm.mjs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { command, loadSettings, Stop, tools } from './lib/project.mjs';
import { currentRelease, serverBuild } from './lib/releases.mjs';

const defaultPort = '3000';

command(async () => {
  await ensureInstalled();
  await ensureBuilt();
  loadSettings();
  process.env.NODE_ENV = 'production';
  process.env.PORT ||= defaultPort;
  await requireFreePort(process.env.PORT, process.env.HOST);
  await serve();
});

/** Port 0 and what is no port are left to the server, which knows what its settings may say. */
async function requireFreePort(port, host) {
  if (!/^[1-9]\d{0,4}$/.test(port)) return;
  const code = await new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(error.code));
    probe.listen({ port: Number(port), host: host || undefined }, () => probe.close(() => resolve(null)));
  });
  if (code === 'EADDRINUSE') {
    throw new Stop(
      `Port ${port} is taken by another program; choose another one, for instance PORT=3001 npm start.`,
    );
  }
}

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
