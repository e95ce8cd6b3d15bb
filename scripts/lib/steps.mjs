// Shows the steps before a server runs, one line each: what is installed and what is built.
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printsJsonLines } from './json-lines.mjs';
import { root, run, say } from './project.mjs';

const eraseLine = '\r\u001b[K';
const lastLines = 40;

/**
 * Runs a step and shows its line. A terminal shows the seconds while it runs, and then the result in
 * the same place.
 *
 * @param names.doing such as `Building`; `names.done`, such as `Built`.
 */
export async function showStep({ doing, done }, work) {
  const startedAt = performance.now();
  const seconds = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;
  const rewrites = process.stdout.isTTY && !printsJsonLines();
  const show = () => process.stdout.write(`${eraseLine}${doing}… ${seconds()}`);
  if (rewrites) show();
  else say(`${doing}…`);
  const timer = rewrites && setInterval(show, 1000);
  try {
    const result = await work();
    if (rewrites) process.stdout.write(eraseLine);
    say(`${done} in ${seconds()}`);
    return result;
  } catch (error) {
    if (rewrites) process.stdout.write('\n');
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Runs a program with its output in a file of `.cache`. If it fails, prints the end of the output
 * and the path of the file.
 *
 * @param name the name of the file.
 * @returns the exit code of the program; 1 if it could not be started.
 */
export async function runQuietly(name, program, args, env) {
  const path = join('.cache', `${name}.log`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  const code = await run(program, args, env, root, openSync(join(root, path), 'w'));
  if (code === 0) return code;
  const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n').slice(-lastLines);
  process.stderr.write(`\n${lines.join('\n')}\n\nThe whole output is in ${path}.\n`);
  return code;
}
