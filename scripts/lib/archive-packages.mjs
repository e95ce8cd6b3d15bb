// Installs what an archive contains of node_modules, for another kind of machine if need be.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackages } from './bundled-packages.mjs';
import { readIfThere, Stop } from './project.mjs';
import { runQuietly } from './steps.mjs';

const driver = 'better-sqlite3';
/** The version of the driver that contains its binaries; the lock has it under this name. */
const prebuiltDriver = 'better-sqlite3-13';

/**
 * Installs the dependencies of package-lock.json, without the packages of builds and tests and
 * without running any of their programs. The database driver is the one that needs no compiler.
 *
 * @param folder an empty folder.
 * @param cpu `x64` or `arm64`.
 * @throws Stop if a package cannot be downloaded.
 */
export async function installArchivePackages(folder, cpu) {
  mkdirSync(folder, { recursive: true });
  const { manifest, lock } = withPrebuiltDriver(
    JSON.parse(readIfThere('package.json')),
    JSON.parse(readIfThere('package-lock.json')),
  );
  for (const [name, content] of Object.entries({ 'package.json': manifest, 'package-lock.json': lock }))
    writeFileSync(join(folder, name), JSON.stringify(content, null, 2));
  const machine = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc'];
  const options = ['--omit=dev', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  const words = [
    'ci',
    '--prefix',
    folder,
    ...machine,
    ...options,
    '--prefer-offline',
    '--engine-strict=false',
  ];
  if ((await runQuietly(`packages-${cpu}`, 'npm', words)) === 0) return;
  throw new Stop(`The packages for linux-${cpu} could not be installed (see the npm output above).`);
}

/**
 * Returns package.json and package-lock.json with the driver that contains its binaries, and without
 * the packages of builds and tests.
 */
function withPrebuiltDriver({ name, version, dependencies: wanted }, lock) {
  const { [`node_modules/${prebuiltDriver}`]: prebuilt, ...packages } = lock.packages;
  const { name: _name, optional: _optional, ...entry } = prebuilt;
  const ofServer = Object.entries(wanted).filter(([name]) => !buildPackages.includes(name));
  const manifest = {
    name,
    version,
    dependencies: { ...Object.fromEntries(ofServer), [driver]: entry.version },
  };
  return {
    manifest,
    lock: { ...lock, packages: { ...packages, '': manifest, [`node_modules/${driver}`]: entry } },
  };
}

/**
 * Lists the installed packages in the format CycloneDX, as a document that only depends on the commit.
 *
 * @param folder that of `installArchivePackages`.
 * @param release.platform such as `linux-x64`.
 * @param release.seconds the time of the commit, in seconds since 1970.
 * @returns the document as text.
 */
export function listComponents(folder, { commit, seconds, platform }) {
  const words = ['sbom', '--sbom-format=cyclonedx', '--legacy-peer-deps'];
  const { status, stdout, stderr } = spawnSync('npm', words, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Stop(`The packages could not be listed:\n${stderr}`);
  const document = JSON.parse(stdout);
  const { metadata } = document;
  document.serialNumber = `urn:uuid:${uuidOf(`${commit} ${platform}`)}`;
  metadata.timestamp = new Date(seconds * 1000).toISOString();
  // npm names it after its folder.
  Object.assign(metadata.component, { name: 'secondlook', type: 'application' });
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Makes a UUID of version 8 from a text. */
function uuidOf(text) {
  const digits = createHash('sha256').update(text).digest('hex');
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
  ];
  return [...parts, digits.slice(20, 32)].join('-');
}
