// Everything that commands need before anything is installed: Node's own modules only.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findMisspeltNames, readEnvFile } from './env-file.mjs';
import { printsJsonLines } from './json-lines.mjs';

/** The folder of package.json. A checkout's commands work there, wherever they are called from. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The programs of installed packages, as script files for this very Node (no shell, no .cmd files).
 */
export const tools = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  depcruise: 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
  knip: 'node_modules/knip/bin/knip.js',
  // The compiler is native from version 7 on. Code that reads sources needs the library, which only
  // 5 has.
  tsc: 'node_modules/typescript-7/bin/tsc',
  remix: 'node_modules/@remix-run/dev/dist/cli.js',
  serve: 'node_modules/@remix-run/serve/dist/cli.js',
  vitest: 'node_modules/vitest/vitest.mjs',
  playwright: 'node_modules/@playwright/test/cli.js',
  tsx: 'node_modules/tsx/dist/cli.mjs',
};

/** A failure whose message is all the reader needs: commands print it without a stack. */
export class Stop extends Error {}

export function say(line) {
  console.log(line);
}

/**
 * Runs a command's main function in the project's folder. A Stop ends it with its sentence and code
 * 1.
 */
export async function command(main) {
  process.chdir(root);
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error);
    process.exit(1);
  }
}

/** In the environment of a demo clinic and of the programs that it starts. */
export const demoMark = 'SECONDLOOK_DEMO';

/**
 * Loads the settings of `.env` in the working folder, if there is one, into the environment. A name
 * that is already set keeps its value. Prints a warning for each name that looks like a misspelt
 * setting. Does nothing in a demo clinic.
 *
 * @throws Stop if the file cannot be read or is ambiguous.
 */
export function loadSettings() {
  if (process.env[demoMark]) return;
  const warnings = findMisspeltNames(process.env);
  if (existsSync('.env')) {
    const file = readEnvFile('.env');
    if (file.problems.length > 0) throw new Stop(file.problems.join('\n'));
    for (const [name, value] of Object.entries(file.values)) process.env[name] ??= value;
    warnings.push(...file.warnings);
  }
  for (const warning of warnings) console.error(`Warning: ${warning}`);
}

export const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Returns the exit code a shell gives to a program ended by this signal. */
export function exitCodeOf(signal) {
  return 128 + constants.signals[signal];
}

/**
 * Runs a program on this terminal, in the project's folder unless another is given. A signal to
 * this process is passed to the program; once that has ended, it ends this process too.
 *
 * @param output a file descriptor for its output. Without it, the output goes where that of this
 *   process goes.
 * @returns its exit code; 1 if it could not be started.
 */
export function run(program, args, env = {}, cwd = root, output = undefined) {
  return new Promise((resolve) => {
    let interruptedBy = null;
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['inherit', ...Array(2).fill(output ?? (printsJsonLines() ? 'pipe' : 'inherit'))],
      // On Windows npm is a .cmd file, which only a shell starts.
      shell: process.platform === 'win32' && program !== process.execPath,
    });
    for (const name of ['stdout', 'stderr'])
      if (child[name]) createInterface(child[name]).on('line', (line) => process[name].write(`${line}\n`));
    const forward = (signal) => {
      interruptedBy = signal;
      child.kill(signal);
    };
    for (const signal of interruptions) process.on(signal, forward);
    const finish = (code) => {
      if (output !== undefined) closeSync(output);
      for (const signal of interruptions) process.off(signal, forward);
      if (interruptedBy) process.exit(exitCodeOf(interruptedBy));
      resolve(code);
    };
    child.once('error', () => finish(1));
    child.once('close', (code) => finish(code ?? 1));
  });
}

/** Runs one of `tools` with this Node. */
export function runTool(tool, args, env) {
  return run(process.execPath, [join(root, tool), ...args], env);
}

/**
 * Returns a SHA-256 of the names and contents of these files and folders (relative to the project).
 */
export function fingerprint(paths, keep = () => true) {
  const hash = createHash('sha256');
  for (const path of paths) {
    const full = join(root, path);
    if (!existsSync(full)) continue;
    for (const name of filesUnder(full).filter(keep).sort()) {
      hash
        .update(`${path}/${name}\0`)
        .update(readFileSync(join(full, name)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/** Lists every file below a folder, as paths relative to it; for a file, one empty path: itself. */
export function filesUnder(path) {
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
      if (!entry.isDirectory()) return [entry.name];
      return filesUnder(join(path, entry.name)).map((name) => `${entry.name}/${name}`);
    });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [''];
    throw error;
  }
}

/**
 * Returns the text of a small file (relative to the project, or absolute), or null if it does not
 * exist.
 */
export function readIfThere(path) {
  try {
    return readFileSync(resolve(root, path), 'utf8');
  } catch {
    return null;
  }
}
