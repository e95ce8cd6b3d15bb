import { Buffer } from 'node:buffer';

/** A picture whose parts cannot be told from each other. */
export class UnreadablePicture extends Error {}

/**
 * The bytes that are there and not read yet, and what of them is kept; `ending` is what is added if
 * no more bytes come.
 */
export type Input = { bytes: Buffer; at: number; kept: Buffer[]; parts: number; ending?: Buffer };

/** Reads a picture as far as its bytes have come; yields when it needs more. */
export type Parser = Generator<undefined, void, void>;

const zeros = Buffer.alloc(64 * 1024);
// Each part costs a little time of the server; a real picture of 25 MB has some thousands.
const partsMax = 100_000;

/**
 * Counts a part of a picture.
 *
 * @throws `UnreadablePicture` where there are absurdly many.
 */
export function countPart(input: Input): void {
  input.parts += 1;
  if (input.parts > partsMax) throw new UnreadablePicture();
}

/** Waits until so many bytes are there. */
export function* need(input: Input, bytes: number): Parser {
  while (input.bytes.length - input.at < bytes) yield;
}

/** Passes over so many bytes, which are kept or not. */
export function* pass(input: Input, bytes: number, isKept: boolean): Parser {
  for (let rest = bytes; rest > 0; ) {
    if (input.at === input.bytes.length) yield;
    const end = Math.min(input.at + rest, input.bytes.length);
    if (isKept) input.kept.push(input.bytes.subarray(input.at, end));
    rest -= end - input.at;
    input.at = end;
  }
}

/** Keeps so many bytes as they come. */
export const copy = (input: Input, bytes: number) => pass(input, bytes, true);

/** Drops so many bytes. */
export const skip = (input: Input, bytes: number) => pass(input, bytes, false);

/** Drops everything that is still to come. */
export function* skipRest(input: Input): Parser {
  for (;;) {
    input.at = input.bytes.length;
    yield;
  }
}

/** Reads so many bytes; what of them is kept is the caller's to say. */
export function* take(input: Input, bytes: number): Generator<undefined, Buffer, void> {
  yield* need(input, bytes);
  input.at += bytes;
  return input.bytes.subarray(input.at - bytes, input.at);
}

/** Keeps zeros in the place of so many bytes. */
export function* blank(input: Input, bytes: number): Parser {
  for (let rest = bytes; rest > 0; ) {
    if (input.at === input.bytes.length) yield;
    const passed = Math.min(rest, input.bytes.length - input.at, zeros.length);
    input.kept.push(zeros.subarray(0, passed));
    input.at += passed;
    rest -= passed;
  }
}

/** Whether content begins with a mark. */
export const startsWith = (content: Buffer, mark: Buffer) => content.subarray(0, mark.length).equals(mark);
