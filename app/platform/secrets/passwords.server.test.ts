import { availableParallelism } from 'node:os';
import { expect, test, vi } from 'vitest';
import { hashPassword, isRightPassword } from './passwords.server';

test('checks many passwords in turn, with a pause between, and answers each rightly', async () => {
  const stored = await hashPassword('a quiet river runs');
  const rests = vi.spyOn(globalThis, 'setTimeout');
  const crowd = availableParallelism() + 5;
  const answers = await Promise.all(
    Array.from({ length: crowd }, (_, at) =>
      isRightPassword(stored, at % 2 ? 'wrong' : 'a quiet river runs'),
    ),
  );
  expect(answers).toEqual(Array.from({ length: crowd }, (_, at) => at % 2 === 0));
  const waiting = crowd - Math.max(1, availableParallelism() - 1);
  expect(rests.mock.calls.filter(([, ms]) => Number(ms) > 0).length).toBeGreaterThanOrEqual(waiting);
  rests.mockClear();
  expect(await isRightPassword(stored, 'a quiet river runs')).toBe(true);
  expect(rests).not.toHaveBeenCalled();
  rests.mockRestore();
});
