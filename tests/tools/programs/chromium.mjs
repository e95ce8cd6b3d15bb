// Finds the browser for the journeys, or installs one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { runTool, Stop, say, tools } from '../../../scripts/lib/project.mjs';
import { installWithApt, isThere } from './apt.mjs';

// The headless shell opens no window for each person of a test and does a quarter of the work.
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const fixedPlaces = [
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const startTimeoutMilliseconds = 30_000;

/**
 * Returns the path of a Chromium that starts on this machine, or null. Prefers the one that
 * CHROMIUM_PATH names.
 */
export function findChromium() {
  return candidates().find(starts) ?? null;
}

/**
 * Finds a Chromium, or installs one.
 *
 * @throws {Stop} If that fails, with instructions.
 */
export async function requireChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named && !starts(named))
    throw new Stop(`CHROMIUM_PATH names ${named}, which does not start as a browser.`);
  // A machine dedicated to tests gets the headless shell, which costs less.
  const browserPath = findChromium();
  if (browserPath && (named || !process.env.CI || isThere(shell))) return browserPath;

  say('Installing Chromium for the browser tests…');
  const installed =
    ((await installWithApt(shell)) && findChromium()) ||
    browserPath ||
    ((await installWithApt('chromium')) && findChromium()) ||
    ((await download()) && findChromium());
  if (installed) return installed;
  throw new Stop(
    'The browser tests need Chromium, and it could not be installed: install Chromium or Chrome yourself (on Debian: apt-get install -y chromium), or set CHROMIUM_PATH to one, then run npm test again.',
  );
}

function candidates() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const all = [process.env.CHROMIUM_PATH, ...onPath, ...fixedPlaces, downloaded()];
  return [...new Set(all.filter((path) => path && existsSync(path)))];
}

/**
 * Returns the path of the browser that Playwright downloads for its version, even if it is missing.
 */
function downloaded() {
  try {
    return createRequire(import.meta.url)('playwright-core').chromium.executablePath();
  } catch {
    return null;
  }
}

/**
 * Tells whether a browser starts. A file of that name is not enough: Ubuntu's chromium-browser may
 * only point to another package.
 */
function starts(path) {
  return spawnSync(path, ['--version'], { timeout: startTimeoutMilliseconds }).status === 0;
}

async function download() {
  return (await runTool(tools.playwright, ['install', 'chromium'])) === 0;
}
