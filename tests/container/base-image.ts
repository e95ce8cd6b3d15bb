import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '~/platform/project-root.server';
import { Stop, say } from '../../scripts/lib/project.mjs';
import { installWithApt, isThere } from '../tools/programs/apt.mjs';

/** Runs a program of the machine and returns its standard output. */
export function runProgram(program: string, args: string[], options: { cwd?: string; input?: Buffer } = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'buffer',
    maxBuffer: 2 ** 30,
    ...options,
  });
  if (status === 0) return stdout;
  throw new Stop(`${[program, ...args].join(' ')} failed: ${error ?? stderr.toString().slice(-4000)}`);
}

/**
 * Ensures that the base images of the Dockerfile are there. Pulls them, or makes one like both if no
 * registry of images is reachable.
 *
 * @param engine `docker` or `podman`.
 */
export async function ensureBaseImages(engine: string): Promise<void> {
  const dockerfile = readFileSync(join(projectRoot(), 'Dockerfile'), 'utf8');
  const bases = [...dockerfile.matchAll(/^FROM (?:--\S+ )?(node:([\d.]+)-(\w+)\S*)/gm)];
  const names = bases.map(([, image]) => `docker.io/library/${image}`);
  const isAvailable = (name: string) =>
    [
      ['image', 'inspect'],
      ['pull', '--quiet'],
    ].some((words) => spawnSync(engine, [...words, name]).status === 0);
  if (names.every(isAvailable)) return;
  const [, , node = '', release = ''] = bases[0] ?? [];
  say(`The base images cannot be pulled: making one from Debian ${release} and the Node ${node} of npm…`);
  const folder = mkdtempSync(join(tmpdir(), 'base-'));
  try {
    await makeRoot(folder, node, release);
    const archive = join(folder, 'root.tar');
    runProgram('tar', ['-C', join(folder, 'root'), '-cf', archive, '.']);
    // The registry's image sets a path too. The certificates are those of this machine, whose line
    // to npm may have its own.
    const env = ['PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', `NODE_EXTRA_CA_CERTS=${certificates}`];
    const [first = '', ...others] = names;
    runProgram(engine, ['import', ...env.flatMap((pair) => ['--change', `ENV ${pair}`]), archive, first]);
    for (const name of others) runProgram(engine, ['tag', first, name]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const certificates = '/etc/ssl/certs/ca-certificates.crt';

/** Makes a small Debian with git, Node, npm and the account `node`, as the registry's images have them. */
async function makeRoot(folder: string, node: string, release: string) {
  const root = join(folder, 'root');
  if (!isThere('debootstrap')) await installWithApt('debootstrap');
  runProgram('debootstrap', ['--variant=minbase', '--include=git', release, root]);
  const machine = process.arch === 'arm64' ? 'arm64' : 'x64';
  for (const [spec, into] of [
    [`node-linux-${machine}@${node}`, 'usr/local'],
    ['npm@11', 'usr/local/lib/node_modules/npm'],
  ] as const) {
    const packed = runProgram('npm', ['pack', '--silent', spec], { cwd: folder }).toString().trim();
    mkdirSync(join(root, into), { recursive: true });
    runProgram('tar', ['-xzf', packed, '-C', join(root, into), '--strip-components=1'], { cwd: folder });
  }
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  mkdirSync(join(root, 'etc/ssl/certs'), { recursive: true });
  if (existsSync(certificates)) cpSync(certificates, join(root, certificates), { dereference: true });
  runProgram('chroot', [root, 'groupadd', '--gid', '1000', 'node']);
  runProgram('chroot', [root, 'useradd', '--uid', '1000', '--gid', 'node', '--create-home', 'node']);
}
