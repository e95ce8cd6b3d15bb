import { join } from 'node:path';
import { tools } from './project.mjs';

/** The checks that read sources and run nothing: name, program and arguments of each. */
export const sourceChecks = [
  ['lint', tools.biome, ['ci', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.']],
  ['imports', tools.depcruise, ['app']],
  ['unused', tools.knip, []],
  ['messages', tools.tsx, [join('scripts', 'check-messages.ts')]],
];

/** The check of types, with the arguments that let it use every core. */
export const typeCheck = ['types', tools.tsc, ['-p', '.']];
