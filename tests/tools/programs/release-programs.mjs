// Finds what the tests of archives need besides the packages of npm: Node 22 or 24, and programs of
// Debian.
import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { Stop } from '../../../scripts/lib/project.mjs';
import { installUnstarted, isThere } from './apt.mjs';

/**
 * Installs debootstrap and Caddy if they are missing, and finds a Node that runs archives.
 *
 * @returns the path of that Node: this one, or the one in `ARCHIVE_NODE`.
 * @throws {Stop} If something is missing, with instructions.
 */
export async function requireReleasePrograms() {
  process.env.PATH = [process.env.PATH, '/usr/sbin', '/sbin'].join(delimiter);
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Stop('The tests of archives need root on Linux: they make an empty Debian and namespaces.');
  const missing = ['debootstrap', 'caddy', 'ip'].filter((program) => !isThere(program));
  const packages = missing.map((program) => (program === 'ip' ? 'iproute2' : program));
  if (missing.length > 0 && !(await installUnstarted(...packages)))
    throw new Stop(
      `Install ${packages.join(' and ')} (on Debian: apt-get install -y ${packages.join(' ')}).`,
    );
  const node = process.env.ARCHIVE_NODE || process.execPath;
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
  if (/^v(?:22|24)\./.test(version)) return node;
  throw new Stop(
    `Archives run on Node 22 and 24. Set ARCHIVE_NODE to the path of one; ${node} is ${version}.`,
  );
}
