// Gives a release its own packages, so that a later installation removes none from a running
// server.
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { buildPackages } from './bundled-packages.mjs';

/**
 * Lists the installed packages that a running server may load: the dependencies of package.json
 * without those that only build, and all that they need.
 *
 * @param home the folder of package-lock.json and node_modules.
 * @param omittedNames dependencies of package.json to leave out, unless another one needs them.
 * @returns paths such as `node_modules/sharp`, relative to it.
 */
export function listRuntimePackages(home, omittedNames = []) {
  const { packages } = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8'));
  const paths = new Set();
  const leftOut = [...buildPackages, ...omittedNames];
  const names = neededBy(packages['']).filter((name) => !leftOut.includes(name));
  const waiting = names.map((name) => ({ name, from: '' }));
  while (waiting.length > 0) {
    const { name, from } = waiting.pop();
    const path = resolvePackage(name, from, packages);
    // Optional packages for another platform are locked but not installed.
    if (!path || paths.has(path) || !existsSync(join(home, path))) continue;
    paths.add(path);
    waiting.push(...neededBy(packages[path]).map((needed) => ({ name: needed, from: path })));
  }
  return [...paths];
}

const neededBy = ({ dependencies, optionalDependencies, peerDependencies }) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });

/** Finds a package as Node does: in node_modules of the package that needs it, or further up. */
function resolvePackage(name, from, packages) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = posix.join(folder, 'node_modules', name);
    if (path in packages) return path;
    if (folder === '') return undefined;
  }
}

/** Adds the packages of `listRuntimePackages` to a release, as hard links if possible. */
export function linkPackages(home, release) {
  for (const path of listRuntimePackages(home)) linkFolder(join(home, path), join(release, path));
}

/**
 * Links every file of a package. npm writes new files and never overwrites existing ones in place,
 * so a link keeps its content. Nested packages are left out: they are listed by themselves.
 */
function linkFolder(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isFile()) linkOrCopy(source, target);
    else if (entry.isDirectory() && entry.name !== 'node_modules') linkFolder(source, target);
  }
}

function linkOrCopy(source, target) {
  try {
    linkSync(source, target);
  } catch {
    // Another disk, or a file system without links.
    copyFileSync(source, target);
  }
}
