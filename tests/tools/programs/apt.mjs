// Installs what a test machine needs besides Node from Debian packages.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { readIfThere, run } from '../../../scripts/lib/project.mjs';

const isRoot = () => process.getuid?.() === 0;

/**
 * Tells whether this is Debian or a derivative, under root or with a sudo that needs no password.
 */
function isOurs() {
  const family = readIfThere('/etc/os-release') ?? '';
  if (!/^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(family)) return false;
  return isRoot() || spawnSync('sudo', ['-n', 'true']).status === 0;
}

const asRoot = (program, args) => (isRoot() ? run(program, args) : run('sudo', ['-n', program, ...args]));

/**
 * Installs packages on Debian or a derivative, under root or with a sudo that needs no password.
 *
 * @returns True if they are installed now.
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

/** Installs PostgreSQL packages without starting a server on the machine. */
export async function withoutService(install) {
  if (isOurs() && !existsSync(clusterSettings)) {
    const text = `mkdir -p ${dirname(clusterSettings)} && echo create_main_cluster = false > ${clusterSettings}`;
    await asRoot('sh', ['-c', text]);
  }
  return install();
}

// Debian runs this program to ask whether a newly installed service may start; 101 means "no".
const policy = '/usr/sbin/policy-rc.d';

/** Installs packages with services like `installWithApt`, but does not let the services start. */
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

/** Tells whether a program is installed. */
export const isThere = (program) => spawnSync(program, ['--version']).error === undefined;
