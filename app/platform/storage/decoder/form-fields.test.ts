import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdfOf } from '../../../../tests/fixtures/pdf.mjs';
import { bytesOf, setUpDecoders } from '../../../../tests/support/decoders.ts';
import { patientMs } from '../../../../tests/support/patience.ts';
import { type Decoder, openDecoder } from './decoder.server.ts';

setUpDecoders();

let decoder: Decoder;
beforeAll(() => {
  decoder = openDecoder({ timeoutMs: patientMs });
});
afterAll(() => decoder.close());

const firstFree = 7;
const place = '/Rect [300 752 520 780]';
const widget = `/Type /Annot /Subtype /Widget /F 4 ${place} /DA (/Helv 14 Tf 0 g)`;
const drawing = (content: string) =>
  `<< /Type /XObject /Subtype /Form /BBox [0 0 220 28] /Resources << /Font << /Helv 3 0 R >> >> ` +
  `/Length ${content.length} >>\nstream\n${content}\nendstream`;

/** Builds a page with one form field, which is the first object. */
const formOf = (objects: string[], o: { form?: string; content?: string; fields?: string } = {}) =>
  pdfOf([o.content ?? 'BT /F1 16 Tf 60 760 Td (Haemoglobin) Tj ET'], {
    page: `/Annots [${firstFree} 0 R]`,
    catalog: `/AcroForm << /Fields [${o.fields ?? `${firstFree} 0 R`}] /DR << /Font << /Helv 3 0 R >> >> ${o.form ?? ''} >>`,
    extraObjects: objects,
  });

async function pageOf(content: Buffer) {
  const job = { mediaType: 'application/pdf', bytes: content.length, page: 1, side: 842 } as const;
  const drawn = await decoder.drawPage(async () => Readable.from([content]), job);
  if ('refused' in drawn) throw new Error(drawn.refused);
  return drawn.picture;
}

/** Counts the dark pixels inside the field, without its border. */
async function darkPointsOf(page: Buffer): Promise<number> {
  const field = { left: 304, top: 66, width: 212, height: 21 };
  const points = await sharp(page).extract(field).greyscale().raw().toBuffer();
  return points.filter((point) => point < 128).length;
}

const text = `${widget} /FT /Tx /T (a)`;
const rich = '(<body xmlns="http://www.w3.org/1999/xhtml"><p>6.1 g/dL</p></body>)';
const choice = `${widget} /FT /Ch /T (a) /V (HIGH) /Opt [(LOW) (HIGH)]`;
const states = `/AP << /N << /Yes ${firstFree + 1} 0 R /Off ${firstFree + 2} 0 R >> >>`;
const cross = drawing('q 0 G 4 w 4 4 m 216 24 l 4 24 m 216 4 l S Q');

describe('drawing the value of a form field', () => {
  test.each([
    [
      'text with a drawing',
      [
        `<< ${text} /V (6.1 g/dL) /AP << /N 8 0 R >> >>`,
        drawing('BT 0 g /Helv 14 Tf 2 6 Td (6.1 g/dL) Tj ET'),
      ],
    ],
    ['text without a drawing', [`<< ${text} /V (6.1 g/dL) >>`]],
    [
      'text with an empty drawing',
      [`<< ${text} /V (6.1 g/dL) /AP << /N 8 0 R >> >>`, drawing('/Tx BMC EMC')],
    ],
    ['text only in rich text', [`<< ${text} /Ff 33554432 /RV ${rich} >>`]],
    ['a choice of a drop-down list', [`<< ${choice} /Ff 131072 >>`]],
    ['a choice of an open list', [`<< ${choice} >>`]],
    ['a tick', [`<< ${widget} /FT /Btn /T (a) /V /Yes /AS /Yes ${states} >>`, cross, drawing('')]],
    ['a tick only in the value', [`<< ${widget} /FT /Btn /T (a) /V /Yes ${states} >>`, cross, drawing('')]],
    ['a tick without a drawing', [`<< ${widget} /FT /Btn /T (a) /V /Yes /AS /Yes /MK << /CA (4) >> >>`]],
    [
      'a radio button without a drawing',
      [`<< ${widget} /FT /Btn /Ff 32768 /T (a) /V /on /AS /on /MK << /CA (l) >> >>`],
    ],
  ])('%s', async (_what, objects) => {
    expect(await darkPointsOf(await pageOf(formOf(objects)))).toBeGreaterThan(30);
  });

  test('draws a value stored in the parent field', async () => {
    const parent = `<< /FT /Tx /T (p) /V (6.1 g/dL) /Kids [${firstFree} 0 R] >>`;
    const form = formOf([`<< ${widget} /Parent 8 0 R >>`, parent], { fields: '8 0 R' });
    expect(await darkPointsOf(await pageOf(form))).toBeGreaterThan(30);
  });

  test('draws a value that the reader must draw, and one of a field that the form does not list', async () => {
    const field = [`<< ${text} /V (6.1 g/dL) >>`];
    for (const o of [{ form: '/NeedAppearances true' }, { fields: '' }])
      expect(await darkPointsOf(await pageOf(formOf(field, o)))).toBeGreaterThan(30);
  });

  test('draws a value in the small picture', async () => {
    const small = async (value: string) => {
      const answer = await bytesOf(formOf([`<< ${text} /V (${value}) >>`]), decoder, 'application/pdf');
      if ('refused' in answer) throw new Error(answer.refused);
      return (await sharp(answer.thumbnail).greyscale().raw().toBuffer()).filter((point) => point < 200)
        .length;
    };
    expect(await small('WWWWWWWW')).toBeGreaterThan((await small('')) + 10);
  });
});

test.each([
  ['an empty field', [`<< ${text} >>`]],
  ['a hidden field', [`<< ${text.replace('/F 4', '/F 2')} /V (6.1 g/dL) >>`]],
  [
    'a box without a tick',
    [`<< ${widget} /FT /Btn /T (a) /V /Off /AS /Off ${states} >>`, cross, drawing('')],
  ],
])('%s shows nothing', async (_what, objects) => {
  expect(await darkPointsOf(await pageOf(formOf(objects)))).toBe(0);
});
