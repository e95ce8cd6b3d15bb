import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.server';

/** Returns true in the unpacked archive of a release, which has a launcher instead of `npm run`. */
const isArchive = () => existsSync(join(projectRoot(), 'secondlook'));

/**
 * Returns the line that runs an operator's command of this installation.
 *
 * @param name such as `restore`.
 * @param words what follows the name, such as an e-mail address.
 */
export function commandLine(name: string, words = ''): string {
  if (isArchive()) return `./secondlook ${name} ${words}`.trimEnd();
  return `npm run ${name.replace('audit-verify', 'audit:verify')}${words && ` -- ${words}`}`;
}

/** Returns the line that starts the server of this installation. */
export function startLine(words = ''): string {
  if (isArchive()) return `./secondlook ${words}`.trimEnd();
  return `npm start${words && ` -- ${words}`}`;
}
