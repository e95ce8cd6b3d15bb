import { spawnSync } from 'node:child_process';
import { projectRoot } from '~/platform/project-root.server';

/**
 * What a program says of a file that it is given.
 *
 * @returns its exit code, and what it printed where that is not 0.
 */
export function judged(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: projectRoot(), encoding: 'utf8' });
  return [status, status === 0 ? '' : `${stdout}${stderr}`];
}
