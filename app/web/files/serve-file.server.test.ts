import { expect, test } from 'vitest';
import { parseRange } from './serve-file.server';

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=0-100', { start: 0, end: 99 }],
  ['bytes=99-', { start: 99, end: 99 }],
  ['bytes=-1', { start: 99, end: 99 }],
  ['bytes=-100', { start: 0, end: 99 }],
  ['bytes=-101', { start: 0, end: 99 }],
  ['bytes=007-008', { start: 7, end: 8 }],
])('returns the part of 100 bytes for %s', (header, part) => {
  expect(parseRange(header, 100)).toEqual(part);
});

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
  'reports %s of 100 bytes as unsatisfiable',
  (header) => {
    expect(parseRange(header, 100)).toBe('unsatisfiable');
  },
);

test.each([
  null,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=a-',
  'bytes=1-2,4-5',
  'bytes=1',
  'bytes=--1',
  'items=0-1',
  'bytes=0x1-2',
])('ignores %j', (header) => {
  expect(parseRange(header, 100)).toBeUndefined();
});

test('never serves a range that ends before it begins', () => {
  expect(['unsatisfiable', undefined]).toContain(parseRange('bytes=9-3', 100));
});
