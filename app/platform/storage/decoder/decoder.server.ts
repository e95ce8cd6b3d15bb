import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { PageNote } from '../../enums.ts';
import { heicType, type MediaType, type ReceivedType } from '../../media-types.ts';
import type { SealedFile } from '../sealing/sealed-format.server.ts';
import { type ForAccount, openPool, type PoolOptions } from './programs/pool.server.ts';
import type { DecodeRefusal, PageRefusal, SmallPicture } from './programs/protocol.server.ts';

const sealedReadBytes = 256 * 1024;

/**
 * What a decode found: how many pages (1 for a picture), the size of the first, and a small picture
 * of it.
 */
export type Decoded = {
  pages: number;
  /**
   * Pixels of a picture as it is seen (orientation applied); points (1/72 inch) of a PDF's first
   * page.
   */
  width: number;
  height: number;
  /**
   * WebP of at most 20 KB, without EXIF: as a thumbnail at most 480 px a side, as a picture a
   * square of 256 px.
   */
  thumbnail: Buffer;
};

/**
 * What is known of a file before its small picture is there; `thumbnail` never rejects, and is
 * undefined where it could not be made. `converted` is the JPEG that is kept in the place of a
 * HEIC, of the same size and without metadata; it has to be read or destroyed.
 */
export type Checked = Omit<Decoded, 'thumbnail'> & {
  thumbnail: Promise<Buffer | undefined>;
  notes: PageNote[];
  converted?: Readable;
};

/**
 * A page drawn for reading: WebP without EXIF, at most 600 KB, or 2.5 MB of a long one; and how
 * many pages its file has.
 */
export type DrawnPage = { pages: number; picture: Buffer };

/** Decodes files in programs that can be killed. Each member is described at the function it is. */
export type Decoder = ReturnType<typeof openDecoder>;

type Pool = ReturnType<typeof openPool>;

type DecoderOptions = PoolOptions & { quickPageMs: number };

/**
 * Opens the decoder and starts no program: one is started with the first file and serves many, one
 * at a time. Uploads have their own programs, so that no upload waits for a reader, and an account
 * has one of them at a time. One program draws pages; a page that needs longer than `quickPageMs`
 * while others wait is drawn anew by another one, which also joins photos, so that no slow page
 * keeps other readers waiting. The programs get no setting of the server, read no file but their
 * own code where Node can forbid it, hold at most 512 MB, are the first the kernel ends when memory
 * is short, do not keep the server alive, and end when it does.
 *
 * @param options.timeoutMs the most milliseconds a file or page may take; joining photos may take
 *   twice that.
 * @param options.workers how many uploads are decoded at once.
 * @param options.idleMs milliseconds without work after which the programs are ended.
 * @param options.quickPageMs milliseconds after which a page makes way for others that wait.
 * @param options.onRefusal is told why a file or page could not be shown.
 * @see docs/requirements.md#reports-and-files
 */
