import { readFile } from 'node:fs/promises';
import { readStoredFixture } from './stored-fixture.ts';

const bytesOf = (name: string) => readFile(new URL(`../fixtures/${name}`, import.meta.url));

/**
 * Builds a complete JPEG of exactly `bytes` bytes. All of them are stored: fill bytes stand before
 * its end marker.
 */
export async function jpegOf(bytes: number): Promise<File> {
  const picture = await readStoredFixture('xray.jpg');
  const end = picture.length - 2;
  const fill = Buffer.alloc(bytes - picture.length, 0xff);
  const whole = Buffer.concat([picture.subarray(0, end), fill, picture.subarray(end)]);
  return new File([new Uint8Array(whole)], 'padded.jpg');
}

/**
 * Builds a complete PDF of exactly `bytes` bytes: a comment after its end, and the end once more.
 */
export async function pdfOf(bytes: number): Promise<File> {
  const document = await bytesOf('blood-test.pdf');
  const end = document.subarray(document.lastIndexOf('startxref'));
  const comment = Buffer.alloc(bytes - document.length - end.length, 'x');
  comment.write('\n%');
  comment.write('\n', comment.length - 1);
  return new File([new Uint8Array(Buffer.concat([document, comment, end]))], 'padded.pdf');
}
