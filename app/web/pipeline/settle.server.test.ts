import { beforeAll, expect, test } from 'vitest';
import { setLogLevel } from '~/platform/observability/log.server';
import { aCall, anOperation } from '../../../tests/support/call';
import { execute, settle } from './run-operation.server';

beforeAll(() => setLogLevel('silent'));

test('what was taken is given back, the last first, and told whether the call was done', async () => {
  const state = aCall(anOperation());
  const told: [string, boolean][] = [];
  for (const name of ['first', 'last']) state.settlements.push((isDone) => told.push([name, isDone]));
  await settle(state);
  expect(told).toEqual([
    ['last', false],
    ['first', false],
  ]);
});

test('a call is done once its operation has given something', async () => {
  const state = aCall(anOperation());
  state.input = { name: 'Asha' };
  expect(await execute(state)).toEqual({ data: { name: 'Asha' } });
  const told: boolean[] = [];
  state.settlements.push((isDone) => told.push(isDone));
  await settle(state);
  expect(told).toEqual([true]);
});

test('one that fails keeps none of the others from being settled', async () => {
  const state = aCall(anOperation());
  let isSettled = false;
  state.settlements.push(() => {
    isSettled = true;
  });
  state.settlements.push(() => Promise.reject(new Error('the disk is gone')));
  await settle(state);
  expect(isSettled).toBe(true);
});

test('a body that nobody has read is read away', async () => {
  const state = aCall(anOperation());
  await settle(state);
  await expect.poll(() => state.call.request.body?.locked).toBe(true);
});
