import { expect, expectTypeOf, test } from 'vitest';
import { paths } from './paths';

test('a path is a text, or a function of what it leaves open', () => {
  expect(paths.home).toBe('/');
  expect(paths.pendingReport).toBe('/dashboard/pending-report');
  expect(paths.addReview('r1')).toBe('/dashboard/add-review/r1');
  expect(paths.reportPage('r1', 2)).toBe('/files/page/r1/2');
  expect(paths.picture('u1')).toBe('/files/picture/u1');
  expect(paths.picture('u1', 't1')).toBe('/files/picture/u1/t1');
});

test('a screen with several forms has a path for itself and one for each of them', () => {
  expect(paths.settings).toBe('/dashboard/settings');
  expect(paths.settingsOf('password')).toBe('/dashboard/settings/password');
});

test('the types follow from the pattern', () => {
  expectTypeOf(paths.home).toEqualTypeOf<string>();
  expectTypeOf(paths.settings).toEqualTypeOf<string>();
  expectTypeOf(paths.addReview).parameters.toEqualTypeOf<[value: string | number]>();
  expectTypeOf(paths.reportPage).parameters.toEqualTypeOf<[value: string | number, value: string | number]>();
  // @ts-expect-error: the path leaves a report open.
  const missing: string = paths.addReview;
  // @ts-expect-error: no part of it posts anywhere.
  const part: unknown = paths.addReviewOf;
  expect([typeof missing, typeof part]).toEqual(['function', 'function']);
});
