/**
 * Draws small pictures and pages for reading. Loaded by app/platform/storage/decoder/decode.mjs.
 */
import { readingSizeOf, shownPartOf, wholeSide } from './picture-shape.mjs';
import sharp from './sharp.mjs';

const thumbnailBytesMax = 20 * 1024;
const pageBytesMax = 600 * 1024;
// Twelve megapixels with as many bytes per pixel as a page of two and a half megapixels.
const largePageBytesMax = 2.5 * 1024 * 1024;
const squareSidePx = 256;

const inside = { fit: 'inside', withoutEnlargement: true };

/**
 * Decodes a picture at a size, on white, without metadata.
 *
 * @returns a function that starts a new pipeline from the decoded pixels.
 */
async function decodePixels(picture, ...size) {
  const { data, info } = await picture
    .resize(...size)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return () => sharp(data, { raw: { width, height, channels } });
}

/** Returns the grey values of a decoded picture, one byte per pixel. */
async function greyOf(small) {
  const one = small().greyscale().toColourspace('b-w').raw();
  const { data, info } = await one.toBuffer({ resolveWithObject: true });
  return { grey: data, width: info.width, height: info.height };
}

/**
 * Decodes a picture of the given size as a thumbnail. A very long picture shows only its beginning.
 *
 * @returns `pack`, which makes a WebP of at most 480 px a side and 20 KB, on white, without
 *   metadata; and `grey`, which returns its grey values.
 */
async function thumbnailOf(picture, size) {
  const small = await decodePixels(picture.extract(shownPartOf(size)), 480, 480, inside);
  const pack = async () => {
    for (const side of [480, 360, 240, 120, 60]) {
      for (const quality of [75, 60, 45, 30]) {
        const thumbnail = await small().resize(side, side, inside).webp({ quality, effort: 2 }).toBuffer();
        if (thumbnail.length <= thumbnailBytesMax) return thumbnail;
      }
    }
    throw new Error('the thumbnail is too large');
  };
  return { pack, grey: () => greyOf(small) };
}

/**
 * Decodes a picture as a square.
 *
 * @returns `pack`, which makes a WebP of the middle of the picture, 256 px a side and at most 20
 *   KB, on white, without metadata.
 */
async function squareOf(picture) {
  const middle = await decodePixels(picture, squareSidePx, squareSidePx, { fit: 'cover' });
  const pack = async () => {
    for (const quality of [80, 60, 40, 20, 5]) {
      const square = await middle().webp({ quality }).toBuffer();
      if (square.length <= thumbnailBytesMax) return square;
    }
    throw new Error('the square picture is too large');
  };
  return { pack };
}

/**
 * Decodes a picture of the given size for reading.
 *
 * @returns `pack`, which makes a WebP on white, without metadata: at most `side` px a side and 600
 *   KB, or 2.5 MB with more than 1,800 px a side; a long picture has at most 12 megapixels.
 */
async function pageOf(picture, size, side) {
  const readingSize = readingSizeOf(size, side);
  const whole = await decodePixels(picture, readingSize.width, readingSize.height, inside);
  const bytesMax =
    Math.max(readingSize.width, readingSize.height) > wholeSide ? largePageBytesMax : pageBytesMax;
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
    throw new Error('the page is too large');
  };
  return { pack };
}

/** Returns the function that draws the picture a job requests. */
export function drawerFor({ want, page, side }) {
  if (page !== undefined) return (picture, size) => pageOf(picture, size, side);
  return want === 'picture' ? squareOf : thumbnailOf;
}
