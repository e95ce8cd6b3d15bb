import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stop } from '../../../scripts/lib/project.mjs';

/** A package with PDFs: of npm, or the source of a package of Debian. */
export type Source = {
  from: 'npm' | 'debian';
  name: string;
  version: string;
  /** The digest of each PDF (SHA-256, its first 16 digits), by its path in the package. */
  files: Record<string, string>;
};

const aptSource = 'deb-src http://deb.debian.org/debian bookworm main\n';

/** Returns the beginning of the SHA-256 of a file. */
export const digestOf = (content: Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 16);

/**
 * Fetches the packages and unpacks the PDFs of each into a folder.
 *
 * @param place the folder of all packages.
 * @returns the folder of each package.
 * @throws Stop if a package cannot be fetched.
 */
export function fetchSources(sources: Source[], place: string): string[] {
  mkdirSync(place, { recursive: true });
  if (sources.some((source) => source.from === 'debian' && !existsSync(folderOf(source, place))))
    updateApt(place);
  return sources.map((source) => {
    const folder = folderOf(source, place);
    if (!existsSync(folder)) unpack(source, { folder, place });
    return folder;
  });
}

const folderOf = ({ from, name, version }: Source, place: string) =>
  join(place, `${from}-${name}-${version.replace(':', '-')}`);

function unpack(source: Source, { folder, place }: { folder: string; place: string }) {
  const archive = source.from === 'npm' ? fetchFromNpm(source, place) : fetchFromDebian(source, place);
  mkdirSync(folder);
  run(
    'tar',
    ['--extract', '--file', archive, '--directory', folder, '--wildcards', '*.pdf', '*.PDF'],
    place,
    [0, 2],
  );
}

function fetchFromNpm({ name, version }: Source, place: string): string {
  const packed = run('npm', ['pack', '--silent', `${name}@${version}`], place).trim();
  return join(place, packed.split('\n').at(-1) ?? '');
}

function fetchFromDebian({ name, version }: Source, place: string): string {
  run('apt-get', [...aptOptions(place), 'source', '--download-only', `${name}=${version}`], place);
  // Without the epoch and the revision.
  const upstream = version.replace(/^\d+:/, '').replace(/-[^-]*$/, '');
  const beginning = `${name}_${upstream}.orig.tar.`;
  const archive = readdirSync(place).find((file) => file.startsWith(beginning) && !file.endsWith('.asc'));
  if (!archive) throw new Stop(`Debian has no source of ${name} ${version}.`);
  return join(place, archive);
}

/** Reads Debian's list of sources into the folder, beside the lists of the machine. */
function updateApt(place: string) {
  for (const folder of ['lists/partial', 'cache/archives/partial'])
    mkdirSync(join(place, folder), { recursive: true });
  writeFileSync(join(place, 'sources.list'), aptSource);
  run('apt-get', [...aptOptions(place), 'update'], place);
}

const aptOptions = (place: string) =>
  [
    `Dir::Etc::sourcelist=${join(place, 'sources.list')}`,
    'Dir::Etc::sourceparts=-',
    `Dir::State::lists=${join(place, 'lists')}`,
    `Dir::Cache=${join(place, 'cache')}`,
    'APT::Sandbox::User=',
    'Acquire::Languages=none',
  ].flatMap((option) => ['-o', option]);

function run(program: string, words: string[], cwd: string, codes = [0]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd, encoding: 'utf8' });
  if (error || !codes.includes(status ?? -1))
    throw new Stop(`${program} failed: ${error?.message ?? stderr}`);
  return stdout;
}

/** Reads a listed PDF; undefined if it is missing or differs from the list. */
export function readListed(folder: string, path: string, digest: string): Buffer | undefined {
  const file = join(folder, path);
  const content = existsSync(file) ? readFileSync(file) : undefined;
  return content && digestOf(content) === digest ? content : undefined;
}
