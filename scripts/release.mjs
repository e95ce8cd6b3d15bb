// npm run release [-- --cpu x64] [--address https://…]
//
// Makes the archives of this commit in release/: secondlook-<version>-linux-<cpu>.tar.gz for x64 and
// arm64, a list of their packages for each, and SHA256SUMS. They only depend on the commit
// (docs/operations.md#release-archives).
import './lib/node-version.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listMissingLinks, packDocument } from './lib/archive-docs.mjs';
import { addFolder, isNeededFile, packArchive, requireProcessor } from './lib/archive-files.mjs';
import { installArchivePackages, listComponents } from './lib/archive-packages.mjs';
import { listBrowserFiles } from './lib/browser-files.mjs';
import { buildInto } from './lib/build.mjs';
import { bundledPackages } from './lib/bundled-packages.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { command, readIfThere, root, Stop, say } from './lib/project.mjs';
import { listRuntimePackages } from './lib/release-packages.mjs';
import { showStep } from './lib/steps.mjs';
import { writeNotices } from './lib/third-party-notices.mjs';

const processors = ['x64', 'arm64'];
const minNode = '^22.14.0 || ^24.0.0';
const commitHash = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** Files of the checkout that an archive has as they are. */
const copiedFolders = ['deploy', 'docs', 'drizzle', 'public', 'scripts/lib', 'app/platform/storage/decoder'];
const copiedFiles = ['.env.example', 'CHANGELOG.md', 'README.md', 'SECURITY.md', 'scripts/secondlook.mjs'];
const isDocument = (path) => path.endsWith('.md');
const leftOut = /_snapshot\.json$|\.tsx?$/;

command(async () => {
  const { values } = parseArgs({
    options: { cpu: { type: 'string', multiple: true }, address: { type: 'string' } },
  });
  const chosenProcessors = values.cpu ?? processors;
  if (chosenProcessors.some((cpu) => !processors.includes(cpu)))
    throw new Stop(`Usage: npm run release [-- --cpu ${processors.join(' or ')}] [--address https://…]`);
  const release = { ...readRelease(), address: values.address };
  await ensureInstalled();
  const work = mkdtempSync(join(tmpdir(), 'release-'));
  process.on('exit', () => rmSync(work, { recursive: true, force: true }));
  await showStep({ doing: 'Building', done: 'Built' }, () => build(work));
  rmSync(join(root, 'release'), { recursive: true, force: true });
  mkdirSync(join(root, 'release'));
  const names = [];
  for (const cpu of chosenProcessors) {
    const words = { doing: `Packing linux-${cpu}`, done: `Packed linux-${cpu}` };
    names.push(...(await showStep(words, () => packFor(cpu, { work, release }))));
  }
  const sums = names.sort().map((name) => `${hashOf(join('release', name))}  ${name}\n`);
  writeFileSync(join(root, 'release', 'SHA256SUMS'), sums.join(''));
  for (const name of names)
    say(`release/${name}  ${(statSync(join('release', name)).size / 1e6).toFixed(1)} MB`);
});

/**
 * Reads the version, the commit and its time.
 *
 * @throws Stop if the folder differs from the commit, whose name the archive would have.
 */
function readRelease() {
  const { version } = JSON.parse(readIfThere('package.json'));
  const archived = readIfThere('.commit')?.trim() ?? '';
  const isArchived = commitHash.test(archived);
  if (!isArchived && git('status', '--porcelain') !== '')
    throw new Stop(
      'There are uncommitted changes. Commit them first: an archive names the commit it was made of.',
    );
  const commit = isArchived ? archived : git('rev-parse', 'HEAD');
  const seconds = Number(
    process.env.SOURCE_DATE_EPOCH || (isArchived ? NaN : git('log', '-1', '--format=%ct')),
  );
  if (!Number.isInteger(seconds))
    throw new Stop('SOURCE_DATE_EPOCH must be the time of the commit, in seconds since 1970.');
  // Ignored files in the same folders may contain secrets.
  const tracked = isArchived ? undefined : new Set(git('ls-files', ...copiedFolders).split('\n'));
  return { version, commit, seconds, isTracked: (path) => tracked?.has(path) ?? true };
}

