import type { Bound, Step, WritePlan } from './engine';

/**
 * Builds the statements of a list of steps.
 *
 * @throws where a statement looks at other rows than those it writes and the list has no lock: with
 *   several writers at once they may change between the look and the write. A mistake of the
 *   program, found the first time the statement is run.
 */
export function planOf(steps: Step[]): WritePlan {
  const plan: WritePlan = { locks: [], writes: [], entries: [] };
  for (const step of steps) {
    if (!step) continue;
    if ('line' in step) plan.entries.push(step);
    else if ('lock' in step) plan.locks.push(step.lock);
    else if ('required' in step) plan.writes.push({ ...step.required.toSQL(), isRequired: true });
    else plan.writes.push({ ...step.toSQL(), isRequired: false });
  }
  if (plan.locks.length === 0) for (const write of plan.writes) requireNoOtherRows(write);
  return plan;
}

/** @throws as `planOf` does. */
export function requireNoOtherRows({ sql: text, needsLock = true }: Bound): void {
  if (!needsLock) return;
  const isPlain = !/\bselect\b/i.test(text.replace(/"[^"]*"|'[^']*'/g, ' '));
  if (!isPlain) throw new Error(`This looks at other rows under no lock: ${text}`);
}
