import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdfOf } from '../../../../tests/fixtures/pdf.mjs';
import { bytesOf, setUpDecoders } from '../../../../tests/support/decoders.ts';
import { patientMs } from '../../../../tests/support/patience.ts';
import { ways } from '../../../../tests/support/short-form.ts';
import { type Decoder, openDecoder } from './decoder.server.ts';

setUpDecoders();

let decoder: Decoder;
beforeAll(() => {
  decoder = openDecoder({ timeoutMs: patientMs });
});
afterAll(() => decoder.close());

/** Draws the first page for reading, as grey values. */
async function draw(content: Buffer, side = 1000) {
  const job = { mediaType: 'application/pdf', bytes: content.length, page: 1, side } as const;
  const drawn = await decoder.drawPage(async () => Readable.from([content]), job);
  if ('refused' in drawn) throw new Error(drawn.refused);
  const { data, info } = await sharp(drawn.picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { grey: data, width: info.width, height: info.height };
}

async function notesOf(content: Buffer) {
  const answer = await bytesOf(content, decoder, 'application/pdf');
  if ('refused' in answer) throw new Error(answer.refused);
  return answer.notes.map(({ page, note }) => `${page} ${note}`);
}

type Drawing = Awaited<ReturnType<typeof draw>>;
type Box = [left: number, top: number, right: number, bottom: number];

/** Adds up the ink inside a box, which is in parts of the page. */
function inkIn({ grey, width, height }: Drawing, [left, top, right, bottom]: Box): number {
  let ink = 0;
  for (let y = Math.round(top * height); y < bottom * height; y += 1)
    for (let x = Math.round(left * width); x < right * width; x += 1)
      ink += 255 - (grey[y * width + x] ?? 255);
  return ink / 255;
}
const wholePage: Box = [0, 0, 1, 1];

/** Returns the part of the ink of one drawing that the other one lacks. */
function missingInk(expected: Drawing, drawn: Drawing): number {
  let missing = 0;
  expected.grey.forEach((grey, index) => {
    missing += Math.max(0, (drawn.grey[index] ?? 255) - grey);
  });
  return missing / 255 / inkIn(expected, wholePage);
}

const hex = (text: string) =>
  `<${[...text].map((one) => one.charCodeAt(0).toString(16).padStart(4, '0')).join('')}>`;
/** Shows each character at a place of its own, so that widths do not matter. */
const spread = (text: string, show: (one: string) => string) =>
  `BT /F3 24 Tf 60 700 Td ${[...text].map((one) => `${show(one)} Tj 30 0 Td`).join(' ')} ET`;
const stream = (content: string, entries = '') =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** Builds a page whose text has glyph numbers of a font that is not in the file. */
function numberedGlyphs(text: string, { font = 'TimesNewRomanPSMT', hasText = true, page = '' } = {}) {
  const characters = [...new Set(text)];
  const numbers = Buffer.alloc(2 * 0x2300);
  for (const one of characters) {
    const code = one.charCodeAt(0);
    numbers.writeUInt16BE(code < 127 ? code - 29 : 150 + (code % 40), 2 * code);
  }
  const pairs = characters.map((one) => `${hex(one)} ${hex(one)}`).join('\n');
  const toUnicode = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
${characters.length} beginbfchar\n${pairs}\nendbfchar endcmap end end`;
  return pdfOf([spread(text, hex)], {
    page,
    resources: '/Font << /F1 3 0 R /F3 7 0 R >>',
    extraObjects: [
      `<< /Type /Font /Subtype /Type0 /BaseFont /${font} /Encoding /Identity-H /DescendantFonts [8 0 R] ${hasText ? '/ToUnicode 9 0 R' : ''} >>`,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${font} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000 /CIDToGIDMap 10 0 R /FontDescriptor 11 0 R >>`,
      stream(toUnicode),
      stream(numbers.toString('latin1')),
      `<< /Type /FontDescriptor /FontName /${font} /Flags 32 /FontBBox [-600 -300 2000 1000] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>`,
    ],
  });
}

const signs = '≤≥βΩ≈≠µ';
const signNames = '/lessequal /greaterequal /beta /Omega /approxequal /notequal /mu';

/** Builds a page with a font that every PDF may use, and further characters in its encoding. */
function standardFont(text: string, font: string, page = '') {
  const show = (one: string) =>
    `<${(signs.indexOf(one) + 1 || one.charCodeAt(0)).toString(16).padStart(2, '0')}>`;
  return pdfOf([spread(text, show)], {
    page,
    resources: '/Font << /F1 3 0 R /F3 7 0 R >>',
    extraObjects: [
      `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [1 ${signNames}] >> >>`,
    ],
  });
}