function git(...words) {
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Stop(`git ${words[0]}: ${stderr?.trim() || 'git is missing'}`);
  return stdout.trim();
}

async function build(work) {
  const folder = join(work, 'build');
  await buildInto(folder);
  listBrowserFiles(folder);
}

/** Makes the archive for a processor. Returns the names of its files in release/. */
async function packFor(cpu, { work, release }) {
  const platform = `linux-${cpu}`;
  const packages = join(work, `packages-${cpu}`);
  await installArchivePackages(packages, cpu);
  const name = `secondlook-${release.version}-${platform}`;
  const components = `${name}.cdx.json`;
  const document = listComponents(packages, { ...release, platform });
  writeFileSync(join(root, 'release', components), document);
  const notices = join(work, `notices-${cpu}`);
  writeFileSync(notices, writeNotices(document, packages, root));
  const files = new Map();
  addFolder(files, join(work, 'build'), 'build');
  for (const path of copiedFolders)
    addFolder(
      files,
      join(root, path),
      path,
      (file) => !leftOut.test(file) && release.isTracked(`${path}/${file}`),
    );
  for (const path of copiedFiles) files.set(path, join(root, path));
  files.set('secondlook', join(root, 'scripts/archive/secondlook'));
  files.set('sbom.cdx.json', join(root, 'release', components));
  files.set('THIRD-PARTY-NOTICES', notices);
  for (const [path, text] of Object.entries(writtenFiles(release))) {
    writeFileSync(join(work, path), text);
    files.set(path, join(work, path));
  }
  packDocuments(files, { work, release });
  for (const path of listRuntimePackages(packages, bundledPackages))
    addFolder(files, join(packages, path), path, (file) => isOfPackage(path, file, platform));
  requireNativeFiles(files, cpu);
  await packArchive(files, {
    folder: `secondlook-${release.version}`,
    to: join(root, 'release', `${name}.tar.gz`),
    seconds: release.seconds,
  });
  return [components, `${name}.tar.gz`];
}

/** Replaces the documents of an archive, and fails if one has a link to nothing. */
function packDocuments(files, { work, release }) {
  const { homepage } = JSON.parse(readIfThere('package.json'));
  const has = (path) => files.has(path) || [...files.keys()].some((file) => file.startsWith(`${path}/`));
  const broken = [];
  for (const [path, file] of [...files].filter(([path]) => isDocument(path))) {
    const options = { has, homepage, ...release, address: release.address ?? homepage };
    const text = packDocument(path, readFileSync(file, 'utf8'), options);
    broken.push(...listMissingLinks(path, text, has));
    const packed = join(work, path.replaceAll('/', '-'));
    writeFileSync(packed, text);
    files.set(path, packed);
  }
  if (broken.length > 0) throw new Stop(`Links of the archive lead nowhere:\n${broken.join('\n')}`);
}

/** Checks whether a file of a package is needed. Nested packages are listed by themselves. */
function isOfPackage(path, file, platform) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return !file.startsWith('node_modules/') && isNeededFile(`${name}/${file}`, platform);
}

function writtenFiles({ version, commit }) {
  const manifest = { name: 'secondlook', version, private: true, type: 'module', engines: { node: minNode } };
  return { 'package.json': `${JSON.stringify(manifest, null, 2)}\n`, '.commit': `${commit}\n` };
}

/**
 * Rejects an archive that would not start.
 *
 * @throws Stop if a compiled file is missing, or is for another processor.
 */
function requireNativeFiles(files, cpu) {
  const needed = {
    'better-sqlite3': `node_modules/better-sqlite3/prebuilds/linux-${cpu}.node`,
    '@node-rs/argon2': `node_modules/@node-rs/argon2-linux-${cpu}-gnu/argon2.linux-${cpu}-gnu.node`,
    sharp: `node_modules/@img/sharp-linux-${cpu}/`,
    libvips: `node_modules/@img/sharp-libvips-linux-${cpu}/lib/`,
  };
  const paths = [...files.keys()];
  for (const [name, beginning] of Object.entries(needed))
    if (!paths.some((path) => path.startsWith(beginning)))
      throw new Stop(
        `The registry has no compiled ${name} for linux-${cpu}, so the archive would not start there.`,
      );
  requireProcessor(files, cpu);
}

const hashOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');
