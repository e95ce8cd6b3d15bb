import { Buffer } from 'node:buffer';

/** Thrown for a picture whose parts cannot be told from each other. */
export class UnreadablePicture extends Error {}

/**
 * The unread bytes (`bytes` from `at` on) and the output so far (`output`). `ending` is appended if
 * no more bytes arrive.
 */
export type Input = { bytes: Buffer; at: number; output: Buffer[]; parts: number; ending?: Buffer };

/** A parser that consumes the bytes received so far and yields when it needs more. */
export type Parser = Generator<undefined, void, void>;

const zeros = Buffer.alloc(64 * 1024);
// Each part costs the server a little time. A real picture of 25 MB has some thousands.
const partsMax = 100_000;

/**
 * Counts a part of a picture.
 *
 * @throws `UnreadablePicture` if the picture has more than 100,000 parts.
 */
export function countPart(input: Input): void {
  input.parts += 1;
  if (input.parts > partsMax) throw new UnreadablePicture();
}

/** Waits until `bytes` unread bytes are available. */
export function* requireBytes(input: Input, bytes: number): Parser {
  while (input.bytes.length - input.at < bytes) yield;
}

/** Consumes `bytes` bytes and keeps or drops them. */
export function* passBytes(input: Input, bytes: number, isKept: boolean): Parser {
  for (let remaining = bytes; remaining > 0; ) {
    if (input.at === input.bytes.length) yield;
    const end = Math.min(input.at + remaining, input.bytes.length);
    if (isKept) input.output.push(input.bytes.subarray(input.at, end));
    remaining -= end - input.at;
    input.at = end;
  }
}

/** Copies `bytes` bytes to the output. */
export const copyBytes = (input: Input, bytes: number) => passBytes(input, bytes, true);

/** Drops `bytes` bytes. */
export const skipBytes = (input: Input, bytes: number) => passBytes(input, bytes, false);

/** Drops all remaining bytes. */
export function* skipRest(input: Input): Parser {
  for (;;) {
    input.at = input.bytes.length;
    yield;
  }
}

/** Consumes and returns `bytes` bytes. The caller decides which of them to keep. */
export function* takeBytes(input: Input, bytes: number): Generator<undefined, Buffer, void> {
  yield* requireBytes(input, bytes);
  input.at += bytes;
  return input.bytes.subarray(input.at - bytes, input.at);
}

/** Replaces `bytes` bytes with zeros. */
export function* blankBytes(input: Input, bytes: number): Parser {
  for (let remaining = bytes; remaining > 0; ) {
    if (input.at === input.bytes.length) yield;
    const passed = Math.min(remaining, input.bytes.length - input.at, zeros.length);
    input.output.push(zeros.subarray(0, passed));
    input.at += passed;
    remaining -= passed;
  }
}

/** Checks whether content begins with a mark. */
export const startsWith = (content: Buffer, mark: Buffer) => content.subarray(0, mark.length).equals(mark);
