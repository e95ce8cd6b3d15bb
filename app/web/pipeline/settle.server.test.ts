import { beforeAll, expect, test } from 'vitest';
import { setLogLevel } from '~/platform/observability/log.server';
import { aCall, anOperation } from '../../../tests/support/call';
import { executeOperation, runSettlements } from './run-operation.server';

beforeAll(() => setLogLevel('silent'));

test('runs settlements last first, and tells them whether the call was done', async () => {
  const state = aCall(anOperation());
  const calls: [string, boolean][] = [];
  for (const name of ['first', 'last']) state.settlements.push((isDone) => calls.push([name, isDone]));
  await runSettlements(state);
  expect(calls).toEqual([
    ['last', false],
    ['first', false],
  ]);
});

test('treats a call as done once its operation has returned a value', async () => {
  const state = aCall(anOperation());
  state.input = { name: 'Asha' };
  expect(await executeOperation(state)).toEqual({ data: { name: 'Asha' } });
  const calls: boolean[] = [];
  state.settlements.push((isDone) => calls.push(isDone));
  await runSettlements(state);
  expect(calls).toEqual([true]);
});

test('runs the remaining settlements after one fails', async () => {
  const state = aCall(anOperation());
  let isSettled = false;
  state.settlements.push(() => {
    isSettled = true;
  });
  state.settlements.push(() => Promise.reject(new Error('the disk is gone')));
  await runSettlements(state);
  expect(isSettled).toBe(true);
});
