/**
 * Decodes the first page or frame of an uploaded file, in a separate process so that it can be
 * killed. Started by app/platform/storage/decoder/programs/program.server.ts, never by hand.
 *
 * Input on stdin, for each job: 4 bytes big-endian length, that much JSON {mediaType, bytes, want},
 * then `bytes` of content. With {sealed}, the content comes in sealed chunks, and {sealed} contains
 * the key of that file alone. `want` is 'thumbnail' (the default), 'picture', a small square, or
 * 'text' for the text of all pages of a PDF, which the answer has as `text`.
 * With {page, side} instead (a page from 1, pixels), the picture is that page for reading, at most
 * `side` px a side unless it is long. With {parts: [{mediaType, bytes, sealed}]} instead, the
 * contents of the parts follow one another, and the answer is one PDF with a page for each.
 *
 * Output on fd 3, at start: a frame {ready: true}. Then for each job a frame: 4 bytes length, JSON,
 * then `thumbnailBytes` of picture. The JSON is {pages, width, height, notes, thumbnailBytes,
 * last}, {refused, last}, or {fault} if this program and not the file is to blame. `last` asks for
 * a new program. If the first frame has {more: true}, a small picture follows in a second frame, so
 * that a file is accepted before its picture is packed. `convertedBytes` of a converted JPEG or PDF
 * follow a frame that states them.
 *
 * It reads no file except its own code. It ends when stdin ends. It is killed if the parent dies
 * during a job, if its memory exceeds the limit, or if a job takes more than its `processorMs`.
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
import { correctGamma } from './png-gamma.mjs';
import sharp from './sharp.mjs';

const maxPixels = 50_000_000;
// The limit is 512 MB. Memory may grow a little between two checks of the watch.
const residentBytesMax = 480 * 1024 * 1024;
// A program that has grown leaves less memory for the next file than a new one would.
const residentBytesToRetire = 150 * 1024 * 1024;
// From this size on, the garbage collector runs before the next file.
const residentBytesToTidy = 120 * 1024 * 1024;
const watchMs = 20;

// A PDF that never finishes blocks this thread, so another thread watches the parent, the memory and
// the processor time during a job. Between jobs, stdin ends with the parent. The signal for a job
// that took too much processor time is known to program.server.ts.
const watch = new Worker(
  `const parent = process.ppid;
   const processorMs = () => {
     const { user, system } = process.cpuUsage();
     return (user + system) / 1000;
   };
   let [looking, maxMs] = [];
   const look = () => {
     if (process.ppid !== parent || process.memoryUsage.rss() > ${residentBytesMax}) process.kill(process.pid, 'SIGKILL');
     if (processorMs() > maxMs) process.kill(process.pid, 'SIGVTALRM');
   };
   require('node:worker_threads').parentPort.on('message', (jobMs) => {
     clearInterval(looking);
     maxMs = processorMs() + jobMs;
     if (jobMs > 0) looking = setInterval(look, ${watchMs});
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
  // If only its end mark is missing, a picture is accepted, but any further warning is an error.
  const isEndless = lacksEnd[format](content);
  const options = { failOn: isEndless ? 'warning' : 'error', pages: 1, limitInputPixels: maxPixels };
  try {
    const {
      width,
      height,
      orientation = 1,
      ...metadata
    } = await sharp(content, {
      ...options,
      limitInputPixels: false,
    }).metadata();
    if (metadata.format !== format) return { refused: 'unreadable' };
    if (width * height > maxPixels) return { refused: 'tooManyPixels' };
    const isTurned = orientation >= 5;
    const size = isTurned ? { width: height, height: width } : { width, height };
    const { pack, grey } = await draw(correctGamma(sharp(content, options), content).rotate(), size);
    return {
      pages: 1,
      ...size,
      notes: grey && notesOf(await grey(), Math.min(width, height)).map((note) => ({ page: 1, note })),
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
  // The library does not return the memory it allocated.
  mustRetire = true;
  const { jpegOfHeic } = await import('./heic.mjs');
  const { refused, jpeg } = await jpegOfHeic(content, maxPixels);
  if (refused) return { refused };
  const image = await decodeImage(jpeg, { ...job, mediaType: 'image/jpeg' });
  return convert ? { ...image, converted: jpeg } : image;
}

/** Joins checked pictures into one PDF. It is returned like the JPEG converted from a HEIC. */
async function compose(parts) {
  // The memory for many pictures is not returned at once.
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
 * Packs the small picture. A decoded file is already accepted, so a failure to pack it is a fault
 * of this program. A page is only accepted once it is packed.
 */
async function packPicture(pack, isPage) {
  try {
    return { thumbnail: await pack() };
  } catch (error) {
    return isPage ? { refused: 'unreadable' } : asFault(error);
  }
}

answer({ ready: true });
for await (const job of jobs()) {
  const { processorMs = Number.POSITIVE_INFINITY } = job;
  watch.postMessage(processorMs);
  const { pack, converted, ...result } = await decode(job).catch(asFault);
  const isPage = job.page !== undefined;
  if ((pack || converted) && !isPage) {
    answer({ ...result, converted, more: true });
    watch.postMessage(processorMs);
  }
  const packed = pack ? await packPicture(pack, isPage) : {};
  if (isBeyond(residentBytesToTidy)) globalThis.gc?.();
  answer({ last: mustRetire || hasAborted() || isBeyond(residentBytesToRetire), ...result, ...packed });
  watch.postMessage(0);
}
process.exit(0);
