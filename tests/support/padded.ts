import { readFile } from 'node:fs/promises';

const bytesOf = (name: string) => readFile(new URL(`../fixtures/${name}`, import.meta.url));

/** A whole JPEG of exactly so many bytes: comment segments stand before the picture. */
export async function jpegOf(bytes: number): Promise<File> {
  const picture = await bytesOf('xray.jpg');
  const segments: Buffer[] = [];
  let missing = bytes - picture.length;
  while (missing > 0) {
    // A segment is four bytes of head and at most 65,533 of text; the last one must leave room for its head.
    const size = missing > 65_537 + 4 ? 65_537 : missing > 65_537 ? missing - 4 - 100 : missing;
    const segment = Buffer.alloc(size, 'x');
    segment.writeUInt16BE(0xfffe, 0);
    segment.writeUInt16BE(size - 2, 2);
    segments.push(segment);
    missing -= size;
  }
  const whole = Buffer.concat([picture.subarray(0, 2), ...segments, picture.subarray(2)]);
  return new File([new Uint8Array(whole)], 'padded.jpg');
}

/** A whole PDF of exactly so many bytes: a comment after its end, and the end once more. */
export async function pdfOf(bytes: number): Promise<File> {
  const document = await bytesOf('blood-test.pdf');
  const end = document.subarray(document.lastIndexOf('startxref'));
  const comment = Buffer.alloc(bytes - document.length - end.length, 'x');
  comment.write('\n%');
  comment.write('\n', comment.length - 1);
  return new File([new Uint8Array(Buffer.concat([document, comment, end]))], 'padded.pdf');
}
