// The operator's commands. A build contains them as bundles, which need no development packages. In
// a checkout they run from their sources.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, tools } from './project.mjs';

/** The operator's commands, named after their files in `scripts/`. */
export const commandNames = [
  'audit-verify',
  'backup',
  'create-admin',
  'move',
  'reset-second-factor',
  'restore',
  'rotate-key',
  'sweep',
];

/** A program of a build that only `--demo` runs, since it fills a clinic with invented people. */
export const seedProgram = 'seed';

/** True in the unpacked archive of a release, which has this launcher instead of `npm run`. */
const isArchive = existsSync(join(root, 'secondlook'));

/** The words that start the server, as sentences for the operator name them. */
export const startLine = isArchive ? './secondlook' : 'npm start --';

/** Returns the arguments with which Node runs a command of this folder. */
export function commandArguments(name) {
  const bundle = join(root, 'build/commands', `${name}.js`);
  return existsSync(bundle) ? [bundle] : [join(root, tools.tsx), join(root, `scripts/${name}.ts`)];
}
