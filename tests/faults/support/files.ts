import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { jpegOf, pdfOf } from '../../support/padded.ts';

/** The bytes of a fixture. */
export const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url)));

const document = fixture('blood-test.pdf');
const picture = fixture('xray.jpg');

/** A small report nobody else has: a document or a picture, with the mark in it. */
export function smallReport(mark: string, kind: 'pdf' | 'jpg'): Buffer {
  if (kind === 'pdf') {
    const end = document.subarray(document.lastIndexOf('startxref'));
    return Buffer.concat([document, Buffer.from(`\n%${mark}\n`), end]);
  }
  const comment = Buffer.from(`....${mark}`);
  comment.writeUInt16BE(0xfffe, 0);
  comment.writeUInt16BE(comment.length - 2, 2);
  return Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2)]);
}

/** A report of so many megabytes. */
export async function largeReport(megabytes: number, kind: 'pdf' | 'jpg' = 'jpg'): Promise<Buffer> {
  const made = await (kind === 'pdf' ? pdfOf : jpegOf)(megabytes * 1024 * 1024);
  return Buffer.from(await made.arrayBuffer());
}

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
