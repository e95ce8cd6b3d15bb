import { describe, expect, test } from 'vitest';
import { boundHeaders } from '~/web/request/request-line.server';

const bounded = (headers: Record<string, string>) => {
  const given = { ...headers };
  boundHeaders(given);
  return given;
};

describe('the headers of a request', () => {
  test('stay unchanged at the lengths that clients send', () => {
    const usual = {
      host: 'clinic.test',
      cookie: `session=${'a'.repeat(100)}; device=${'b'.repeat(500)}; mistaken=${'c'.repeat(4000)}`,
      authorization: `Bearer ${'t'.repeat(43)}`,
      'user-agent': `Mozilla/5.0 ${'x'.repeat(200)}`,
      'accept-language': 'hi-IN,hi;q=0.9,en-IN;q=0.8,en;q=0.7',
      'idempotency-key': 'k'.repeat(256),
      'upload-metadata': `filename ${'A'.repeat(1200)}`,
      referer: `https://clinic.test/dashboard/pending-report?q=${'a'.repeat(1500)}`,
    };
    expect(bounded(usual)).toEqual(usual);
  });

  test.each([
    ['user-agent', 256],
    ['accept-language', 512],
    ['accept-encoding', 256],
    ['authorization', 512],
    ['cookie', 8192],
    ['range', 256],
    ['if-none-match', 512],
    ['if-range', 256],
    ['upload-metadata', 4096],
    ['content-disposition', 1024],
    ['content-type', 1024],
    ['idempotency-key', 1024],
    ['x-forwarded-for', 1024],
    ['x-account', 1024],
    ['origin', 1024],
    ['referer', 4096],
    ['x-anything', 1024],
  ])('contain no %s longer than %d characters', (name, length) => {
    expect(bounded({ [name]: '1'.repeat(15_000) })[name]).toBe('1'.repeat(length));
  });

  test('keep the address that the nearest proxy added, whatever precedes it', () => {
    const forwarded = bounded({ 'x-forwarded-for': `${'203.0.113.9, '.repeat(1200)}198.51.100.7` });
    expect(forwarded['x-forwarded-for']).toMatch(/, 198\.51\.100\.7$/);
  });

  test('keep the site in a long referrer: a form of another site stays one', () => {
    const { referer = '' } = bounded({ referer: `https://other.example/${'a'.repeat(15_000)}` });
    expect(new URL(referer).host).toBe('other.example');
  });

  test('leave the whole Host to the check of the request line', () => {
    expect(bounded({ host: 'h'.repeat(5000) }).host).toHaveLength(5000);
  });
});
