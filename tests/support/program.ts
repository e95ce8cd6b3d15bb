import { fileURLToPath } from 'node:url';

/** The folder of the program under test: this one, unless `setProgram` names another. */
let folder = fileURLToPath(new URL('../..', import.meta.url));

/** Where servers are started from now on. */
export const programFolder = () => folder;

/** Has servers be started from the folder of another version. */
export function setProgram(other: string): void {
  folder = other;
}
