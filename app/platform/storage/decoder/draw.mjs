/**
 * Makes small pictures and pages for reading. Loaded by
 * app/platform/storage/decoder/decode.mjs.
 */
import { readingSizeOf, shownPartOf } from './picture-shape.mjs';
import sharp from './sharp.mjs';

const thumbnailBytesMax = 20 * 1024;
const pageBytesMax = 600 * 1024;
// Twelve megapixels at the weight that a page of two and a half has.
const longPageBytesMax = 2.5 * 1024 * 1024;
const squareSidePx = 256;

const inside = { fit: 'inside', withoutEnlargement: true };

/** Decodes a picture at a size, on white, without metadata; gives what begins with it anew. */
async function decoded(picture, ...size) {
  const { data, info } = await picture
    .resize(...size)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return () => sharp(data, { raw: { width, height, channels } });
}

/** The grey of a picture that is decoded, one byte a point. */
async function greyOf(small) {
  const one = small().greyscale().toColourspace('b-w').raw();
  const { data, info } = await one.toBuffer({ resolveWithObject: true });
  return { grey: data, width: info.width, height: info.height };
}

/**
 * Decodes a picture of that size; gives what packs a WebP of at most 480 px a side and 20 KB, on
 * white, without metadata, and what gives its grey. Of a very long one it shows the beginning.
 */
async function thumbnailOf(picture, size) {
  const small = await decoded(picture.extract(shownPartOf(size)), 480, 480, inside);
  const pack = async () => {
    for (const side of [480, 360, 240, 120, 60]) {
      for (const quality of [75, 60, 45, 30]) {
        const thumbnail = await small().resize(side, side, inside).webp({ quality, effort: 2 }).toBuffer();
        if (thumbnail.length <= thumbnailBytesMax) return thumbnail;
      }
    }
    throw new Error('no thumbnail is small enough');
  };
  return { pack, grey: () => greyOf(small) };
}

/**
 * Decodes a picture; gives what packs a WebP of 256 px a side and at most 20 KB, of the middle of
 * the picture, on white, without metadata.
 */
async function squareOf(picture) {
  const middle = await decoded(picture, squareSidePx, squareSidePx, { fit: 'cover' });
  const pack = async () => {
    for (const quality of [80, 60, 40, 20, 5]) {
      const square = await middle().webp({ quality }).toBuffer();
      if (square.length <= thumbnailBytesMax) return square;
    }
    throw new Error('no square is small enough');
  };
  return { pack };
}

/**
 * Decodes a picture of that size; gives what packs a WebP for reading, on white, without metadata:
 * of at most `side` px a side and 600 KB, or of a long one 12 megapixels and 2.5 MB.
 */
async function pageOf(picture, size, side) {
  const readingSize = readingSizeOf(size, side);
  const whole = await decoded(picture, readingSize.width, readingSize.height, inside);
  const bytesMax = Math.max(readingSize.width, readingSize.height) > side ? longPageBytesMax : pageBytesMax;
  const pack = async () => {
    for (const part of [1, 0.75, 0.5, 0.25]) {
      const [width, height] = [readingSize.width, readingSize.height].map((length) =>
        Math.ceil(length * part),
      );
      for (const quality of [80, 55]) {
        const page = await whole().resize(width, height, inside).webp({ quality, effort: 2 }).toBuffer();
        if (page.length <= bytesMax) return page;
      }
    }
    throw new Error('no page is small enough');
  };
  return { pack };
}

/** What makes the picture that a job asks for. */
export function drawerFor({ want, page, side }) {
  if (page !== undefined) return (picture, size) => pageOf(picture, size, side);
  return want === 'picture' ? squareOf : thumbnailOf;
}
