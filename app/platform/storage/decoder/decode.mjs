/**
 * Decodes the first page or frame of an uploaded file, as a program of its own so that it can be
 * killed. Started by app/platform/storage/decoder/programs/program.server.ts, never by hand.
 *
 * On stdin, for each job: 4 bytes big-endian length, that much JSON {mediaType, bytes, want}, then
 * `bytes` of content. With {sealed} as well the content comes in sealed chunks, and the key of that
 * file alone is given there. `want` is 'thumbnail' (also when left out) or 'picture', a small
 * square. With {page, side} instead (a page from 1, pixels), the picture is that page for reading,
 * at most `side` px a side unless it is long. With {parts: [{mediaType, bytes, sealed}]} in
 * place of all that, their contents come one after the other, and what is asked for is one PDF with
 * a page for each.
 *
 * On fd 3, at start: a frame {ready: true}. For each job a frame: 4 bytes length, JSON, then
 * `thumbnailBytes` of picture. The JSON is {pages, width, height, notes, thumbnailBytes, last},
 * {refused, last}, or {fault} where this program and not the file is to blame; `last` asks for a
 * new program.
 * A small picture follows what was found in a frame of its own, when the first says {more: true}:
 * whether a file can be taken is known before its picture is packed.
 *
 * It reads no file but its own code. It ends when stdin ends, and by force when the parent is gone
 * during a job, or its memory is beyond bounds.
 */
import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { pdfOf } from './compose.mjs';
import { decodePdf, hasAborted } from './decode-pdf.mjs';
import { drawerFor } from './draw.mjs';
import { endsEarly, lacksEnd } from './ends-early.mjs';
import { jobs } from './jobs.mjs';
import { notesOf } from './picture-notes.mjs';
import sharp from './sharp.mjs';

const maxPixels = 50_000_000;
// Between two looks of the watch it may grow a little: 512 MB are the bound.
const residentBytesMax = 480 * 1024 * 1024;
// A program that has grown leaves the next file less than a new one would.
const residentBytesToRetire = 150 * 1024 * 1024;
// From here on what is left of a file is given back before the next one.
const residentBytesToTidy = 120 * 1024 * 1024;
const watchMs = 20;

// A PDF that never ends blocks this thread, so another one looks after the parent and the memory
// while there is a job. Between two, stdin ends with the parent.
const watch = new Worker(
  `const parent = process.ppid;
   const look = () => {
     if (process.ppid !== parent || process.memoryUsage.rss() > ${residentBytesMax}) process.kill(process.pid, 'SIGKILL');
   };
   let looking;
   require('node:worker_threads').parentPort.on('message', (hasJob) => {
     clearInterval(looking);
     if (hasJob) looking = setInterval(look, ${watchMs});
   });`,
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

let mustRetire = false;

async function decodeImage(content, { mediaType, page = 1, draw }) {
  if (page > 1) return { refused: 'noSuchPage', pages: 1 };
  const format = imageFormats[mediaType];
  if (endsEarly[format](content)) return { refused: 'truncated' };
  // Of a picture without its end mark nothing else may be missing.
  const isEndless = lacksEnd[format](content);
  const options = { failOn: isEndless ? 'warning' : 'error', pages: 1, limitInputPixels: maxPixels };
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
    const size = isTurned ? { width: height, height: width } : { width, height };
    const { pack, grey } = await draw(sharp(content, options).rotate(), size);
    return {
      pages: 1,
      ...size,
      notes: grey && notesOf(await grey(), Math.min(width, height)),
      pack,
    };
  } catch (error) {
    if (/exceeds pixel limit/i.test(error.message)) return { refused: 'tooManyPixels' };
    return {
      refused: isEndless || /premature end|unexpected end/i.test(error.message) ? 'truncated' : 'unreadable',
    };
  }
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

/** Puts checked pictures into one PDF, which is given as what a HEIC is converted to. */
async function compose(parts) {
  // What many pictures have taken is not given back at once.
  mustRetire = true;
  const pdf = await pdfOf(parts);
  return pdf ? { pages: parts.length, converted: pdf } : { refused: 'unreadable' };
}

async function decode({ read, parts, ...job }) {
  if (parts) return compose(parts);
  const content = await read();
  if (content.length === 0) return { refused: 'empty' };
  const draw = drawerFor(job);
  if (job.mediaType === heicType) return decodeHeic(content, { ...job, draw });
  if (job.mediaType === 'application/pdf') return decodePdf(content, { ...job, maxPixels, draw });
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

const isBeyond = (bytes) => process.memoryUsage.rss() > bytes;

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
  watch.postMessage(true);
  const { pack, converted, ...found } = await decode(job).catch(asFault);
  const isPage = job.page !== undefined;
  if ((pack || converted) && !isPage) answer({ ...found, converted, more: true });
  const packed = pack ? await packedBy(pack, isPage) : {};
  if (isBeyond(residentBytesToTidy)) globalThis.gc?.();
  answer({ last: mustRetire || hasAborted() || isBeyond(residentBytesToRetire), ...found, ...packed });
  watch.postMessage(false);
}
process.exit(0);
