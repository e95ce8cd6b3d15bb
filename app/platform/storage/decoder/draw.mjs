/**
 * Makes small pictures and pages for reading. Loaded by
 * app/platform/storage/decoder/decode.mjs.
 */
import sharp from './sharp.mjs';

const thumbnailBytesMax = 20 * 1024;
const pageBytesMax = 600 * 1024;
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
 * Decodes a picture; gives what packs a WebP of at most 480 px a side and 20 KB, on white, without
 * metadata, and what gives its grey.
 */
async function thumbnailOf(picture) {
  const small = await decoded(picture, 480, 480, inside);
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
 * Decodes a picture; gives what packs a WebP of at most `side` px a side and 600 KB, on white,
 * without metadata.
 */
async function pageOf(picture, side) {
  const whole = await decoded(picture, side, side, inside);
  const pack = async () => {
    for (const part of [1, 0.75, 0.5, 0.25]) {
      const most = Math.ceil(side * part);
      for (const quality of [80, 55]) {
        const page = await whole().resize(most, most, inside).webp({ quality, effort: 2 }).toBuffer();
        if (page.length <= pageBytesMax) return page;
      }
    }
    throw new Error('no page is small enough');
  };
  return { pack };
}

/** What makes the picture that a job asks for. */
export function drawerFor({ want, page, side }) {
  if (page !== undefined) return (picture) => pageOf(picture, side);
  return want === 'picture' ? squareOf : thumbnailOf;
}
