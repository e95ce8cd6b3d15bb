import { currentRelease } from '../../scripts/lib/releases.mjs';

/** The folder of the program under test: the current release, unless `setProgram` names another. */
let folder: string | undefined;

/** Where servers are started from now on. */
export function programFolder(): string {
  const found = folder ?? currentRelease();
  if (!found) throw new Error('There is no build to test: npm run ready makes one.');
  return found;
}

/** Names the folder that servers are started from; without one, it is that of this version. */
export function setProgram(other?: string): void {
  folder = other;
}
