import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, run } from '../../scripts/lib/project.mjs';

const commits = { older: 'a'.repeat(40), newer: 'b'.repeat(40) };
/** A word that the newer version adds to the first message of each page. */
export const mark = 'Newer version: ';

/** Copies this folder as Git sees it, with uncommitted changes and without ignored files. */
export function copyProgram(to: string) {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  for (const name of stdout.split('\0').filter((path) => path && existsSync(join(root, path)))) {
    mkdirSync(join(to, dirname(name)), { recursive: true });
    cpSync(join(root, name), join(to, name));
  }
}

/** Reads the version of this program. */
export const readVersion = (): string => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;

/**
 * Copies this version to a folder, for `makeArchives`.
 *
 * @param version another version, whose pages begin with `mark`.
 */
export function prepareProgram(folder: string, version?: string) {
  copyProgram(folder);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, '.commit'), version ? commits.newer : commits.older);
  if (version) changeVersion(folder, version);
}

/**
 * Makes archives of a copy, as `npm run release` does.
 *
 * @param folder that of `prepareProgram`.
 * @param cpus the processors.
 * @returns the folder of the archives.
 */
export async function makeArchives(folder: string, cpus: string[]): Promise<string> {
  const words = cpus.flatMap((cpu) => ['--cpu', cpu]);
  const isNewer = readFileSync(join(folder, '.commit'), 'utf8') === commits.newer;
  const env = { SOURCE_DATE_EPOCH: isNewer ? '1800000060' : '1800000000' };
  const code = await run(process.execPath, ['scripts/release.mjs', ...words], env, folder);
  if (code !== 0) throw new Error(`npm run release ended with ${code}.`);
  return join(folder, 'release');
}

function changeVersion(folder: string, version: string) {
  const change = (path: string, replace: (text: string) => string) => {
    const text = readFileSync(join(folder, path), 'utf8');
    const newText = replace(text);
    if (newText === text) throw new Error(`${path} could not be changed.`);
    writeFileSync(join(folder, path), newText);
  };
  change('package.json', (text) => text.replace(/"version": ".*?"/, `"version": "${version}"`));
  change('app/i18n/messages/en/site.json', (text) => text.replace(/("site\.skip": ")/, `$1${mark}`));
}

/** Unpacks an archive. Returns the path of its folder. */
export function unpack(archives: string, version: string, to: string): string {
  mkdirSync(to, { recursive: true });
  const archive = join(archives, `secondlook-${version}-linux-${process.arch}.tar.gz`);
  const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', to, '--no-same-owner'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return join(to, `secondlook-${version}`);
}