describe('text whose font is not in the file', () => {
  const values = '6.1 ≤β µ 3119';

  test.each([
    ['TimesNewRomanPSMT', 'Times-Roman', ''],
    ['TimesNewRomanPS-BoldMT', 'Times-Bold', ''],
    ['ArialMT', 'Helvetica', '/Rotate 90'],
    ['CourierNewPSMT', 'Courier', '/CropBox [40 600 500 800]'],
    ['Calibri', 'Helvetica', ''],
    ['Georgia', 'Times-Roman', '/Rotate 270 /CropBox [40 600 500 800]'],
  ])('%s by glyph number shows the characters of the text', async (font, similar, page) => {
    const content = numberedGlyphs(values, { font, page });
    const [expected, drawn] = [await draw(standardFont(values, similar, page)), await draw(content)];
    expect(inkIn(expected, wholePage)).toBeGreaterThan(200);
    expect(inkIn(drawn, wholePage) / inkIn(expected, wholePage)).toBeCloseTo(1, 1);
    // PDFium moves the characters of other fonts to the middle of their widths.
    if (font.endsWith('MT')) expect(missingInk(expected, drawn)).toBeLessThan(0.1);
    expect(await notesOf(content)).toEqual([]);
  });

  test.each(['Helvetica', 'Helvetica-Bold', 'Times-Italic', 'Courier', 'Courier-BoldOblique'])(
    '%s shows signs beyond Latin, each of them',
    async (font) => {
      for (const sign of signs) {
        const drawn = await draw(standardFont(sign, font));
        expect(inkIn(drawn, wholePage), sign).toBeGreaterThan(25);
      }
      expect(await notesOf(standardFont(values, font))).toEqual([]);
    },
  );

  test('shows the letters of the symbol font', async () => {
    const content = standardFont('a', 'Symbol')
      .toString('latin1')
      .replace(/\/Encoding << .* >> >>/, '>>');
    expect(await notesOf(Buffer.from(content, 'latin1'))).toEqual([]);
  });

  test.each<[string, Buffer]>([
    ['glyph numbers without text', numberedGlyphs('6.1', { hasText: false })],
    ['letters of Devanagari', numberedGlyphs('रक्त')],
    ['a Japanese font', japanese('MS-Mincho', '90ms-RKSJ-H', 'Japan1', '<93fa967b8cea>')],
    ['a Chinese font', japanese('SimSun', 'GBK-EUC-H', 'GB1', '<d6d0ced2>')],
  ])('is noted where it cannot be drawn surely: %s', async (_what, content) => {
    expect((await notesOf(content)).filter((note) => note !== '1 nothingShown')).toEqual(['1 missingFont']);
  });
});

