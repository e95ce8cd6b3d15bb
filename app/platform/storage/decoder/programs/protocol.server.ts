import { Buffer } from 'node:buffer';
import type { PassThrough, Readable, Writable } from 'node:stream';
import type { PictureNote } from '../../../enums.ts';
import type { MediaType, ReceivedType } from '../../../media-types.ts';
import { headerBytes, type SealedFile, sealedSize } from '../../sealing/sealed-format.server.ts';

/*
 * What the server and a decoding program say to each other: decode.mjs describes the bytes.
 */

/**
 * What is made of a file for showing: the whole page or frame made small, or a square of its
 * middle.
 */
export type SmallPicture = 'thumbnail' | 'picture';

/** Why a file is not taken although its first bytes are of a taken kind. */
export type DecodeRefusal =
  | 'unreadable'
  | 'truncated'
  | 'passwordProtected'
  | 'empty'
  | 'placeholder'
  | 'tooManyPixels'
  | 'tooSlow';

/** Why a page cannot be drawn: as for a decode, or the file has fewer pages. */
export type PageRefusal = DecodeRefusal | 'noSuchPage';

/**
 * What a program is asked for: the thumbnail of the first page, or with `page` that page at most
 * `side` px a side unless it is long.
 */
export type Job = {
  mediaType: ReceivedType;
  bytes: number;
  want?: SmallPicture;
  /** Whether the JPEG that was made of a HEIC is asked for too. */
  convert?: boolean;
  page?: number;
  side?: number;
  /** The content comes as it is sealed, header excepted. */
  sealed?: Sealed;
};

type Sealed = Pick<SealedFile, 'key' | 'boundTo' | 'chunkBytes' | 'tagBytes'>;

/** Pictures that are put into one PDF, in their order; `bytes` is what they have together. */
export type ComposeJob = {
  bytes: number;
  parts: { mediaType: MediaType; bytes: number; sealed: Sealed }[];
};

/** What a program says to a job, or of itself. */
export type Answer = {
  ready?: boolean;
  fault?: string;
  last?: boolean;
  /** The small picture comes in an answer of its own. */
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
  /** What may make a picture hard to read. */
  notes?: PictureNote[];
};

/**
 * Sends one job with its content, no faster than the program takes it.
 *
 * @returns false where the program ended first.
 * @throws with the content's own error, and where the content has another size than the job says.
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
  let sent = 0;
  for await (const piece of content as AsyncIterable<Buffer>) {
    sent += piece.length;
    if (sent > bytes) break;
    if (isGone()) return false;
    if (!input.write(piece)) await drained(input);
  }
  if (sent !== bytes) throw new Error(`content of ${bytes} bytes was announced and ${sent} or more came`);
  return true;
}

const sentBytes = ({ bytes, sealed }: Pick<Job, 'bytes' | 'sealed'>) =>
  sealed ? sealedSize(bytes) - headerBytes : bytes;
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

/** Resolves when more can be written, or when nothing can any more. */
function drained(pipe: Writable): Promise<void> {
  if (pipe.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    function done(): void {
      pipe.off('drain', done);
      pipe.off('close', done);
      resolve();
    }
    pipe.on('drain', done);
    pipe.on('close', done);
  });
}

/**
 * Reads the first answer of what a program has written so far.
 *
 * @returns it and how many bytes it takes; undefined where it has not come as a whole.
 */
export function answerIn(received: Buffer): { answer: Answer; taken: number } | undefined {
  if (received.length < 4) return undefined;
  const jsonEnd = 4 + received.readUInt32BE(0);
  if (received.length < jsonEnd) return undefined;
  const answer: Answer = JSON.parse(received.toString('utf8', 4, jsonEnd));
  const taken = jsonEnd + answer.thumbnailBytes;
  if (received.length < taken) return undefined;
  return { answer: { ...answer, thumbnail: Buffer.from(received.subarray(jsonEnd, taken)) }, taken };
}
