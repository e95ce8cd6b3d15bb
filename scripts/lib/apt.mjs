// What a test machine needs beside Node comes from Debian's packages.
import { spawnSync } from 'node:child_process';
import { readIfThere, run } from './project.mjs';

/**
 * Installs packages on Debian and its kin, as root or with a sudo that asks no password.
 *
 * @returns whether they are there now.
 */
export async function installWithApt(...packages) {
  const family = readIfThere('/etc/os-release') ?? '';
  if (!/^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(family)) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && spawnSync('sudo', ['-n', 'true']).status !== 0) return false;
  const apt = (...args) => {
    const line = [
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-qq',
      '-o',
      'DPkg::Lock::Timeout=120',
      ...args,
    ];
    return isRoot ? run(line[0], line.slice(1)) : run('sudo', ['-n', ...line]);
  };
  const install = () => apt('install', '-y', '--no-install-recommends', ...packages);
  return (await apt('update')) === 0 && (await install()) === 0;
}

/** Whether a program is there. */
export const isThere = (program) => spawnSync(program, ['--version']).error === undefined;
