import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { PageNote } from '../../enums.ts';
import { heicType, type MediaType, type ReceivedType } from '../../media-types.ts';
import type { SealedFile } from '../sealing/sealed-format.server.ts';
import { type ForAccount, openDecoderPool, type PoolOptions } from './programs/pool.server.ts';
import type { DecodeRefusal, PageRefusal, SmallPicture } from './programs/protocol.server.ts';

const sealedReadBytes = 256 * 1024;

/**
 * The result of a decode: the number of pages (1 for a picture), the size of the first, and a small
 * picture of it.
 */
type Decoded = {
  pages: number;
  /**
   * Pixels of a picture as displayed (orientation applied), or points (1/72 inch) of a PDF's first
   * page.
   */
  width: number;
  height: number;
  /**
   * WebP of at most 20 KB, without EXIF: a thumbnail of at most 480 px a side, or a square picture
   * of 256 px.
   */
  thumbnail: Buffer;
  /** Findings on pages: hard to read, or drawn without a part. */
  notes: PageNote[];
};

/**
 * The result of a check, available before the small picture. `thumbnail` never rejects, and
 * resolves with undefined if it could not be made. `converted` is the JPEG that replaces a HEIC, of
 * the same size and without metadata. It has to be read or destroyed.
 */
export type Checked = Omit<Decoded, 'thumbnail'> & {
  thumbnail: Promise<Buffer | undefined>;
  converted?: Readable;
};

/**
 * A page drawn for reading: WebP without EXIF, at most 600 KB, or 2.5 MB for a long or large page.
 * `pages` is the number of pages of its file, and `notes` are what the drawing may lack.
 */
type DrawnPage = { pages: number; picture: Buffer; notes: PageNote[]; earlierNotes?: PageNote[] };

/**
 * Decodes files in programs that can be killed. Each member is documented at the function it calls.
 */
export type Decoder = ReturnType<typeof openDecoder>;

type Pool = ReturnType<typeof openDecoderPool>;

type DecoderOptions = PoolOptions & { quickPageMs: number };

/**
 * Opens the decoder. The first program starts with the first file and serves many, one at a time.
 *
 * Uploads have their own programs, so that no upload waits for a reader. An account has at most one
 * of these programs at a time. One program draws pages. If a page takes longer than `quickPageMs`
 * while others wait, a second program draws it again. That program also joins photos, so no slow
 * page delays other readers.
 *
 * The programs receive no settings of the server, hold at most 512 MB, and do not keep the server
 * alive. They end when it does, and the kernel ends them first when memory is short. They read no
 * file except their own code if Node can enforce that.
 *
 * @param options.timeoutMs the maximum milliseconds for a file or page.
 * @param options.processorMs the maximum milliseconds of processor time for a file or page; joining
 *   photos may take twice that.
 * @param options.workers the number of uploads decoded at once.
 * @param options.idleMs milliseconds without work after which the programs are ended.
 * @param options.quickPageMs milliseconds after which a page makes way for others that wait.
 * @param options.onRefusal called with the reason a file or page could not be shown.
 * @see docs/requirements.md#reports-and-files
 */
