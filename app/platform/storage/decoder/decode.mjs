/**
 * Decodes the first page or frame of an uploaded file, as a program of its own so that it can be
 * killed. Started by app/platform/storage/decoder/decoder.server.ts, never by hand.
 *
 * On stdin, for each job: 4 bytes big-endian length, that much JSON {mediaType, bytes, want}, then
 * `bytes` of content. With {sealed} as well the content comes in sealed chunks, and the key of that
 * file alone is given there. `want` is 'thumbnail' (also when left out) or 'picture', a small
 * square. With {page, side} instead (a page from 1, pixels), the picture is that page at most
 * `side` px a side, for reading.
 *
 * On fd 3, at start: a frame {ready: true}. For each job a frame: 4 bytes length, JSON, then
 * `thumbnailBytes` of picture. The JSON is {pages, width, height, thumbnailBytes, last}, {refused,
 * last}, or {fault} where this program and not the file is to blame; `last` asks for a new program.
 * A small picture follows what was found in a frame of its own, when the first says {more: true}:
 * whether a file can be taken is known before its picture is packed.
 *
 * It reads no file but its own code. It ends when stdin ends, and by force when the parent is gone
 * or its memory is beyond bounds.
 */
import { Buffer } from 'node:buffer';
import { createDecipheriv } from 'node:crypto';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';

const maxPixels = 50_000_000;
// Twice the side of a thumbnail: what is drawn larger only costs time.
const renderSidePx = 960;
const thumbnailBytesMax = 20 * 1024;
const pageBytesMax = 600 * 1024;
const squareSidePx = 256;
const endMarkerWindowBytes = 2048;
// Between two looks of the watch it may grow a little: 512 MB are the bound.
const residentBytesMax = 480 * 1024 * 1024;
// A program that has grown leaves the next file less than a new one would.
const residentBytesToRetire = 150 * 1024 * 1024;
const watchMs = 20;

// A PDF that never ends blocks this thread, so another one looks after the parent and the memory.
const watch = new Worker(
  `const parent = process.ppid;
   setInterval(() => {
     if (process.ppid !== parent || process.memoryUsage.rss() > ${residentBytesMax}) process.kill(process.pid, 'SIGKILL');
   }, ${watchMs});`,
  { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 } },
);
await once(watch, 'online');
watch.unref();

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
// 'Nsgif' is the GIF loader's name in libvips.
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
});

const heicType = 'image/heic';
const imageFormats = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp', 'image/gif': 'gif' };

let pdfium;
let mustRetire = false;

async function decodePdf(content, { page: number = 1, side = renderSidePx, draw }) {
  const end = content.subarray(Math.max(0, content.length - endMarkerWindowBytes));
  if (!end.includes('%%EOF')) return { refused: 'truncated' };

  pdfium ??= import('@hyzyla/pdfium').then(({ PDFiumLibrary }) => PDFiumLibrary.init());
  const library = await pdfium;
  let pdf;
  try {
    pdf = await library.loadDocument(content);
  } catch (error) {
    // A security handler PDFium does not know is a lock too: the file has to be saved without it.
    const isLocked = /password|security/i.test(error.message);
    mustRetire ||= isAbort(error);
    return { refused: isLocked ? 'passwordProtected' : 'unreadable' };
  }

  try {
    const pages = pdf.getPageCount();
    if (pages < 1) return { refused: 'empty' };
    if (number > pages) return { refused: 'noSuchPage', pages };
    const page = pdf.getPage(number - 1);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    // A page that cannot be loaded has no size.
    if (!(originalWidth > 0 && originalHeight > 0 && Number.isFinite(originalWidth * originalHeight))) {
      return { refused: 'unreadable' };
    }
    const scale = side / Math.max(originalWidth, originalHeight);
    const width = Math.max(1, Math.floor(originalWidth * scale));
    const height = Math.max(1, Math.floor(originalHeight * scale));
    const { data } = await page.render({ width, height, scale: 1, render: 'bitmap' });
    const raw = { width, height, channels: 4 };
    const pack = async () => (await draw(sharp(data, { raw, limitInputPixels: maxPixels })))();
    return {
      pages,
      width: Math.max(1, Math.round(originalWidth)),
      height: Math.max(1, Math.round(originalHeight)),
      pack,
    };
  } catch (error) {
    mustRetire ||= isAbort(error);
    return { refused: 'unreadable' };
  } finally {
    if (!mustRetire) pdf.destroy();
  }
}

