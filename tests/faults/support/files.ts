import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { jpegOf, pdfOf } from '../../support/padded.ts';
import { readStoredFixture } from '../../support/stored-fixture.ts';

/** Reads the bytes of a fixture. */
export const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url)));

const document = fixture('blood-test.pdf');
const picture = await readStoredFixture('xray.jpg');

/** Builds a small unique report: a document or a picture that contains the mark. */
export function smallReport(mark: string, kind: 'pdf' | 'jpg'): Buffer {
  if (kind === 'pdf') {
    const end = document.subarray(document.lastIndexOf('startxref'));
    return Buffer.concat([document, Buffer.from(`\n%${mark}\n`), end]);
  }
  // A table of 64 numbers that the picture does not use. Unlike comments, it is preserved.
  const table = createHash('sha512').update(mark).digest();
  return Buffer.concat([
    picture.subarray(0, 2),
    Buffer.from([0xff, 0xdb, 0, 67, 3]),
    table,
    picture.subarray(2),
  ]);
}

/** Builds a report of the given number of megabytes. */
export async function largeReport(megabytes: number, kind: 'pdf' | 'jpg' = 'jpg'): Promise<Buffer> {
  const padded = await (kind === 'pdf' ? pdfOf : jpegOf)(megabytes * 1024 * 1024);
  return Buffer.from(await padded.arrayBuffer());
}

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
