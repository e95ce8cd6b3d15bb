import { say } from '../../../scripts/lib/project.mjs';
import type { Check } from './checks.ts';

/** What was measured: a name and a value. */
export type Figures = [name: string, value: string][];

const shown = 5;

/** Prints the figures and the checks, and says whether all of these are as they have to be. */
export function report(figures: Figures, checks: Check[]) {
  const width = Math.max(...figures.map(([name]) => name.length));
  say('');
  for (const [name, value] of figures) say(`${name.padEnd(width)}  ${value}`);
  say('');
  for (const { what, against } of checks) {
    say(`${against.length === 0 ? 'passed' : 'FAILED'}  ${what}`);
    for (const each of against.slice(0, shown)) say(`          ${each}`);
    if (against.length > shown) say(`          and ${against.length - shown} more`);
  }
  const failed = checks.filter(({ against }) => against.length > 0).length;
  say(`\n${checks.length - failed} passed, ${failed} failed`);
  return failed === 0;
}
