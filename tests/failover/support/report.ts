import { say } from '../../../scripts/lib/project.mjs';
import type { Check } from './checks.ts';

/** The measurements: names and values. */
export type Figures = [name: string, value: string][];

const maxLines = 5;

/**
 * Prints the figures and the checks.
 *
 * @returns True if all checks pass.
 */
export function report(figures: Figures, checks: Check[]) {
  const width = Math.max(...figures.map(([name]) => name.length));
  say('');
  for (const [name, value] of figures) say(`${name.padEnd(width)}  ${value}`);
  say('');
  for (const { claim: what, against } of checks) {
    say(`${against.length === 0 ? 'passed' : 'FAILED'}  ${what}`);
    for (const each of against.slice(0, maxLines)) say(`          ${each}`);
    if (against.length > maxLines) say(`          and ${against.length - maxLines} more`);
  }
  const failed = checks.filter(({ against }) => against.length > 0).length;
  say(`\n${checks.length - failed} passed, ${failed} failed`);
  return failed === 0;
}
