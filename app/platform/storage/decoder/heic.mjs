/**
 * Converts a HEIC picture to a JPEG, with libheif and libde265 as WebAssembly. Loaded by
 * app/platform/storage/decoder/decode.mjs with the first HEIC.
 */
import { Buffer } from 'node:buffer';
import openLibrary from 'libheif-js/libheif-wasm/libheif-bundle.mjs';
import sharp from './sharp.mjs';

// heif_colorspace, heif_chroma and heif_channel for three interleaved bytes per pixel.
const rgbColorspace = 1;
const rgbChroma = 10;
const rgbChannel = 10;
const iccSegmentBytesMax = 65_519;

let library;

/**
 * Converts the primary picture of a HEIC file to a JPEG.
 *
 * @param content the HEIC file.
 * @param maxPixels the maximum number of pixels, checked before they are decoded.
 * @returns the JPEG as the picture is displayed (rotated and mirrored), at its own size, with its
 *   colour profile and no metadata; or {refused}.
 */
export async function jpegOfHeic(content, maxPixels) {
  if (endsEarly(content)) return { refused: 'truncated' };
  library = openLibrary();
  try {
    return await convert(content, maxPixels);
  } catch {
    return { refused: 'unreadable' };
  } finally {
    // Free its memory for the next steps with the JPEG.
    library = undefined;
    globalThis.gc?.();
  }
}

// Nothing is freed: the program ends after one picture, since its memory does not shrink.
async function convert(content, maxPixels) {
  const at = library._malloc(content.length);
  library.HEAPU8.set(content, at);
  const context = library._heif_context_alloc();
  // The limit is the side of a square. It also applies to coded pictures, whatever size the file
  // declares.
  library._heif_context_set_maximum_image_size_limit(context, Math.ceil(Math.sqrt(maxPixels)));
  call('_heif_context_read_from_memory_without_copy', context, at, content.length, 0);
  const handle = readPointer('_heif_context_get_primary_image_handle', context);
  const pixels = library._heif_image_handle_get_width(handle) * library._heif_image_handle_get_height(handle);
  if (pixels > maxPixels) return { refused: 'tooManyPixels' };
  const image = readPointer('_heif_decode_image', handle, [rgbColorspace, rgbChroma, 0]);
  // Use the decoded size, not the declared one.
  const width = library._heif_image_get_width(image, rgbChannel);
  const height = library._heif_image_get_height(image, rgbChannel);
  const result = library._malloc(4);
  const plane = library._heif_image_get_plane_readonly(image, rgbChannel, result);
  const stride = library.HEAPU32[result >> 2];
  if (plane === 0 || stride < 3 * width) return { refused: 'unreadable' };
  closeRows(plane, { stride, bytes: 3 * width, height });
  // No copy: nothing runs in the library meanwhile.
  const points = Buffer.from(library.HEAPU8.buffer, plane, 3 * width * height);
  const jpeg = await sharp(points, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    // High quality preserves small print and thin lines. Optimised tables would save a twentieth
    // but hold all coefficients in memory.
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4', optimiseCoding: false })
    .toBuffer();
  return { jpeg: withProfile(jpeg, profileOf(handle)) };
}

/**
 * Removes the padding between the rows of a picture, in place. The library pads each row, and there
 * is no memory for a copy.
 */
function closeRows(plane, { stride, bytes, height }) {
  if (stride === bytes) return;
  for (let row = 1; row < height; row += 1) {
    const from = plane + row * stride;
    library.HEAPU8.copyWithin(plane + row * bytes, from, from + bytes);
  }
}

/**
 * Calls a function that returns a heif_error {code, subcode, message}.
 *
 * @throws if the code is not 0.
 */
function call(name, ...parameters) {
  const error = library._malloc(12);
  library[name](error, ...parameters);
  const code = library.HEAPU32[error >> 2];
  if (code !== 0) throw new Error(`${name} failed with error ${code}`);
}

/** Calls a function that writes a pointer to its second parameter, and returns that pointer. */
function readPointer(name, owner, further = []) {
  const result = library._malloc(4);
  call(name, owner, result, ...further);
  return library.HEAPU32[result >> 2];
}

/** Returns the ICC profile of the picture; undefined if it has none or only names its colours. */
function profileOf(handle) {
  const bytes = library._heif_image_handle_get_raw_color_profile_size(handle);
  if (bytes === 0) return undefined;
  const at = library._malloc(bytes);
  call('_heif_image_handle_get_raw_color_profile', handle, at);
  return Buffer.from(library.HEAPU8.slice(at, at + bytes));
}

function withProfile(jpeg, profile) {
  const parts = Math.ceil((profile?.length ?? 0) / iccSegmentBytesMax);
  if (parts === 0 || parts > 255) return jpeg;
  const segments = Array.from({ length: parts }, (_, index) => {
    const part = profile.subarray(index * iccSegmentBytesMax, (index + 1) * iccSegmentBytesMax);
    const head = Buffer.alloc(18);
    head.writeUInt16BE(0xffe2, 0);
    head.writeUInt16BE(part.length + 16, 2);
    head.write('ICC_PROFILE\0', 4, 'latin1');
    head.set([index + 1, parts], 16);
    return Buffer.concat([head, part]);
  });
  // Insert after the start mark of the JPEG and its JFIF header.
  const start = 4 + jpeg.readUInt16BE(4);
  return Buffer.concat([jpeg.subarray(0, start), ...segments, jpeg.subarray(start)]);
}

// The top-level boxes of a HEIC, and those that cameras add between them.
const knownBoxes = /^(?:ftyp|meta|mdat|moov|moof|idat|free|skip|wide|uuid)$/;

/** Checks whether a top-level box extends beyond the file. Any other data may follow it. */
function endsEarly(content) {
  for (let at = 0; at < content.length; ) {
    // A few trailing bytes are not a box. If a box is missing, the library reports it.
    if (at + 8 > content.length) return false;
    if (!knownBoxes.test(content.toString('latin1', at + 4, at + 8))) return false;
    const boxBytes = content.readUInt32BE(at);
    // 0 means the box extends to the end of the file. 1 means its size is in the next eight bytes.
    if (boxBytes === 0) return false;
    if (boxBytes === 1 && at + 16 > content.length) return true;
    const bytes = boxBytes === 1 ? Number(content.readBigUInt64BE(at + 8)) : boxBytes;
    if (bytes < 8) return false; // damaged, not short
    at += bytes;
    if (at > content.length) return true;
  }
  return false;
}
