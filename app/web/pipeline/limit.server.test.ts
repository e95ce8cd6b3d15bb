import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeLimits, openLimits } from '~/platform/limits/limits.server';
import { aCall, anOperation } from '../../../tests/support/call';
import { countTry, requireTriesLeft } from './run-operation.server';

beforeEach(() => openLimits({ path: ':memory:', scale: 1 }));
afterEach(closeLimits);

const call = () => aCall(anOperation({ limits: ['resetsOfAddress'] }));

test('counts nothing when only asked', async () => {
  for (let time = 0; time < 20; time += 1) await requireTriesLeft(call());
  await expect(countTry(call())).resolves.toBeUndefined();
});

test('refuses a network without tries left before any other check', async () => {
  for (let tried = 0; tried < 5; tried += 1) await countTry(call());
  await expect(requireTriesLeft(call())).rejects.toMatchObject({
    kind: 'tooMany',
    retryAfterSeconds: expect.any(Number),
  });
  await expect(countTry(call())).rejects.toMatchObject({ code: 'tooMany' });
});

test('counts tries per network, and does not limit an operation without limits', async () => {
  for (let tried = 0; tried < 5; tried += 1) await countTry(call());
  const otherCall = call();
  otherCall.call.context.client = '198.51.100.9';
  await expect(requireTriesLeft(otherCall)).resolves.toBeUndefined();
  await expect(requireTriesLeft(aCall(anOperation()))).resolves.toBeUndefined();
});