/** After an abort PDFium answers nothing any more. */
function isAbort(error) {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

async function decodeImage(content, { mediaType, page = 1, draw }) {
  if (page > 1) return { refused: 'noSuchPage', pages: 1 };
  const format = imageFormats[mediaType];
  if (endsEarly[format](content)) return { refused: 'truncated' };
  const options = { failOn: 'error', pages: 1, limitInputPixels: maxPixels };
  try {
    const {
      width,
      height,
      orientation = 1,
      ...found
    } = await sharp(content, {
      ...options,
      limitInputPixels: false,
    }).metadata();
    if (found.format !== format) return { refused: 'unreadable' };
    if (width * height > maxPixels) return { refused: 'tooManyPixels' };
    const isTurned = orientation >= 5;
    return {
      pages: 1,
      width: isTurned ? height : width,
      height: isTurned ? width : height,
      pack: await draw(sharp(content, options).rotate()),
    };
  } catch (error) {
    if (/exceeds pixel limit/i.test(error.message)) return { refused: 'tooManyPixels' };
    return { refused: /premature end|unexpected end/i.test(error.message) ? 'truncated' : 'unreadable' };
  }
}

/**
 * Whether the container ends before it says it does. A decoder of one frame does not see every
 * missing end.
 */
const endsEarly = {
  // Files with an appendix behind the picture are common; the decoder itself reports a missing end.
  jpeg: () => false,

  png(content) {
    let at = 8;
    while (at + 12 <= content.length) {
      const type = content.toString('latin1', at + 4, at + 8);
      at += 12 + content.readUInt32BE(at);
      if (type === 'IEND') return at > content.length;
      if (!/^[A-Za-z]{4}$/.test(type)) return false; // damaged, not short
    }
    return true;
  },

  // One byte of slack: writers that do not pad an odd last chunk count the padding all the same.
  webp: (content) => content.length < 12 || content.readUInt32LE(4) + 8 > content.length + 1,

  gif(content) {
    if (content.length < 13) return true;
    const tableBytes = (packed) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
    let at = 13 + tableBytes(content[10]);
    while (at < content.length) {
      const block = content[at];
      if (block === 0x3b) return false;
      if (block === 0x21) at += 2;
      else if (block === 0x2c) at += 11 + tableBytes(content[at + 9] ?? 0);
      else return false; // damaged, not short
      while (at < content.length && content[at] !== 0) at += 1 + content[at];
      at += 1;
    }
    // Some writers leave the trailer byte out; a file that ends between two blocks is whole.
    return at > content.length;
  },
};

/**
 * Decodes a picture; gives what packs a WebP of at most 480 px a side and 20 KB, on white, without
 * metadata.
 */
async function thumbnailOf(picture) {
  const small = await picture
    .resize(480, 480, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = small.info;
  return async () => {
    for (const side of [480, 360, 240, 120, 60]) {
      for (const quality of [75, 60, 45, 30]) {
        const thumbnail = await sharp(small.data, { raw: { width, height, channels } })
          .resize(side, side, { fit: 'inside', withoutEnlargement: true })
          .webp({ quality, effort: 2 })
          .toBuffer();
        if (thumbnail.length <= thumbnailBytesMax) return thumbnail;
      }
    }
    throw new Error('no thumbnail is small enough');
  };
}

/**
 * Decodes a picture; gives what packs a WebP of 256 px a side and at most 20 KB, of the middle of
 * the picture, on white, without metadata.
 */
async function squareOf(picture) {
  const { data, info } = await picture
    .resize(squareSidePx, squareSidePx, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return async () => {
    for (const quality of [80, 60, 40, 20, 5]) {
      const square = await sharp(data, { raw: { width, height, channels } }).webp({ quality }).toBuffer();
      if (square.length <= thumbnailBytesMax) return square;
    }
    throw new Error('no square is small enough');
  };
}

/**
 * Decodes a picture; gives what packs a WebP of at most `side` px a side and 600 KB, on white,
 * without metadata.
 */
async function pageOf(picture, side) {
  const whole = await picture
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = whole.info;
  return async () => {
    for (const part of [1, 0.75, 0.5, 0.25]) {
      const most = Math.ceil(side * part);
      for (const quality of [80, 55]) {
        const page = await sharp(whole.data, { raw: { width, height, channels } })
          .resize(most, most, { fit: 'inside', withoutEnlargement: true })
          .webp({ quality, effort: 2 })
          .toBuffer();
        if (page.length <= pageBytesMax) return page;
      }
    }
    throw new Error('no page is small enough');
  };
}

/**
 * Unseals content as it comes. Takes what gives the next so many bytes, how many plain bytes there
 * are, and of the sealed file its own key (base64), the id it is bound to, and how it is laid out
 * (app/platform/storage/sealing/sealed-format.server.ts).
 */
async function unseal(take, bytes, { key, boundTo, chunkBytes, tagBytes }) {
  const content = Buffer.allocUnsafeSlow(bytes);
  const [secret, bound, nonce] = [Buffer.from(key, 'base64'), Buffer.from(boundTo), Buffer.alloc(12)];
  for (let at = 0, index = 0; at < bytes; index += 1) {
    const size = Math.min(chunkBytes, bytes - at);
    const sealed = await take(size + tagBytes);
    nonce.writeUIntBE(index, 5, 6);
    nonce[11] = at + size === bytes ? 1 : 0;
    const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes });
    decipher.setAAD(bound);
    decipher.setAuthTag(sealed.subarray(size));
    decipher.update(sealed.subarray(0, size)).copy(content, at);
    decipher.final();
    at += size;
  }
  return content;
}

function drawerFor({ want, page, side }) {
  if (page !== undefined) return (picture) => pageOf(picture, side);
  return want === 'picture' ? squareOf : thumbnailOf;
}

async function decodeHeic(content, { convert, ...job }) {
  // What the library has taken it does not give back.
  mustRetire = true;
  const { jpegOfHeic } = await import('./heic.mjs');
  const { refused, jpeg } = await jpegOfHeic(content, maxPixels);
  if (refused) return { refused };
  const found = await decodeImage(jpeg, { ...job, mediaType: 'image/jpeg' });
  return convert ? { ...found, converted: jpeg } : found;
}

async function decode({ read, ...job }) {
  const content = await read();
  if (content.length === 0) return { refused: 'empty' };
  const draw = drawerFor(job);
  if (job.mediaType === heicType) return decodeHeic(content, { ...job, draw });
  if (job.mediaType === 'application/pdf') return decodePdf(content, { ...job, draw });
  return job.mediaType in imageFormats ? decodeImage(content, { ...job, draw }) : { refused: 'unreadable' };
}

const answers = new Socket({ fd: 3, readable: false, writable: true });
answers.on('error', () => process.exit(0));

function answer({ thumbnail, converted, ...fields }) {
  const sizes = { thumbnailBytes: thumbnail?.length ?? 0, convertedBytes: converted?.length };
  const json = Buffer.from(JSON.stringify({ ...fields, ...sizes }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  answers.write(Buffer.concat([length, json, thumbnail ?? Buffer.alloc(0)]));
  if (converted) answers.write(converted);
}

async function* jobs() {
  let piece = Buffer.alloc(0);
  const input = process.stdin[Symbol.asyncIterator]();
  async function take(bytes) {
    const taken = Buffer.allocUnsafe(bytes);
    let filled = 0;
    while (filled < bytes) {
      if (piece.length === 0) {
        const { value, done } = await input.next();
        if (done) process.exit(0);
        piece = value;
      }
      const copied = piece.copy(taken, filled, 0, bytes - filled);
      filled += copied;
      piece = piece.subarray(copied);
    }
    return taken;
  }

  while (true) {
    const length = await take(4);
    const json = await take(length.readUInt32BE());
    const { bytes, sealed, ...wanted } = JSON.parse(json.toString());
    yield { ...wanted, read: () => (sealed ? unseal(take, bytes, sealed) : take(bytes)) };
  }
}

const asFault = (error) => ({ fault: String(error), last: true });

/**
 * What was decoded is taken, and packing it cannot fail by the file's doing; a page is only taken
 * once it is packed.
 */
async function packedBy(pack, isPage) {
  try {
    return { thumbnail: await pack() };
  } catch (error) {
    return isPage ? { refused: 'unreadable' } : asFault(error);
  }
}

answer({ ready: true });
for await (const job of jobs()) {
  const { pack, converted, ...found } = await decode(job).catch(asFault);
  const isPage = job.page !== undefined;
  if (pack && !isPage) answer({ ...found, converted, more: true });
  const packed = pack ? await packedBy(pack, isPage) : {};
  // What is left of one file must not count against the next.
  globalThis.gc?.();
  answer({ last: mustRetire || process.memoryUsage.rss() > residentBytesToRetire, ...found, ...packed });
}
process.exit(0);
