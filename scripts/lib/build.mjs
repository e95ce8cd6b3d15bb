// Builds the server and the browser's files, once for each state of their sources.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepLastBuild } from './last-build.mjs';
import { alone } from './lock.mjs';
import { fingerprint, readIfThere, root, runTool, Stop, say, tools } from './project.mjs';

const sources = ['app', 'public', 'remix.config.ts', 'scripts/vite', 'package-lock.json', 'tsconfig.json'];
const stampFile = 'build/.stamp';
export const serverBuild = 'build/server/index.js';

/**
 * Builds unless `build/` was made from exactly these sources. `build` runs the builder, gives its
 * exit code.
 */
export async function ensureBuilt(build = buildHere) {
  if (isBuilt()) return;
  await alone(async () => {
    if (isBuilt()) return;
    say('Building…');
    // Taken before the build: a file saved while it runs makes the next start build again.
    const stamp = sourcesStamp();
    rmSync(join(root, stampFile), { force: true });
    const since = Math.floor(Date.now() / 1000) * 1000;
    if ((await build()) !== 0) throw new Stop('The build failed; the lines above say where.');
    keepLastBuild(join(root, 'build'), since);
    writeFileSync(join(root, stampFile), stamp);
  });
}

export const buildArguments = ['vite:build', '--config', 'remix.config.ts'];

function buildHere() {
  return runTool(tools.remix, buildArguments, { NODE_ENV: 'production' });
}

function isBuilt() {
  return (
    existsSync(join(root, serverBuild)) &&
    existsSync(join(root, 'build/client')) &&
    readIfThere(stampFile) === sourcesStamp()
  );
}

/** Tests beside the sources are no part of the build. */
function sourcesStamp() {
  return fingerprint(sources, (name) => !/\.test\.tsx?$/.test(name));
}