export function openDecoder({
  timeoutMs = 60_000,
  processorMs = 10_000,
  workers = 2,
  idleMs = 60_000,
  quickPageMs = 1000,
  onRefusal,
  ...o
}: Partial<DecoderOptions> = {}) {
  const uploads = openDecoderPool({ timeoutMs, processorMs, workers, idleMs, onRefusal, ...o });
  const singleProgram = { timeoutMs, workers: 1, idleMs, onRefusal, ...o };
  const quickPages = openDecoderPool({ processorMs, yieldAfterMs: quickPageMs, ...singleProgram });
  const longJobs = openDecoderPool({ processorMs: 2 * processorMs, ...singleProgram });
  const pools = [uploads, quickPages, longJobs];
  return {
    decode: (content: Readable, file: PlainFile) => decode(uploads, content, file),
    check: (file: SealedFile, wanted: Wanted) => check(uploads, file, wanted),
    drawPage: (openContent: () => Promise<Readable>, page: WantedPage) =>
      drawPage({ quickPages, longJobs, processorMs }, openContent, page),
    readText: (openContent: () => Promise<Readable>, file: WantedText) =>
      readText({ quickPages, longJobs, processorMs }, openContent, file),
    compose: (pictures: SealedPicture[], forAccount: ForAccount = {}) =>
      compose(longJobs, pictures, forAccount),
    /** Counts the files that wait for their turn. */
    waiting: () => pools.reduce((sum, pool) => sum + pool.waiting(), 0),
    /**
     * Ends the programs and resolves once they have exited. Files still waiting or being decoded
     * are rejected with an Error.
     */
    close: async () => {
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}

type PlainFile = { mediaType: ReceivedType; bytes: number; want?: SmallPicture };

/**
 * Decodes plain content, waiting while all programs are busy. The time limit starts with its turn.
 * The content is read once and always destroyed.
 *
 * Refusals are 'empty' (0 bytes or no pages), 'truncated' (a part is missing), 'placeholder' (a PDF
 * that says that its content is elsewhere), 'passwordProtected', 'tooManyPixels' (a picture over 50
 * megapixels), 'tooSlow' (too much processor time), 'busy' (too little of it on a busy machine), and
 * 'unreadable' (anything else that cannot be shown).
 *
 * @param content the plain content.
 * @param file.bytes the exact size of the content.
 * @param file.want the kind of small picture to make.
 * @returns pages, size and thumbnail of the first page or frame, or a refusal.
 * @throws with the content's own error, or an Error if the content has another size than stated, if
 *   the programs cannot be started, or after `close`.
 * @see docs/requirements.md#reports-and-files
 */
async function decode(
  uploads: Pool,
  content: Readable,
  { mediaType, bytes, want }: PlainFile,
): Promise<Decoded | { refused: DecodeRefusal }> {
  // An error while the file waits is noticed when it is read. It must not end the server.
  content.on('error', () => undefined);
  try {
    const answer = await uploads.ask({ open: async () => content, job: { mediaType, bytes, want } });
    if (answer.refused) return { refused: answer.refused as DecodeRefusal };
    const { pages, width, height, notes = [] } = answer;
    const thumbnail = answer.more ? await answer.later : answer.thumbnail;
    return thumbnail ? { pages, width, height, thumbnail, notes } : { refused: 'unreadable' };
  } finally {
    content.destroy();
  }
}

type Wanted = { mediaType: ReceivedType; want?: SmallPicture } & ForAccount;

/**
 * Checks a sealed file on disk. The program decrypts it itself, so the server is free meanwhile.
 * Resolves once the first page or frame is decoded, and the small picture follows. A HEIC that is
 * to be kept, not only used as a display picture, also yields a JPEG, which has to be read within
 * the time limit. Waits and rejects as `decode` does, or with ENOENT if the file no longer exists
 * when its turn comes.
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
  return { pages, width, height, thumbnail, notes, converted };
}

type SealedPicture = { sealed: SealedFile; mediaType: MediaType };

/**
 * Joins sealed pictures on disk into one PDF with a page for each. Every picture must have been
 * checked before. Refusals are 'tooSlow', 'busy' and 'unreadable', which also covers a PDF too large to
 * draw and a program that ran out of memory. Waits and rejects as `check` does.
 *
 * @param pictures the pictures in order.
 * @returns the PDF, which has to be read or destroyed, or a refusal.
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
  if (!('converted' in answer) || !answer.converted) throw new Error('no PDF was returned');
  return { pdf: answer.converted };
}

type WantedPage = {
  mediaType: MediaType;
  bytes: number;
  /** The page number from 1. A picture has one page. */
  page: number;
  /** Maximum pixels a side. */
  side: number;
  /** Also finds what the drawing of an earlier release lacked. */
  earlier?: boolean;
  /** Checks whether a page of the same file was slow before. If so, this one makes way at once. */
  isSlow?(): boolean;
  /** Called when the page makes way for others. */
  onSlow?(): void;
} & ForAccount;

type ReadingPools = { quickPages: Pool; longJobs: Pool; processorMs: number };

/**
 * Draws a page as a picture, turned as it is displayed. If a page makes way in the program for
 * quick pages, the program for long jobs draws it again, and `onSpent` is called for both.
 *
 * @param openContent opens the plain content once the page has its turn. If it rejects, the page is
 *   not drawn. It is called again for a slow page.
 * @returns the page and the number of pages; or a refusal as from `decode`, or 'noSuchPage'.
 * @throws as `decode` does, and with the error of `openContent`.
 * @see docs/requirements.md#reports-and-files
 */
async function drawPage(
  pools: ReadingPools,
  openContent: () => Promise<Readable>,
  { turn, onSpent, isSlow, onSlow, ...job }: WantedPage,
): Promise<DrawnPage | { refused: PageRefusal; pages?: number }> {
  const answer = await askReader(pools, { open: openContent, job, turn, onSpent, isSlow }, onSlow);
  if (answer.refused) return { refused: answer.refused, pages: answer.pages };
  return {
    pages: answer.pages,
    picture: answer.thumbnail,
    notes: answer.notes ?? [],
    earlierNotes: answer.earlierNotes,
  };
}

type WantedText = { bytes: number } & ForAccount;

/**
 * Reads the text of all pages of a PDF. Waits, takes turns and rejects as `drawPage` does.
 *
 * @returns the text; undefined if a page is a picture, if the text may differ from what is drawn, or
 *   if the file cannot be read.
 */
async function readText(
  pools: ReadingPools,
  openContent: () => Promise<Readable>,
  { bytes, turn, onSpent }: WantedText,
): Promise<string | undefined> {
  const job = { mediaType: 'application/pdf', bytes, want: 'text' } as const;
  const answer = await askReader(pools, { open: openContent, job, turn, onSpent });
  return 'text' in answer ? answer.text : undefined;
}

/** Asks the program for quick pages, and the one for long jobs if the job makes way there. */
async function askReader(
  { quickPages, longJobs, processorMs }: ReadingPools,
  { isSlow, ...question }: Parameters<Pool['ask']>[0],
  onSlow?: () => void,
) {
  const answer = await quickPages.ask({ ...question, isSlow });
  if (!('isYielded' in answer)) return answer;
  onSlow?.();
  return longJobs.ask({ ...question, processorMs });
}
