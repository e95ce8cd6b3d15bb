import { type RefObject, useEffect, useRef, useState } from 'react';
import { listNotesOfType } from '~/domain/report/page-notes';
import type { PictureNote } from '~/platform/enums';
import { findPdfHead } from '~/platform/storage/decoder/pdf-head.mjs';
import { isPlaceholder } from '~/platform/storage/decoder/placeholder.mjs';
import { useReleased } from '~/ui/hooks';
import { preparePage, redrawRotated } from './prepare-page';
import { rotateJpeg } from './turned';

/**
 * First bytes of the accepted kinds: JPEG, PNG, GIF, and those of WebP, HEIC and HEIF after their
 * length.
 */
const beginnings = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF8'];
const container = /^(?:RIFF....WEBP|....ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1))/s;

const headBytes = 1100;
// Only the server checks a larger PDF: a phone would have to hold it in memory.
const pdfBytesMax = 5 * 1024 * 1024;

/** The reason why a file cannot be a report. */
type KindProblem = 'kind' | 'placeholder';

/**
 * Returns why a file cannot be sent, by its first bytes: its kind is not accepted, or it is a PDF
 * whose content is stored elsewhere. A file that cannot be read is left to the server.
 */
export async function findKindProblem(file: Blob): Promise<KindProblem | undefined> {
  try {
    const head = await bytesOf(file.slice(0, headBytes));
    const text = String.fromCharCode(...head);
    if (container.test(text) || beginnings.some((beginning) => text.startsWith(beginning))) return undefined;
    if (findPdfHead(head) < 0) return 'kind';
    if (file.size > pdfBytesMax) return undefined;
    return (await isPlaceholder(await bytesOf(file))) ? 'placeholder' : undefined;
  } catch {
    return undefined;
  }
}

const bytesOf = async (file: Blob) => new Uint8Array(await new Response(file).arrayBuffer());

/** A selected file: the original, the file to send, and its details. */
export type Page = {
  key: number;
  /** Identifies its row in the list. A replacement keeps the row of the page it replaces. */
  row: number;
  original: File;
  /** The prepared file, before any turn by the user. */
  base: File;
  file: File;
  quarters: number;
  isShrunk: boolean;
  isLong: boolean;
  notes: PictureNote[];
  thumbnail?: string;
};

/** Selected files; `replacedKey` is the key of the page that they replace. */
export type PageChoice = { files: File[]; replacedKey?: number };

/** Kinds of problems of a choice. */
export type ProblemKind = KindProblem | 'empty' | 'mixed' | 'tooMany' | 'unreadable';

/**
 * The problem of a choice, and the file that has it, if it is not the number of files or their
 * combination. The files without a problem are accepted all the same.
 */
export type Problem = { kind: ProblemKind; name?: string } | undefined;

const isOfPdf = ({ type }: File) => type === 'application/pdf';
export const isPdf = ({ original }: Pick<Page, 'original'>) => isOfPdf(original);

let lastKey = 0;

function pageOf(original: File, row?: number): Page {
  const key = ++lastKey;
  return {
    key,
    row: row ?? key,
    original,
    base: original,
    file: original,
    quarters: 0,
    isShrunk: false,
    isLong: false,
    notes: [],
  };
}

type Options = {
  input: RefObject<HTMLInputElement>;
  onProblem(problem: Problem): void;
  maxPages: number;
  reportType: string;
  isFullSize: boolean;
};

/**
 * Holds the files of a report in order. The input always has exactly the files to send. They are
 * prepared one after the other, so that a phone holds one picture at a time.
 */
