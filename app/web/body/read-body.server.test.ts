import { describe, expect, test } from 'vitest';
import { readQuery } from './decode-text';
import { openBody } from './read-body.server';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const boundary = 'multipart/form-data; boundary=b';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const mark = Buffer.from('\ufeff');

/** Builds a multipart body with one text part. */
function aPart(value: Uint8Array, { type = '', name = latin1('review') } = {}) {
  const head = [latin1('--b\r\nContent-Disposition: form-data; name="'), name, latin1('"')];
  return Buffer.concat([
    ...head,
    latin1(`${type && `\r\nContent-Type: ${type}`}\r\n\r\n`),
    value,
    latin1('\r\n--b--\r\n'),
  ]);
}

/** Returns the values of a body, or the message key of its refusal. */
async function read(type: string, body: Uint8Array): Promise<unknown> {
  const request = new Request('http://clinic.test/', {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: body as BodyInit,
  });
  try {
    const body = await openBody(request, { file: { field: 'report', maxBytes: 1_000_000 } });
    await body.nextFile();
    return body.readFields().values;
  } catch (error) {
    return (error as { messageKey?: string }).messageKey;
  }
}

const review = '50 µg daily, below 37 °C';

describe('text in a declared charset', () => {
  test.each<[string, string, Uint8Array]>([
    ['JSON', `${json}; charset=ISO-8859-1`, latin1(`{"review":"${review}"}`)],
    ['JSON in quotes', `${json};charset="Windows-1252"`, latin1(`{"review":"${review}"}`)],
    ['JSON in UTF-16', `${json}; charset=utf-16le`, Buffer.from(`\ufeff{"review":"${review}"}`, 'utf16le')],
    ['JSON in UTF-8', `${json}; charset=UTF-8`, Buffer.from(`{"review":"${review}"}`)],
    ['a form', `${form}; charset=ISO-8859-1`, latin1('review=50+%B5g+daily,+below+37+\xb0C')],
    ['a form in UTF-8', `${form}; charset=utf-8`, latin1('review=50+%C2%B5g+daily,+below+37+%c2%b0C')],
    ['a part', boundary, aPart(latin1(review), { type: 'text/plain; charset=ISO-8859-1' })],
    ['a part in UTF-8', boundary, aPart(Buffer.from(review), { type: 'text/plain; charset=UTF-8' })],
  ])('is decoded: %s', async (_what, type, body) => {
    expect(await read(type, body)).toEqual({ review });
  });
});

describe('text without a charset', () => {
  test.each<[string, string, Uint8Array]>([
    ['JSON', json, Buffer.from(`{"review":"${review}"}`)],
    ['JSON after a byte order mark', json, Buffer.concat([mark, Buffer.from(`{"review":"${review}"}`)])],
    ['a form', form, Buffer.from(new URLSearchParams({ review }).toString())],
    ['a form with bare bytes', form, Buffer.from(`review=${review}`)],
    ['a form after a byte order mark', form, Buffer.concat([mark, Buffer.from(`review=${review}`)])],
    ['a part', boundary, aPart(Buffer.from(review))],
    ['a part after a byte order mark', boundary, aPart(Buffer.concat([mark, Buffer.from(review)]))],
    [
      'a name after a byte order mark',
      boundary,
      aPart(Buffer.from(review), { name: Buffer.from('\ufeffreview') }),
    ],
  ])('is UTF-8: %s', async (_what, type, body) => {
    expect(await read(type, body)).toEqual({ review });
  });

  test('is read as browsers encode it', async () => {
    const pairs = new URLSearchParams({ review: 'a+b=c&d%20 \r\n५ "', empty: '', '=&': '%' });
    expect(await read(form, Buffer.from(pairs.toString()))).toEqual({
      review: 'a+b=c&d%20 \r\n५ "',
      '=&': '%',
    });
    expect(await read(form, Buffer.from('review=100%&&a=%zz&b'))).toEqual({ review: '100%', a: '%zz' });
  });

  test('may contain a copied replacement character', async () => {
    const lost = '50 \ufffdg';
    expect(await read(json, Buffer.from(JSON.stringify({ review: lost })))).toEqual({ review: lost });
    expect(await read(form, Buffer.from(`review=${lost}`))).toEqual({ review: lost });
    expect(await read(boundary, aPart(Buffer.from(lost)))).toEqual({ review: lost });
  });
});

describe('bytes that are invalid in their charset', () => {
  const latin1Json = latin1(`{"review":"${review}"}`);
  test.each<[string, string, Uint8Array]>([
    ['JSON in Latin-1', json, latin1Json],
    ['JSON in Latin-1 declared as UTF-8', `${json}; charset=utf-8`, latin1Json],
    ['JSON in an unknown charset', `${json}; charset=klingon`, latin1Json],
    ['JSON in undeclared UTF-16', json, Buffer.from('\ufeff{}', 'utf16le')],
    ['JSON with a name in Latin-1', json, latin1('{"révision":"1"}')],
    ['a form with bare bytes in Latin-1', form, latin1(`review=${review}`)],
    ['a form with escapes in Latin-1', form, latin1('review=50+%B5g')],
    ['a form with a name in Latin-1', form, latin1('r%E9vision=1')],
    ['a form cut inside a character', form, latin1('review=50+%C2')],
    ['a part in Latin-1', boundary, aPart(latin1(review))],
    [
      'a part in Latin-1 declared as UTF-8',
      boundary,
      aPart(latin1(review), { type: 'text/plain; charset=utf-8' }),
    ],
    [
      'a part in an unknown charset',
      boundary,
      aPart(latin1(review), { type: 'text/plain; charset=klingon' }),
    ],
    ['a part with a name in Latin-1', boundary, aPart(latin1('1'), { name: latin1('révision') })],
    ['half a character in JSON', json, latin1('{"review":"\\ud800"}')],
    ['half a character in a list', json, latin1('{"pages":["a\\udc00"]}')],
    ['half a character in a name', json, latin1('{"\\ud83d":1}')],
  ])('are refused with their own sentence: %s', async (_what, type, body) => {
    expect(await read(type, body)).toBe('refused.notUtf8');
  });

  test('are distinguished from malformed JSON and from valid escaped characters', async () => {
    expect(await read(json, latin1('{"review":'))).toBe('refused.brokenJson');
    expect(await read(json, latin1('{"review":"\\ud83d\\ude00 \\\\ud800"}'))).toEqual({
      review: '😀 \\ud800',
    });
  });
});

test('a file without a name is distinguished from an empty file field and from text', async () => {
  const name = latin1('report');
  const type = 'application/pdf';
  expect(await read(boundary, aPart(latin1('%PDF-1.7 \xe2\xe3'), { name }))).toBe('refused.namelessFile');
  expect(await read(boundary, aPart(latin1('%PDF-1.7'), { name, type: 'application/octet-stream' }))).toBe(
    'refused.namelessFile',
  );
  expect(await read(boundary, aPart(latin1(''), { name, type }))).toEqual({});
});

test('reads a query as UTF-8', () => {
  expect(readQuery('http://clinic.test/?q=Jos%C3%A9+%E0%A4%86&page=2&q=b')).toEqual({ q: 'b', page: '2' });
  expect(readQuery('http://clinic.test/?q=आशा&x')).toEqual({ q: 'आशा', x: '' });
  expect(readQuery('http://clinic.test/')).toEqual({});
  for (const query of ['q=Jos%E9', 'q=%B5', '%E9=1', 'q=a%ED%A0%80'])
    expect(() => readQuery(`http://clinic.test/?${query}`)).toThrow('refused.notUtf8');
});
