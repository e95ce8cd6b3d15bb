// One command at a time installs or builds. The others wait for it and then find the work done.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { root, Stop, say } from './project.mjs';

// Outside node_modules, which is emptied while the lock is held.
const folder = join(root, '.cache', 'setup.lock');
const heartbeatSeconds = 5;
const staleAfterSeconds = 60;
const waitMilliseconds = 300;

/** Runs `work` while no other command of this project installs or builds. */
export async function alone(work) {
  await take();
  const heartbeat = setInterval(beat, heartbeatSeconds * 1000);
  const release = () => rmSync(folder, { recursive: true, force: true });
  process.on('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off('exit', release);
    release();
  }
}

async function take() {
  make(join(folder, '..'), { recursive: true });
  let isAnnounced = false;
  while (!tryOnce()) {
    if (isAbandoned(folder)) {
      removeAbandoned();
      continue;
    }
    if (!isAnnounced) say('Waiting for another command that is installing or building here…');
    isAnnounced = true;
    await new Promise((resolve) => setTimeout(resolve, waitMilliseconds));
  }
}

/**
 * Creates a folder.
 *
 * @throws Stop if this account may not write here; its sentence says what to do instead.
 */
function make(path, options) {
  try {
    mkdirSync(path, options);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
    throw new Stop(
      `An installation or a build is needed, but this account cannot write to ${root}. Run npm run ready there as an account that can.`,
    );
  }
}

function tryOnce() {
  try {
    make(folder);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(folder, 'owner'), `${process.pid} ${hostname()}`);
  return true;
}

function beat() {
  try {
    utimesSync(folder, new Date(), new Date());
  } catch {
    // The folder is gone: another command judged this one dead. The work itself continues.
  }
}

/**
 * Returns true if the owner no longer runs on this machine, or has given no sign of life for a
 * minute.
 */
function isAbandoned(path) {
  try {
    if (Date.now() - statSync(path).mtimeMs > staleAfterSeconds * 1000) return true;
    const [pid, host] = readFileSync(join(path, 'owner'), 'utf8').split(' ');
    return host === hostname() && !isRunning(Number(pid));
  } catch {
    // Just released, or just acquired and not yet signed.
    return false;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Moves the lock aside before deleting it, and puts it back if another command acquired it in
 * between.
 */
function removeAbandoned() {
  const aside = `${folder}.${process.pid}`;
  try {
    renameSync(folder, aside);
    if (!isAbandoned(aside)) return renameSync(aside, folder);
  } catch {
    // Another command was quicker; the next attempt sees the result.
  }
  rmSync(aside, { recursive: true, force: true });
}
