import { spawnSync } from 'node:child_process';
import { projectRoot } from '~/platform/project-root.server';

/**
 * Runs a program that judges a file.
 *
 * @returns its exit code, and its output if the code is not 0.
 */
export function runChecker(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: projectRoot(), encoding: 'utf8' });
  return [status, status === 0 ? '' : `${stdout}${stderr}`];
}