export function openDecoder({
  timeoutMs = 10_000,
  workers = 2,
  idleMs = 60_000,
  quickPageMs = 1000,
  onRefusal,
  ...o
}: Partial<DecoderOptions> = {}) {
  const uploads = openPool({ timeoutMs, workers, idleMs, onRefusal, ...o });
  const singleProgram = { workers: 1, idleMs, onRefusal, ...o };
  const quickPages = openPool({ timeoutMs, yieldAfterMs: quickPageMs, ...singleProgram });
  const longJobs = openPool({ timeoutMs: 2 * timeoutMs, ...singleProgram });
  const pools = [uploads, quickPages, longJobs];
  return {
    decode: (content: Readable, file: PlainFile) => decode(uploads, content, file),
    check: (file: SealedFile, wanted: Wanted) => check(uploads, file, wanted),
    drawPage: (openContent: () => Promise<Readable>, page: WantedPage) =>
      drawPage({ quickPages, longJobs, timeoutMs }, openContent, page),
    compose: (pictures: SealedPicture[], forAccount: ForAccount = {}) =>
      compose(longJobs, pictures, forAccount),
    /** Counts the files that wait for their turn. */
    waiting: () => pools.reduce((sum, pool) => sum + pool.waiting(), 0),
    /**
     * Ends the programs; resolves once they are gone. Files still waiting or being decoded are
     * rejected with an Error.
     */
    close: async () => {
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}

type PlainFile = { mediaType: ReceivedType; bytes: number; want?: SmallPicture };

/**
 * Takes plain content as a stream, its kind, its exact size in bytes, and what to make of it (a
 * thumbnail); reads it once and destroys it in every case. Gives pages, size and thumbnail of the
 * first page or frame, or a refusal: 'empty' (0 bytes or no pages), 'truncated' (a part of it is
 * missing), 'placeholder' (a PDF that says that its content is elsewhere), 'passwordProtected',
 * 'tooManyPixels' (a picture over 50 megapixels), 'tooSlow' (beyond the time limit), 'unreadable'
 * (anything else that cannot be shown). Waits its turn while all programs are busy; the time limit
 * counts from its turn.
 *
 * @throws with the content's own error, with an Error where the content has another size than
 *   said, where the programs cannot be started, or after `close`.
 * @see docs/requirements.md#reports-and-files
 */
async function decode(
  uploads: Pool,
  content: Readable,
  { mediaType, bytes, want }: PlainFile,
): Promise<Decoded | { refused: DecodeRefusal }> {
  // An error while the file waits its turn is found when it is read; it must not end the server.
  content.on('error', () => undefined);
  try {
    const answer = await uploads.ask({ open: async () => content, job: { mediaType, bytes, want } });
    if (answer.refused) return { refused: answer.refused as DecodeRefusal };
    const { pages, width, height } = answer;
    const thumbnail = answer.more ? await answer.later : answer.thumbnail;
    return thumbnail ? { pages, width, height, thumbnail } : { refused: 'unreadable' };
  } finally {
    content.destroy();
  }
}

type Wanted = { mediaType: ReceivedType; want?: SmallPicture } & ForAccount;

/**
 * Takes a sealed file as it lies on the disk, which the program unseals by itself while the
 * server does other things, its kind, what to make of it, and for whom. Gives pages and size as
 * `decode` does once the first page or frame is decoded, and the small picture later; or a
 * refusal. Of a HEIC that is to be kept, not only to be a display picture, it gives the JPEG too,
 * which has to be read within the time limit. Waits and rejects as `decode` does; with ENOENT
 * where the file is gone when its turn comes.
 *
 * @see docs/requirements.md#reports-and-files
 */
async function check(
  uploads: Pool,
  file: SealedFile,
  { mediaType, want, ...forAccount }: Wanted,
): Promise<Checked | { refused: DecodeRefusal }> {
  const { path, headerBytes: start, bytes, ...sealed } = file;
  const convert = mediaType === heicType && want !== 'picture';
  const answer = await uploads.ask({
    open: async () => (await open(path)).createReadStream({ start, highWaterMark: sealedReadBytes }),
    job: { mediaType, bytes, want, convert, sealed },
    ...forAccount,
  });
  if (answer.refused) return { refused: answer.refused as DecodeRefusal };
  const { pages, width, height, later, converted, notes = [] } = answer;
  const thumbnail = later ?? Promise.resolve(answer.thumbnail);
  return { pages, width, height, thumbnail, notes: notes.map((note) => ({ page: 1, note })), converted };
}

type SealedPicture = { sealed: SealedFile; mediaType: MediaType };

/**
 * Takes pictures as they lie sealed on the disk, each checked before, in their order, and for whom.
 * Gives one PDF with a page for each, which has to be read or destroyed, or a refusal: 'tooSlow',
 * 'unreadable' (also where the PDF would be too large for its pages to be drawn, or the program ran
 * out of memory). Waits and rejects as `check` does.
 *
 * @see docs/requirements.md#reports-and-files
 */
async function compose(
  longJobs: Pool,
  pictures: SealedPicture[],
  forAccount: ForAccount,
): Promise<{ pdf: Readable } | { refused: DecodeRefusal }> {
  const parts = pictures.map(({ mediaType, sealed: { key, boundTo, bytes, chunkBytes, tagBytes } }) => ({
    mediaType,
    bytes,
    sealed: { key, boundTo, chunkBytes, tagBytes },
  }));
  async function* contents() {
    for (const { sealed } of pictures) {
      const file = await open(sealed.path);
      yield* file.createReadStream({ start: sealed.headerBytes, highWaterMark: sealedReadBytes });
    }
  }
  const answer = await longJobs.ask({
    open: async () => Readable.from(contents(), { objectMode: false }),
    job: { parts, bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0) },
    ...forAccount,
  });
  if (answer.refused) return { refused: answer.refused as DecodeRefusal };
  if (!('converted' in answer) || !answer.converted) throw new Error('a PDF was asked for, and none came');
  return { pdf: answer.converted };
}

type WantedPage = {
  mediaType: MediaType;
  bytes: number;
  /** Counted from 1; a picture has one. */
  page: number;
  /** The most pixels a side. */
  side: number;
  /** Tells whether a page of the same file was slow before: then this one makes way at once. */
  isSlow?(): boolean;
  /** Is called when the page makes way for others. */
  onSlow?(): void;
} & ForAccount;

/**
 * Draws a page as a picture, turned as it is seen. A page that makes way for others in the program
 * of quick pages is drawn anew by the one of long jobs; `onSpent` is then told of both.
 *
 * @param openContent opens the plain content once the page has its turn; where it rejects, the page
 *   is not drawn. It is called again for a slow page.
 * @returns the page, and how many there are; or a refusal as `decode` gives it, or 'noSuchPage'.
 * @throws as `decode` does, and with the error of `openContent`.
 * @see docs/requirements.md#reports-and-files
 */
async function drawPage(
  { quickPages, longJobs, timeoutMs }: { quickPages: Pool; longJobs: Pool; timeoutMs: number },
  openContent: () => Promise<Readable>,
  { turn, onSpent, isSlow, onSlow, ...job }: WantedPage,
): Promise<DrawnPage | { refused: PageRefusal; pages?: number }> {
  const question = { open: openContent, job, turn, onSpent };
  let answer = await quickPages.ask({ ...question, isSlow });
  if ('isYielded' in answer) {
    onSlow?.();
    answer = await longJobs.ask({ ...question, timeoutMs });
  }
  if (answer.refused) return { refused: answer.refused, pages: answer.pages };
  return { pages: answer.pages, picture: answer.thumbnail };
}
