import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';

/**
 * What a program is run by so that it may mount disks of its own, which nobody else sees and which
 * are gone when it ends: `unshare`, where there is one and this machine lets its people use it;
 * else nothing.
 */
export function mountingOwnDisks() {
  const unshare = ['unshare', '--map-root-user', '--mount'];
  const [program, ...words] = [...unshare, 'mount', '-t', 'tmpfs', 'trial', tmpdir()];
  return spawnSync(program, words, { stdio: 'ignore' }).status === 0 ? unshare : [];
}
