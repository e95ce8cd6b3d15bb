// What a test machine needs beside Node comes from Debian's packages.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { readIfThere, run } from '../../../scripts/lib/project.mjs';

const isRoot = () => process.getuid?.() === 0;

/** Whether this is Debian or its kin, with us as root or with a sudo that asks no password. */
function isOurs() {
  const family = readIfThere('/etc/os-release') ?? '';
  if (!/^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(family)) return false;
  return isRoot() || spawnSync('sudo', ['-n', 'true']).status === 0;
}

const asRoot = (program, args) => (isRoot() ? run(program, args) : run('sudo', ['-n', program, ...args]));

/**
 * Installs packages on Debian and its kin, as root or with a sudo that asks no password.
 *
 * @returns whether they are there now.
 */
export async function installWithApt(...packages) {
  if (!isOurs()) return false;
  const apt = (...args) =>
    asRoot('env', [
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-qq',
      '-o',
      'DPkg::Lock::Timeout=120',
      ...args,
    ]);
  const install = () => apt('install', '-y', '--no-install-recommends', ...packages);
  return (await apt('update')) === 0 && (await install()) === 0;
}

const clusterSettings = '/etc/postgresql-common/createcluster.conf';

/** Has packages of PostgreSQL installed without one being started on the machine. */
export async function withoutService(install) {
  if (isOurs() && !existsSync(clusterSettings)) {
    const text = `mkdir -p ${dirname(clusterSettings)} && echo create_main_cluster = false > ${clusterSettings}`;
    await asRoot('sh', ['-c', text]);
  }
  return install();
}

// Debian asks this program whether a service that was just installed may be started; 101 is "no".
const policy = '/usr/sbin/policy-rc.d';

/** The same, for packages that start services as soon as they are installed: these do not. */
export async function installUnstarted(...packages) {
  if (!isOurs()) return false;
  const install = () => withoutService(() => installWithApt(...packages));
  if (existsSync(policy)) return install();
  await asRoot('sh', ['-c', `printf '#!/bin/sh\\nexit 101\\n' > ${policy} && chmod 755 ${policy}`]);
  try {
    return await install();
  } finally {
    await asRoot('rm', ['-f', policy]);
  }
}

/** Whether a program is there. */
export const isThere = (program) => spawnSync(program, ['--version']).error === undefined;
