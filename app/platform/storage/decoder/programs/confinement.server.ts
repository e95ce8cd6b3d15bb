import { execFile } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../../project-root.server.ts';

const residentBytesMax = 512 * 1024 * 1024;
// What a program may hold resident beside the memory that its limit counts: libraries loaded late,
// stacks and machine code.
const uncountedBytes = 16 * 1024 * 1024;

/**
 * What Node forbids a program: every file but its own code, writing, other programs. A rule of
 * Node's for JavaScript; older ones have none.
 */
export function confinementOf(path: string): string[] {
  if (!process.allowedNodeEnvironmentFlags.has('--permission')) return [];
  // The program's own code: itself and what it loads from its folder and those in it.
  const names = readdirSync(dirname(path), { recursive: true, encoding: 'utf8' });
  const code = names.filter((name) => name.endsWith('.mjs'));
  const readable = [
    ...code.map((name) => join(dirname(path), name)),
    realpathSync(join(projectRoot(), 'node_modules')),
  ];
  return [
    '--permission',
    '--allow-addons',
    '--allow-worker',
    ...readable.map((one) => `--allow-fs-read=${one}`),
    '--no-warnings',
  ];
}

/**
 * Has the kernel end a program first when memory is short, refuse it more than it may have, and
 * keep no copy of a report when it fails over that. Where this is not Linux with util-linux, the
 * program's own watch alone holds it.
 *
 * Only the memory from here on is limited: Node reserves up to a gigabyte at its start that counts,
 * but is never used.
 */
export async function confineProgram(pid: number): Promise<void> {
  const limitMemory = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const [counted = 0, resident = 0] = [/^VmData:\s+(\d+)/m, /^VmRSS:\s+(\d+)/m].map(
      (field) => Number(field.exec(status)?.[1]) * 1024,
    );
    const data = counted + residentBytesMax - uncountedBytes - resident;
    await promisify(execFile)('prlimit', ['--pid', String(pid), '--core=0', `--data=${data}`]);
  };
  await Promise.allSettled([writeFile(`/proc/${pid}/oom_score_adj`, '1000'), limitMemory()]);
}
