import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';

/**
 * Returns the command prefix that lets a program mount private disks, which disappear when it ends:
 * `unshare` if it exists and this machine allows it, otherwise nothing.
 */
export function mountingOwnDisks() {
  const unshare = ['unshare', '--map-root-user', '--mount'];
  const [program, ...words] = [...unshare, 'mount', '-t', 'tmpfs', 'trial', tmpdir()];
  return spawnSync(program, words, { stdio: 'ignore' }).status === 0 ? unshare : [];
}
