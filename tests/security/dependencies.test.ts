import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Locked = {
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  /** True if it is in the archive of its parent package, whose hash covers it. */
  inBundle?: boolean;
};
type Lock = { packages: Record<string, Locked> };
type Manifest = Record<string, unknown>;
type Bad = { package: string; versions?: string[]; below?: string; why: string };

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const lock: Lock = read('package-lock.json');
const manifest: Manifest = read('package.json');
/** The client that programs install, with its own lock file. */
const client: { lock: Lock; manifest: Manifest } = {
  lock: read('clients/typescript/package-lock.json'),
  manifest: read('clients/typescript/package.json'),
};
const knownBad: Bad[] = read('tests/tools/known-bad.json');

/** Returns a package's name, which may differ from its folder's. */
const nameOf = (path: string, { name }: Locked) =>
  name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const numbersOf = (version: string) => version.split(/[-+]/)[0]?.split('.').map(Number) ?? [];

function isBelow(version: string, limit: string) {
  const [left, right] = [numbersOf(version), numbersOf(limit)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at >= 0 && (left[at] ?? 0) < (right[at] ?? 0);
}

/** Lists locked packages that are known to be bad. */
const badIn = ({ packages }: Lock) =>
  Object.entries(packages).flatMap(([path, { name, version = '' }]) =>
    knownBad
      .filter((bad) => bad.package === nameOf(path, { name }))
      .filter(({ versions, below }) =>
        below ? isBelow(version, below) : versions?.some((one) => one === '*' || one === version),
      )
      .map(({ why }) => `${nameOf(path, { name })} ${version}: ${why}`),
  );

/** Lists locked packages that are not from the registry or have no integrity hash. */
const looseIn = ({ packages }: Lock) =>
  Object.entries(packages)
    .filter(([path, { inBundle }]) => path !== '' && !(inBundle && packages[holderOf(path)]?.integrity))
    .filter(
      ([, { version = '', resolved, integrity = '', link }]) =>
        link ||
        !/^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(version) ||
        !/^sha512-[\w+/]{86}==$/.test(integrity) ||
        (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')),
    )
    .map(([path]) => path);

/** Returns the package whose folder contains another one. */
const holderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')));

/** Lists dependencies that do not name one exact version. */
const rangesIn = (requested: Manifest) =>
  ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides']
    .flatMap((kind) => Object.entries((requested[kind] ?? {}) as Record<string, string>))
    .filter(([, version]) => !/^(?:npm:[\w./@-]+@)?\d+\.\d+\.\d+$/.test(version))
    .map(([name, version]) => `${name} ${version}`);

const withOne = (path: string, locked: Locked): Lock => ({ packages: { ...lock.packages, [path]: locked } });
const integrity = `sha512-${'A'.repeat(86)}==`;

describe('the locked packages', () => {
  test('include no known bad version', () => {
    expect([...badIn(lock), ...badIn(client.lock)]).toEqual([]);
  });

  test.each([
    ['event-stream', '3.3.6'],
    ['ua-parser-js', '0.7.29'],
    ['chalk', '5.6.1'],
    ['debug', '4.4.2'],
    ['flatmap-stream', '0.1.1'],
    ['nodemailer', '6.10.1'],
    ['@remix-run/express', '2.16.2'],
  ])('are refused if they contain %s %s at any depth', (name, version) => {
    for (const path of [`node_modules/${name}`, `node_modules/other/node_modules/${name}`])
      expect(badIn(withOne(path, { version, integrity }))).toHaveLength(1);
    expect(badIn(withOne('node_modules/another-name', { name, version, integrity }))).toHaveLength(1);
  });

  test('are requested by one exact version each', () => {
    expect([...rangesIn(manifest), ...rangesIn(client.manifest)]).toEqual([]);
    const loose = {
      a: '^1.0.0',
      b: '~1.0.0',
      c: '*',
      d: 'latest',
      e: '1.x',
      f: 'git+ssh://git@x.test/y.git',
      g: 'npm:other@^1.0.0',
    };
    expect(rangesIn({ dependencies: loose })).toHaveLength(7);
  });

  test('come from the registry, with an integrity hash', () => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(300);
    expect([...looseIn(lock), ...looseIn(client.lock)]).toEqual([]);
    const loose: Locked[] = [
      { version: '1.0.0' },
      { version: '1.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
      { version: '1.0.0', integrity, resolved: 'http://registry.npmjs.org/x/-/x-1.0.0.tgz' },
      { version: '1.0.0', integrity, resolved: 'git+ssh://git@x.test/y.git#1234' },
      { version: 'git+https://x.test/y.git', integrity },
      { version: '1.0.0', inBundle: true },
      { version: '1.0.0', integrity, link: true },
    ];
    for (const one of loose) expect(looseIn(withOne('node_modules/x', one))).toEqual(['node_modules/x']);
  });

  test('run no program at the installation', () => {
    expect(readFileSync(new URL('../../.npmrc', import.meta.url), 'utf8')).toMatch(/^ignore-scripts=true$/m);
    expect(manifest.allowScripts).toBeUndefined();
    const ownScripts = ['preinstall', 'install', 'postinstall', 'prepare', 'dependencies'];
    for (const { scripts } of [manifest, client.manifest])
      expect(Object.keys(scripts as object).filter((name) => ownScripts.includes(name))).toEqual([]);
  });
});