export function usePages({ input, onProblem, maxPages, reportType, isFullSize }: Options) {
  const [pages, setPages] = useState<Page[]>([]);
  const latest = useRef(pages);
  const untilReleased = useReleased();
  const become = (next: Page[]) => {
    latest.current = next;
    setPages(next);
    if (input.current) hold(input.current, next);
  };
  const change = (key: number, changes: Partial<Page>) =>
    become(latest.current.map((page) => (page.key === key ? { ...page, ...changes } : page)));

  const working = useRef(Promise.resolve());
  const [pagesLeft, setPagesLeft] = useState(0);
  const latestOptions = useRef({ reportType, isFullSize });
  latestOptions.current = { reportType, isFullSize };
  const find = (key: number) => latest.current.find((page) => page.key === key);
  /** Prepares a page after those before it. Turns a page that is already prepared. */
  const prepare = (key: number, { isReady = false } = {}) => {
    setPagesLeft((count) => count + 1);
    const make = async () => {
      const page = find(key);
      if (!page) return;
      const { file: base, ...details } = isReady
        ? { file: page.base }
        : await preparePage(page.original, latestOptions.current);
      await untilReleased();
      if (!isReady && page.thumbnail) URL.revokeObjectURL(page.thumbnail);
      // A turn requested from here on is queued behind this one.
      const { quarters = 0 } = find(key) ?? {};
      change(key, { ...details, base, file: await turnedBy(base, quarters) });
    };
    working.current = working.current.then(make).finally(() => setPagesLeft((count) => count - 1));
  };

  // Another report type shrinks photos by another rule.
  const prepareAnew = useRef(() => {});
  prepareAnew.current = () => {
    for (const { key } of latest.current) prepare(key);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they say is read when it is needed
  useEffect(() => prepareAnew.current(), [reportType, isFullSize]);

  async function add({ files, replacedKey }: PageChoice) {
    const { taken: acceptedFiles, problem } = await sort(
      files,
      latest.current.filter(({ key }) => key !== replacedKey),
      maxPages,
    );
    await untilReleased();
    onProblem(problem);
    const at = latest.current.findIndex(({ key }) => key === replacedKey);
    const addedPages = acceptedFiles.map((file, place) =>
      pageOf(file, place === 0 ? latest.current[at]?.row : undefined),
    );
    const remainingPages = latest.current.filter((page) => !(addedPages.length > 0 && isPdf(page)));
    become(joinPages(remainingPages, addedPages, at));
    for (const { key } of addedPages) prepare(key);
  }

  return {
    pages,
    add,
    isPreparing: pagesLeft > 0,
    move(at: number, by: number) {
      const next = [...latest.current];
      next.splice(at + by, 0, ...next.splice(at, 1));
      become(next);
    },
    remove(key: number) {
      onProblem(undefined);
      const { thumbnail } = latest.current.find((page) => page.key === key) ?? {};
      if (thumbnail) URL.revokeObjectURL(thumbnail);
      become(latest.current.filter((page) => page.key !== key));
    },
    turn({ key, quarters }: Page) {
      change(key, { quarters: (quarters + 1) % 4 });
      prepare(key, { isReady: true });
    },
    notesOf: (page: Page) => notesOf(page, reportType),
  };
}

/** Adds pages at the end, or in place of the one at an index. */
function joinPages(pages: Page[], added: Page[], at: number): Page[] {
  if (at < 0) return [...pages, ...added];
  return added.length === 0 ? pages : [...pages.slice(0, at), ...added, ...pages.slice(at + 1)];
}

function notesOf({ notes }: Page, reportType: string): PictureNote[] {
  const ofPage = notes.map((note) => ({ page: 1, note }));
  return listNotesOfType(reportType, ofPage).map(({ note }) => note);
}

/** Puts the files into the input that the form submits. */
function hold(input: HTMLInputElement, pages: Page[]) {
  const all = new DataTransfer();
  for (const { file } of pages) all.items.add(file);
  input.files = all.files;
}

async function turnedBy(file: File, quarters: number): Promise<File> {
  if (quarters === 0) return file;
  try {
    return await (file.type === 'image/jpeg' ? rotateJpeg(file, quarters) : redrawRotated(file, quarters));
  } catch {
    return file;
  }
}

/** Larger files are not copied: a cheap phone lacks the memory. */
const copiedBytesMax = 64 * 1024 * 1024;

/**
 * Copies a file into memory. A file from an app, such as a cloud drive, may change or vanish before
 * it is sent.
 *
 * @returns undefined if the file can no longer be read.
 */
async function copyIntoMemory(file: File): Promise<File | undefined> {
  if (file.size > copiedBytesMax) return file;
  try {
    const { name, type, lastModified } = file;
    return new File([await file.arrayBuffer()], name, { type, lastModified });
  } catch {
    return undefined;
  }
}

/**
 * Decides which files of a choice are accepted. A PDF is a report by itself: another PDF replaces
 * it, and it does not join photos.
 */
async function sort(files: File[], otherPages: Page[], maxPages: number) {
  const photos = otherPages.filter((page) => !isPdf(page)).length;
  let problem: Problem;
  const acceptedFiles: File[] = [];
  for (const file of files) {
    const hasPdf = acceptedFiles.some(isOfPdf) || (!isOfPdf(file) && photos < otherPages.length);
    const copy = await copyIntoMemory(file);
    const kindProblem = file.size === 0 ? 'empty' : copy && (await findKindProblem(copy));
    const { name } = file;
    if (!copy) problem ??= { kind: 'unreadable', name };
    else if (kindProblem) problem ??= { kind: kindProblem, name };
    else if (hasPdf || (isOfPdf(file) && photos + acceptedFiles.length > 0)) problem ??= { kind: 'mixed' };
    else if (photos + acceptedFiles.length >= maxPages) problem ??= { kind: 'tooMany' };
    else acceptedFiles.push(copy);
  }
  return { taken: acceptedFiles, problem };
}