function japanese(font: string, encoding: string, ordering: string, text: string) {
  return pdfOf([`BT /F3 24 Tf 60 700 Td ${text} Tj ET`], {
    resources: '/Font << /F1 3 0 R /F3 7 0 R >>',
    extraObjects: [
      `<< /Type /Font /Subtype /Type0 /BaseFont /${font} /Encoding /${encoding} /DescendantFonts [8 0 R] >>`,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${font} /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /DW 1000 /FontDescriptor 9 0 R >>`,
      `<< /Type /FontDescriptor /FontName /${font} /Flags 6 /FontBBox [0 -137 1000 859] /ItalicAngle 0 /Ascent 859 /Descent -140 /CapHeight 769 /StemV 78 >>`,
    ],
  });
}

describe('strokes under an uneven scale', () => {
  /** Draws eight strips of an ECG, each in its own scale. */
  const strips = (across: number, up: number) =>
    Array.from({ length: 8 }, (_, strip) => {
      const beats = Array.from({ length: 10 }, (_beat, beat) => {
        const x = (60 + 48 * beat) / across;
        return `${x} 0 m ${x + 10 / across} ${12 / up} l ${x + 20 / across} 0 l S`;
      });
      return `q ${across} 0 0 ${up} 0 ${742 - 95 * strip} cm ${0.8 / Math.sqrt(across * up)} w ${beats.join(' ')} Q`;
    }).join('\n');
  const inForm = (content: string) =>
    pdfOf(['q 2 0 0 2 0 0 cm /Strips Do Q'], {
      resources: '/XObject << /Strips 7 0 R >>',
      extraObjects: [
        stream(content, '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Matrix [.5 0 0 .5 0 0]'),
      ],
    });

  test.each<[string, Buffer, isTurned?: boolean]>([
    ['25 : 1', pdfOf([strips(1, 0.04)])],
    ['100 : 1', pdfOf([strips(4, 0.04)])],
    ['1 : 25', pdfOf([strips(0.04, 1)])],
    ['25 : 1 on a turned page', pdfOf([strips(1, 0.04)], { page: '/Rotate 90' }), true],
    ['25 : 1 inside a form', inForm(strips(1, 0.04))],
  ])('of %s are all drawn, at every size', async (_scale, content, isTurned) => {
    // The fewer pixels, the sooner a thin stroke is lost.
    for (const side of ways(1000, 1800, 3600)) {
      const drawn = await draw(content, side);
      const inks = Array.from({ length: 8 }, (_, strip) => {
        const [from, to] = [(75 + 95 * strip) / 842, (110 + 95 * strip) / 842];
        return inkIn(drawn, isTurned ? [1 - to, 0, 1 - from, 1] : [0, from, 1, to]);
      });
      const most = Math.max(...inks);
      expect(most).toBeGreaterThan(100);
      expect(Math.min(...inks) / most, `${side}: ${inks.map(Math.round)}`).toBeGreaterThan(0.9);
    }
  });
});

const mark = (entries: string) =>
  pdfOf(['BT /F1 14 Tf 60 760 Td (Haemoglobin 6.1) Tj ET'], {
    page: '/Annots [7 0 R]',
    extraObjects: [`<< /Type /Annot /Rect [100 400 400 600] /C [1 0 0] /F 4 ${entries} >>`],
  });
const middle: Box = [0.1, 0.25, 0.75, 0.6];

describe('marks without a drawing of their own', () => {
  test.each([
    ['a line', '/Subtype /Line /L [110 410 390 590]'],
    ['an arrow', '/Subtype /Line /L [110 410 390 590] /LE [/None /OpenArrow] /BS << /W 3 >>'],
    ['a polygon', '/Subtype /Polygon /Vertices [110 410 390 590 390 410]'],
    ['a line of several parts', '/Subtype /PolyLine /Vertices [110 410 390 590 390 410]'],
    ['a rectangle', '/Subtype /Square'],
    ['an oval', '/Subtype /Circle'],
    ['ink', '/Subtype /Ink /InkList [[110 410 390 590]]'],
    ['an underlined word', '/Subtype /Underline /QuadPoints [110 590 390 590 110 410 390 410]'],
    ['a word with a wavy line', '/Subtype /Squiggly /QuadPoints [110 590 390 590 110 410 390 410]'],
    ['a word struck out', '/Subtype /StrikeOut /QuadPoints [110 590 390 590 110 410 390 410]'],
    ['a highlighted word', '/Subtype /Highlight /QuadPoints [110 590 390 590 110 410 390 410]'],
    ['words', '/Subtype /FreeText /Contents (Repeat this) /DA (/Helv 14 Tf 1 0 0 rg)'],
  ])('%s is drawn', async (_what, entries) => {
    expect(inkIn(await draw(mark(entries)), middle)).toBeGreaterThan(50);
    expect(await notesOf(mark(entries))).toEqual([]);
  });

  test.each([
    ['a comment', '/Subtype /Text /Contents (Too low)'],
    ['a stamp', '/Subtype /Stamp /Name /Draft'],
    ['a sign for words to insert', '/Subtype /Caret /Contents (not)'],
  ])('%s is noted', async (_what, entries) => {
    expect(await notesOf(mark(entries))).toEqual(['1 missingMarks']);
  });

  test('links and hidden marks are not noted', async () => {
    expect(await notesOf(mark('/Subtype /Link'))).toEqual([]);
    expect(await notesOf(mark('/Subtype /Popup'))).toEqual([]);
  });
});

describe('content that a page does not show', () => {
  const picture = (entries: string, content: string) => [
    stream(content, `/Type /XObject /Subtype /Image /Width 1654 /Height 2339 ${entries}`),
  ];
  const resources = '/XObject << /Picture 7 0 R >>';
  const place = 'q 500 0 0 400 40 100 cm /Picture Do Q';
  const scan = '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode';
  const photo = '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode';
  const text = 'BT /F1 14 Tf 60 760 Td (City Lab) Tj ET';
  const files = {
    catalog: '/Names << /EmbeddedFiles 7 0 R >>',
    extraObjects: [
      '<< /Names [(a.pdf) 8 0 R] >>',
      '<< /Type /Filespec /F (a.pdf) /EF << /F 9 0 R >> >>',
      stream('abcd', '/Type /EmbeddedFile'),
    ],
  };

  test.each<[string, Buffer, string[]]>([
    [
      'a scan that cannot be decoded',
      pdfOf([place], { resources, extraObjects: picture(scan, 'no scan') }),
      ['1 nothingShown'],
    ],
    [
      'a photo that cannot be decoded',
      pdfOf([place], { resources, extraObjects: picture(photo, 'no photo') }),
      ['1 nothingShown'],
    ],
    [
      'a scan beside text',
      pdfOf([`${text} ${place}`], { resources, extraObjects: picture(scan, 'no scan') }),
      ['1 missingPicture'],
    ],
    ['a file inside the PDF', pdfOf([text], files), ['1 attachedFiles']],
    ['an empty page', pdfOf(['']), []],
    ['a page with blanks', pdfOf(['BT /F1 14 Tf 60 760 Td (  ) Tj ET']), []],
    ['a white area', pdfOf(['1 g 0 0 500 500 re f']), []],
  ])('%s', async (_what, content, notes) => {
    expect(await notesOf(content)).toEqual(notes);
  });
});
