import { expect, expectTypeOf, test } from 'vitest';
import { paths } from './paths';

test('is a string, or a function of its parameters', () => {
  expect(paths.home).toBe('/');
  expect(paths.pendingReport).toBe('/dashboard/pending-report');
  expect(paths.addReview('r1')).toBe('/dashboard/add-review/r1');
  expect(paths.reportPage('r1', 2)).toBe('/files/page/r1/2');
  expect(paths.reportPage('r1', 2, 'large')).toBe('/files/page/r1/2/large');
  expect(paths.picture('u1')).toBe('/files/picture/u1');
  expect(paths.picture('u1', 't1')).toBe('/files/picture/u1/t1');
});

test('gives a screen with several forms a path for itself and one per form', () => {
  expect(paths.settings).toBe('/dashboard/settings');
  expect(paths.settingsOf('password')).toBe('/dashboard/settings/password');
});

test('derives the types from the pattern', () => {
  expectTypeOf(paths.home).toEqualTypeOf<string>();
  expectTypeOf(paths.settings).toEqualTypeOf<string>();
  expectTypeOf(paths.addReview).parameters.toEqualTypeOf<[value: string | number]>();
  expectTypeOf(paths.reportPage).parameters.toEqualTypeOf<
    [value: string | number, value: string | number, value?: string]
  >();
  // @ts-expect-error: the path needs a report.
  const missing: string = paths.addReview;
  // @ts-expect-error: the screen has no parts.
  const part: unknown = paths.addReviewOf;
  expect([typeof missing, typeof part]).toEqual(['function', 'function']);
});
