import { currentRelease } from '../../scripts/lib/releases.mjs';

/** The folder of the program under test: the current release, unless `setProgram` names another. */
let folder: string | undefined;

/** Returns the folder that servers are started from. */
export function programFolder(): string {
  const found = folder ?? currentRelease();
  if (!found) throw new Error('There is no build to test: npm run ready makes one.');
  return found;
}

/** Sets the folder that servers are started from; without an argument, that of this version. */
export function setProgram(other?: string): void {
  folder = other;
}
