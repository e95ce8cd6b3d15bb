// The files of an archive, and the packing of them. Packing the same files twice gives the same
// bytes: names are sorted, and owners, modes and times are fixed.
import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { filesUnder, Stop } from './project.mjs';

/** The files that an archive makes executable. */
const executables = ['secondlook'];

/** Names of files with a licence or a notice. */
export const licence = /^(?:licen[cs]e|copying|notice)/i;
const unusedFile = /\.(?:map|md|markdown|[cm]?ts|tsx|flow|tsbuildinfo|gypi?|cc?|cpp|h)$|^\./i;
const unusedFolder = /^(?:@[^/]+\/)?[^/]+\/(?:tests?|__tests__|examples?|benchmarks?|docs?)\//;
/** Sources of SQLite and of the database driver, which its binaries contain. */
const sourcesOfDriver = /^better-sqlite3\/(?:deps|src)\//;
const binaryOfDriver = /^better-sqlite3\/prebuilds\/(.*)\.node$/;

/**
 * Checks whether a running program may read a file of a package. Licences count as well.
 *
 * @param path the file, such as `sharp/lib/index.js`.
 * @param platform such as `linux-x64`.
 */
export function isNeededFile(path, platform) {
  const [, binary] = binaryOfDriver.exec(path) ?? [];
  if (binary) return binary === platform;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (licence.test(name)) return true;
  return !(unusedFile.test(name) || unusedFolder.test(path) || sourcesOfDriver.test(path));
}

/** The machine types of the ELF format. */
const elfMachines = { x64: 62, arm64: 183 };

/**
 * Rejects compiled files for another processor.
 *
 * @param files paths in the archive → files on the disk.
 * @throws Stop that names the first one.
 */
export function requireProcessor(files, cpu) {
  for (const [path, file] of files) {
    if (!/\.node$|\.so(?:\.\d+)*$/.test(path)) continue;
    const head = readFileSync(file).subarray(0, 20);
    const machine = head.readUInt32BE(0) === 0x7f454c46 ? head.readUInt16LE(18) : 0;
    if (machine !== elfMachines[cpu])
      throw new Stop(`${path} is not compiled for linux-${cpu}, so the archive would not start there.`);
  }
}

/** Adds the files of a folder to those of an archive, under a path there. */
export function addFolder(files, folder, path, isWanted = () => true) {
  for (const name of filesUnder(folder))
    if (isWanted(name)) files.set(name ? `${path}/${name}` : path, name ? join(folder, name) : folder);
}

const compareBytes = (one, other) => (one < other ? -1 : Number(one > other));

/**
 * Writes a compressed archive with one folder in it.
 *
 * @param files paths in the folder → files on the disk.
 * @param options.seconds the time of every file, in seconds since 1970.
 */
export async function packArchive(files, { folder, to, seconds }) {
  // Not before the packages are installed: a fresh clone has none.
  const { default: tar } = await import('tar-stream');
  const pack = tar.pack();
  // The program has no differences between processors and versions of Node, as zlib in Node has.
  const gzip = spawn('gzip', ['-9', '--no-name'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const compressing = Promise.all([
    pipeline(pack, gzip.stdin),
    pipeline(gzip.stdout, createWriteStream(to)),
    new Promise((resolve, reject) => {
      gzip.once('error', () => reject(new Stop('The archive could not be compressed: gzip is missing.')));
      gzip.once('close', (code) => (code === 0 ? resolve() : reject(new Stop(`gzip ended with ${code}.`))));
    }),
  ]);
  await Promise.all([compressing, addEntries(pack, entriesOf(files, folder), new Date(seconds * 1000))]);
}

async function addEntries(pack, entries, mtime) {
  const common = { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime };
  for (const { name, file, isExecutable } of entries)
    await new Promise((resolve, reject) => {
      const done = (error) => (error ? reject(error) : resolve());
      if (!file) pack.entry({ ...common, name, mode: 0o755, type: 'directory' }, done);
      else pack.entry({ ...common, name, mode: isExecutable ? 0o755 : 0o644 }, readFileSync(file), done);
    });
  pack.finalize();
}

/** Lists folders and files in the order of the archive. */
function entriesOf(files, folder) {
  const entries = new Map([[`${folder}/`, {}]]);
  for (const [path, file] of files) {
    const names = path.split('/');
    for (let depth = 1; depth < names.length; depth += 1)
      entries.set(`${folder}/${names.slice(0, depth).join('/')}/`, {});
    entries.set(`${folder}/${path}`, { file, isExecutable: executables.includes(path) });
  }
  return [...entries]
    .map(([name, entry]) => ({ name, ...entry }))
    .sort((a, b) => compareBytes(a.name, b.name));
}
