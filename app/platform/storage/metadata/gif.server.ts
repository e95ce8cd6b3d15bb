import { Buffer } from 'node:buffer';
import {
  copyBytes,
  countPart,
  type Input,
  type Parser,
  requireBytes,
  skipBytes,
  skipRest,
  takeBytes,
} from './parser.server.ts';

const gifImage = 0x2c;
const gifExtension = 0x21;
const gifTrailer = 0x3b;
const gifControl = 0xf9;
const gifApplication = 0xff;
const loopingApplications = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

const gifTableBytes = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);

/** Parses a GIF and keeps only the parts that affect how it is drawn. */
export function* parseGif(input: Input): Parser {
  yield* copyBytes(input, 10);
  yield* requireBytes(input, 1);
  yield* copyBytes(input, 3 + gifTableBytes(input.bytes[input.at] ?? 0));
  for (;;) {
    countPart(input);
    const [block] = yield* takeBytes(input, 1);
    if (block === gifImage) {
      const head = yield* takeBytes(input, 9);
      input.output.push(Buffer.from([gifImage]), head);
      yield* copyBytes(input, gifTableBytes(head[8] ?? 0) + 1);
      yield* passBlocks(input, true);
    } else if (block === gifExtension) {
      const [label] = yield* takeBytes(input, 1);
      if (label === gifControl) yield* copyControl(input);
      else if (label === gifApplication) yield* copyLoop(input);
      else yield* passBlocks(input, false);
    } else {
      // This is the trailer, or bytes that are not a block. Readers stop at either.
      input.output.push(Buffer.from([gifTrailer]));
      yield* skipRest(input);
    }
  }
}

/** Reads length-prefixed sub-blocks up to and including the empty one. */
function* passBlocks(input: Input, isKept: boolean): Parser {
  let remaining = 0;
  let isEnd = false;
  for (;;) {
    const { bytes } = input;
    const from = input.at;
    let at = from;
    while (at < bytes.length && !isEnd) {
      if (remaining === 0) {
        remaining = bytes[at] ?? 0;
        isEnd = remaining === 0;
        at += 1;
      } else {
        const step = Math.min(remaining, bytes.length - at);
        remaining -= step;
        at += step;
      }
    }
    if (isKept && at > from) input.output.push(bytes.subarray(from, at));
    input.at = at;
    if (isEnd) return;
    yield;
  }
}

/** Copies the graphic control extension: the frame's delay and transparent colour. */
function* copyControl(input: Input): Parser {
  const size = yield* firstBlock(input);
  if (size === 4) {
    const control = yield* takeBytes(input, 4);
    input.output.push(Buffer.from([gifExtension, gifControl, 4, ...control, 0]));
  } else {
    yield* skipBytes(input, size);
  }
  if (size > 0) yield* passBlocks(input, false);
}

/** Copies an application extension only if it says how often an animation repeats. */
function* copyLoop(input: Input): Parser {
  const size = yield* firstBlock(input);
  if (size === 0) return;
  const name = (yield* takeBytes(input, size)).toString('latin1');
  if (!loopingApplications.includes(name)) {
    yield* passBlocks(input, false);
    return;
  }
  for (let bytes = yield* firstBlock(input); bytes > 0; bytes = yield* firstBlock(input)) {
    countPart(input);
    const [kind, ...times] = yield* takeBytes(input, bytes);
    if (kind !== 1 || times.length !== 2) continue;
    const head = Buffer.from([gifExtension, gifApplication, name.length]);
    input.output.push(head, Buffer.from(name, 'latin1'), Buffer.from([3, 1, ...times, 0]));
    yield* passBlocks(input, false);
    return;
  }
}

function* firstBlock(input: Input): Generator<undefined, number, void> {
  const [size = 0] = yield* takeBytes(input, 1);
  return size;
}
