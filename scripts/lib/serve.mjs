// Turns this process into the server.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadSettings, tools } from './project.mjs';
import { serverBuild } from './releases.mjs';

const defaultPort = '3000';

/**
 * Becomes remix-serve: its program runs in this process, so it gets the signals and sets the exit
 * code directly. app/ops/start.server.ts describes what happens at a signal.
 *
 * @param folder the folder that contains the build and its packages. Everything is loaded from
 *   there.
 */
export async function serve(folder) {
  loadSettings();
  process.env.NODE_ENV = 'production';
  process.env.PORT ||= defaultPort;
  process.argv = [process.argv[0], join(folder, tools.serve), join(folder, serverBuild)];
  await import(pathToFileURL(join(folder, tools.serve)).href);
}
