import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receivedTypeOf } from '~/platform/storage/receive.server';
import { pdfOf } from '../../../../tests/fixtures/pdf.mjs';
import { bytesOf, fixtures, setUpDecoders } from '../../../../tests/support/decoders.ts';
import { patientMs } from '../../../../tests/support/patience.ts';
import { findKindProblem } from '../../../ui/photo-pages/use-pages';
import { type Decoder, openDecoder } from './decoder.server.ts';

setUpDecoders();

let decoder: Decoder;
beforeAll(() => {
  decoder = openDecoder({ timeoutMs: patientMs });
});
afterAll(() => decoder.close());

const fixture = (name: string) => readFileSync(join(fixtures, name));
const report = fixture('blood-test.pdf');
const concat = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
const upTo = (mark: string, more = 0) => report.subarray(0, report.indexOf(mark) + more);
const zeros = Buffer.alloc(5000);

/** Runs the checks of the server, the browser page and the decoder on a file. */
async function lookAt(content: Buffer) {
  const [kind, problem] = [
    await receivedTypeOf(content),
    await findKindProblem(new Blob([new Uint8Array(content)])),
  ];
  const answer = await bytesOf(content, decoder, 'application/pdf');
  return { kind, problem, found: 'refused' in answer ? answer.refused : answer.pages };
}
const accepted = { kind: 'application/pdf', problem: undefined, found: 1 };

describe('accepts a PDF that every reader opens', () => {
  test.each<[string, Buffer]>([
    ['after a byte order mark', concat('\xef\xbb\xbf', report)],
    ['after empty lines', concat('\r\n\r\n', report)],
    ['after the headers of an e-mail', concat('Content-Type: application/pdf; name="a.pdf"\r\n\r\n', report)],
    ['after printer commands', concat('\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n', report)],
    ['as far in as readers search', concat('\n'.repeat(1024), report)],
    ['with zeros after its end', concat(report, zeros)],
    ['with a web page after its end', concat(report, '<html>', 'x'.repeat(4000), '</html>')],
    ['with a partial end mark', upTo('%%EOF', 3)],
    ['without its end mark', upTo('%%EOF')],
    ['without the offset of its table', concat(upTo('startxref'), zeros)],
  ])('%s', async (_where, content) => {
    expect(await lookAt(content)).toEqual(accepted);
  });
});

describe('reports a truncated PDF', () => {
  const nextObject = '\n90 0 obj\n<< /Length 9000 >>\nstream\n0123456789';
  test.each<[string, Buffer]>([
    ['in its first object', report.subarray(0, 60)],
    ['in its last object', upTo('trailer').subarray(0, upTo('xref').lastIndexOf('endobj'))],
    ['in its table', upTo('xref', 40)],
    ['in its table, padded with zeros', concat(upTo('trailer'), zeros)],
    ['in an update added later', concat(report, nextObject, zeros)],
    ['after the first part of a linearised file', concat(report, '%'.repeat(3000), nextObject)],
  ])('%s', async (_where, content) => {
    expect(await lookAt(content)).toEqual({ ...accepted, found: 'truncated' });
  });
});

describe('rejects as no PDF a file that', () => {
  test.each<[string, string]>([
    ['begins with a web page', '<!doctype html><script>alert(1)</script>'],
    ['begins with a shell script', '#!/bin/sh\nrm report\n'],
    ['begins with a script of a page', 'alert(1) /*'],
    ['has its head in a string of a program', 'const report = "'],
    ['has other bytes before its head', '\x01\x02\x03'],
    ['has its head further on than readers search', '\n'.repeat(1025)],
  ])('%s', async (_what, before) => {
    const content = concat(before, report);
    expect([
      await receivedTypeOf(content),
      await findKindProblem(new Blob([new Uint8Array(content)])),
    ]).toEqual([undefined, 'kind']);
  });
});

const says = (words: string) => `BT /F1 14 Tf 60 760 Td (${words}) Tj ET`;
const attached = (name: string) => [
  `<< /Names [(${name}) 8 0 R] >>`,
  `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F 9 0 R >> >>`,
  '<< /Type /EmbeddedFile /Length 4 >>\nstream\nabcd\nendstream',
];
const files = '/Names << /EmbeddedFiles 7 0 R >>';
const xfa = (form = '') => `/AcroForm << /Fields [] /XFA 7 0 R ${form} >>`;
const template = ['<< /Length 10 >>\nstream\n<xdp:xdp/>\nendstream'];
const field =
  '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (6.1) /F 4 /Rect [300 752 520 780] /DA (/F1 14 Tf 0 g) >>';

describe('reports a PDF that only refers to other content as a placeholder', () => {
  const open = says('Open this PDF portfolio in another reader');
  test.each<[string, Buffer]>([
    [
      'attached files',
      pdfOf([open], { catalog: `/Collection << >> ${files}`, extraObjects: attached('blood.pdf') }),
    ],
    [
      'an encrypted attachment',
      pdfOf([says('Protected')], {
        catalog: `/Collection << /View /H >> ${files}`,
        extraObjects: attached('locked.pdf'),
      }),
    ],
    [
      'a form in XML',
      pdfOf([says('Please wait...')], { catalog: `${xfa()} /NeedsRendering true`, extraObjects: template }),
    ],
    ['attached files, with compressed objects', fixture('portfolio-packed.pdf')],
  ])('%s', async (_where, content) => {
    expect(await lookAt(content)).toEqual({ ...accepted, problem: 'placeholder', found: 'placeholder' });
  });

  test('an empty page with an attached file, which the browser page cannot detect', async () => {
    const content = pdfOf([''], { catalog: files, extraObjects: attached('scan.jpg') });
    expect(await lookAt(content)).toEqual({ ...accepted, found: 'placeholder' });
  });

  test('is still drawn if it is already stored', async () => {
    const { Readable } = await import('node:stream');
    const content = fixture('portfolio-packed.pdf');
    const job = { mediaType: 'application/pdf', bytes: content.length, page: 1, side: 900 } as const;
    expect(await decoder.drawPage(async () => Readable.from([content]), job)).toHaveProperty('picture');
  });
});

describe('accepts a PDF with pages of its own', () => {
  const result = says('Haemoglobin 6.1 g/dL');
  test.each<[string, Buffer, number]>([
    [
      'an invoice with its data attached',
      pdfOf([result], {
        catalog: `/PageMode /UseAttachments ${files}`,
        extraObjects: attached('factur-x.xml'),
      }),
      1,
    ],
    [
      'several pages that are shown as a portfolio',
      pdfOf([result, result], {
        catalog: '/Collection << >> /Names << /EmbeddedFiles 9 0 R >>',
        extraObjects: [
          '<< /Names [(a) 10 0 R] >>',
          '<< /Type /Filespec /F (a) /EF << /F 11 0 R >> >>',
          '<< /Length 4 >>\nstream\nabcd\nendstream',
        ],
      }),
      2,
    ],
    ['a portfolio without files', pdfOf([result], { catalog: '/Collection << >>' }), 1],
    [
      'a form whose fields are drawn too',
      pdfOf([result], {
        page: '/Annots [8 0 R]',
        catalog: `${xfa()} /NeedsRendering true`,
        extraObjects: [...template, field],
      }),
      1,
    ],
    ['a form that keeps its pages', pdfOf([result], { catalog: xfa(), extraObjects: template }), 1],
  ])('%s', async (_what, content, pages) => {
    expect(await lookAt(content)).toEqual({ ...accepted, found: pages });
  });
});
