import { Buffer } from 'node:buffer';
import type { PassThrough, Readable, Writable } from 'node:stream';
import type { PageNote } from '../../../enums.ts';
import type { MediaType, ReceivedType } from '../../../media-types.ts';
import { headerBytes, type SealedFile, sealedSize } from '../../sealing/sealed-format.server.ts';

/* The messages between the server and a decoding program. decode.mjs documents the bytes. */

/**
 * The preview made of a file: a reduced copy of the whole page or frame, or a square from its
 * middle.
 */
export type SmallPicture = 'thumbnail' | 'picture';

/** The reason a file is rejected although its first bytes are of an accepted type. */
export type DecodeRefusal =
  | 'unreadable'
  | 'truncated'
  | 'passwordProtected'
  | 'empty'
  | 'placeholder'
  | 'tooManyPixels'
  /** It took too much processor time. */
  | 'tooSlow'
  /** The program was given too little processor time, so the file may be in order. */
  | 'busy';

/** The reason a page cannot be drawn: as for a decode, or the page does not exist. */
export type PageRefusal = DecodeRefusal | 'noSuchPage';

/**
 * A request to a program: the thumbnail of the first page, or with `page` that page, at most `side`
 * px a side unless it is long; or the text of all pages.
 */
export type Job = {
  mediaType: ReceivedType;
  bytes: number;
  /** Maximum milliseconds of processor time. */
  processorMs?: number;
  want?: SmallPicture | 'text';
  /** Also requests the JPEG converted from a HEIC. */
  convert?: boolean;
  page?: number;
  side?: number;
  /** Also asks what a drawing by releases before `drawingVersion` 3 lacked. */
  earlier?: boolean;
  /** Set if the content arrives sealed, without its header. */
  sealed?: Sealed;
};

type Sealed = Pick<SealedFile, 'key' | 'boundTo' | 'chunkBytes' | 'tagBytes'>;

/** Pictures to join into one PDF, in order. `bytes` is their total size. */
export type ComposeJob = {
  bytes: number;
  processorMs?: number;
  parts: { mediaType: MediaType; bytes: number; sealed: Sealed }[];
};

/** An answer of a program to a job, or about itself. */
export type DecoderAnswer = {
  ready?: boolean;
  fault?: string;
  last?: boolean;
  /** The small picture follows in a separate answer. */
  more?: boolean;
  later?: Promise<Buffer | undefined>;
  refused?: PageRefusal;
  pages: number;
  width: number;
  height: number;
  thumbnailBytes: number;
  thumbnail: Buffer;
  convertedBytes?: number;
  converted?: PassThrough;
  /** Findings on pages: hard to read, or drawn without a part. */
  notes?: PageNote[];
  /** Parts that the drawing of an earlier release lacked. */
  earlierNotes?: PageNote[];
  /** The text of all pages, if it is wanted and certain. */
  text?: string;
};

/**
 * Sends one job with its content, no faster than the program reads it.
 *
 * @returns false if the program ended first.
 * @throws with the content's own error, or if the content has another size than the job states.
 */
export async function sendJob(
  { input, isGone }: { input: Writable; isGone(): boolean },
  content: Readable,
  job: Job | ComposeJob,
): Promise<boolean> {
  const bytes = 'parts' in job ? sum(job.parts.map(sentBytes)) : sentBytes(job);
  const request = Buffer.from(JSON.stringify(job));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(request.length);
  input.write(Buffer.concat([length, request]));
  let sentTotal = 0;
  for await (const piece of content as AsyncIterable<Buffer>) {
    sentTotal += piece.length;
    if (sentTotal > bytes) break;
    if (isGone()) return false;
    if (!input.write(piece)) await drained(input);
  }
  if (sentTotal !== bytes)
    throw new Error(`expected content of ${bytes} bytes, received ${sentTotal} or more`);
  return true;
}

const sentBytes = ({ bytes, sealed }: Pick<Job, 'bytes' | 'sealed'>) =>
  sealed ? sealedSize(bytes) - headerBytes : bytes;
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

/** Resolves when the pipe drains or closes. */
function drained(pipe: Writable): Promise<void> {
  if (pipe.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    function finish(): void {
      pipe.off('drain', finish);
      pipe.off('close', finish);
      resolve();
    }
    pipe.on('drain', finish);
    pipe.on('close', finish);
  });
}

/**
 * Parses the first answer in the received bytes.
 *
 * @returns the answer and its length in bytes; undefined if it is incomplete.
 */
export function answerIn(received: Buffer): { answer: DecoderAnswer; consumedBytes: number } | undefined {
  if (received.length < 4) return undefined;
  const jsonEnd = 4 + received.readUInt32BE(0);
  if (received.length < jsonEnd) return undefined;
  const answer: DecoderAnswer = JSON.parse(received.toString('utf8', 4, jsonEnd));
  const end = jsonEnd + answer.thumbnailBytes;
  if (received.length < end) return undefined;
  return {
    answer: { ...answer, thumbnail: Buffer.from(received.subarray(jsonEnd, end)) },
    consumedBytes: end,
  };
}
