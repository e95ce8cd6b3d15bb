import type { Bound, Step, WritePlan } from './engine';

/**
 * Builds the statements of a list of steps.
 *
 * @throws if a statement reads rows other than those it writes and the list has no lock: with
 *   several writers they may change between the read and the write. This is a bug, which shows the
 *   first time the statement runs.
 */
export function planWrite(steps: Step[]): WritePlan {
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

/**
 * Rejects a statement that reads other rows and needs a lock.
 *
 * @throws as `planWrite` does.
 */
export function requireNoOtherRows({ sql: text, needsLock = true }: Bound): void {
  if (!needsLock) return;
  const isPlain = !/\bselect\b/i.test(text.replace(/"[^"]*"|'[^']*'/g, ' '));
  if (!isPlain) throw new Error(`This statement reads other rows without a lock: ${text}`);
}
