import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeError } from './log.server';

test('logs the caller of a failed query and not its values', () => {
  const cause = Object.assign(new Error('no such column'), { name: 'SqliteError', code: 'SQLITE_ERROR' });
  function somebodyAsks() {
    return new DrizzleQueryError('select ?', ['canary value\n    at night I cough'], cause);
  }
  const { frames, ...logged } = describeError(somebodyAsks());
  expect(logged).toEqual({ kind: 'SqliteError', code: 'SQLITE_ERROR' });
  expect(frames?.[0]).toContain('somebodyAsks');
  expect(String(frames)).not.toMatch(/canary|cough/);
});

test('takes no line of a long message for a frame', () => {
  const { frames } = describeError(new Error('first\n    at night I cough'));
  expect(frames?.length).toBeGreaterThan(1);
  expect(String(frames)).not.toContain('cough');
  expect(describeError('text')).toEqual({ kind: 'string' });
});

test('takes nothing for a frame if the message was changed later', () => {
  const error = new Error('first\n    at night I cough');
  expect(error.stack).toContain('cough');
  error.message = 'second';
  expect(describeError(error)).toEqual({ kind: 'Error', code: undefined, frames: [] });
});
