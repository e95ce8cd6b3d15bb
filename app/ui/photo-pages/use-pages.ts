import { type RefObject, useEffect, useRef, useState } from 'react';
import { notesFor } from '~/domain/report/page-notes';
import type { PictureNote } from '~/platform/enums';
import { findPdfHead } from '~/platform/storage/decoder/pdf-head.mjs';
import { isPlaceholder } from '~/platform/storage/decoder/placeholder.mjs';
import { useReleased } from '~/ui/hooks';
import { preparePage, redrawn } from './prepare-page';
import { turned } from './turned';

/**
 * Lists the first bytes of the kinds that are taken: JPEG, PNG, GIF; and what WebP, HEIC and HEIF
 * say after their length.
 */
const beginnings = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF8'];
const container = /^(?:RIFF....WEBP|....ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1))/s;

const headBytes = 1100;
// A larger PDF is judged by the server alone: a phone would have to hold it.
const pdfBytesMax = 5 * 1024 * 1024;

/** Why a file cannot be a report. */
type KindProblem = 'kind' | 'placeholder';

/**
 * Returns why a file cannot be sent, by its first bytes: it is of no taken kind, or a PDF that says
 * that its content is elsewhere. One that cannot be read is left to the server.
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

/** A file that was chosen: as it came, as it is sent, and what is known of it. */
export type Page = {
  key: number;
  /** The place in the list: that of the page before it, where it was chosen instead of one. */
  row: number;
  original: File;
  /** Made ready, and not turned by hand yet. */
  base: File;
  file: File;
  quarters: number;
  isShrunk: boolean;
  isLong: boolean;
  notes: PictureNote[];
  thumbnail?: string;
};

/** Files that were chosen; `instead` of the page of that key. */
export type Choice = { files: File[]; instead?: number };

/** What is wrong with a choice. What of it could be taken is there all the same. */
export type Problem = KindProblem | 'empty' | 'mixed' | 'tooMany' | 'unreadable' | undefined;

const isOfPdf = ({ type }: File) => type === 'application/pdf';
export const isPdf = ({ original }: Pick<Page, 'original'>) => isOfPdf(original);

let lastKey = 0;

function pageOf(original: File, row?: number): Page {
  const key = ++lastKey;
  return {
    ...{ key, row: row ?? key, original, base: original, file: original },
    ...{ quarters: 0, isShrunk: false, isLong: false, notes: [] },
  };
}

type Options = {
  input: RefObject<HTMLInputElement>;
  onProblem(problem: Problem): void;
  most: number;
  reportType: string;
  isFullSize: boolean;
};

/**
 * The files of a report, in their order: what is sent is always what the input holds. They are made
 * ready one after the other, so that a phone has to hold one picture at a time.
 */
export function usePages({ input, onProblem, most, reportType, isFullSize }: Options) {
  const [pages, setPages] = useState<Page[]>([]);
  const latest = useRef(pages);
  const released = useReleased();
  const become = (next: Page[]) => {
    latest.current = next;
    setPages(next);
    if (input.current) hold(input.current, next);
  };
  const change = (key: number, changes: Partial<Page>) =>
    become(latest.current.map((page) => (page.key === key ? { ...page, ...changes } : page)));

  const working = useRef(Promise.resolve());
  const [left, setLeft] = useState(0);
  const wanted = useRef({ reportType, isFullSize });
  wanted.current = { reportType, isFullSize };
  const find = (key: number) => latest.current.find((page) => page.key === key);
  /** Makes a page ready once those before it are; one that is ready already is turned anew. */
  const prepare = (key: number, { isReady = false } = {}) => {
    setLeft((count) => count + 1);
    const make = async () => {
      const page = find(key);
      if (!page) return;
      const { file: base, ...found } = isReady
        ? { file: page.base }
        : await preparePage(page.original, wanted.current);
      await released();
      if (!isReady && page.thumbnail) URL.revokeObjectURL(page.thumbnail);
      // A turn that is asked for from here on has its own place behind this.
      const { quarters = 0 } = find(key) ?? {};
      change(key, { ...found, base, file: await turnedBy(base, quarters) });
    };
    working.current = working.current.then(make).finally(() => setLeft((count) => count - 1));
  };

  // Another kind of report is made smaller by another rule.
  const prepareAnew = useRef(() => {});
  prepareAnew.current = () => {
    for (const { key } of latest.current) prepare(key);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they say is read when it is needed
  useEffect(() => prepareAnew.current(), [reportType, isFullSize]);

  async function add({ files, instead }: Choice) {
    const { taken, problem } = await sort(
      files,
      latest.current.filter(({ key }) => key !== instead),
      most,
    );
    await released();
    onProblem(problem);
    const at = latest.current.findIndex(({ key }) => key === instead);
    const added = taken.map((file, place) => pageOf(file, place === 0 ? latest.current[at]?.row : undefined));
    const others = latest.current.filter((page) => !(added.length > 0 && isPdf(page)));
    become(joined(others, added, at));
    for (const { key } of added) prepare(key);
  }

  return {
    pages,
    add,
    isPreparing: left > 0,
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

/** Pages with others at their end, or in place of the one at an index. */
function joined(pages: Page[], added: Page[], at: number): Page[] {
  if (at < 0) return [...pages, ...added];
  return added.length === 0 ? pages : [...pages.slice(0, at), ...added, ...pages.slice(at + 1)];
}

function notesOf({ notes }: Page, reportType: string): PictureNote[] {
  const ofPage = notes.map((note) => ({ page: 1, note }));
  return notesFor(reportType, ofPage).map(({ note }) => note);
}

/** Puts the files into the input, from where the form sends them. */
function hold(input: HTMLInputElement, pages: Page[]) {
  const all = new DataTransfer();
  for (const { file } of pages) all.items.add(file);
  input.files = all.files;
}

async function turnedBy(file: File, quarters: number): Promise<File> {
  if (quarters === 0) return file;
  try {
    return await (file.type === 'image/jpeg' ? turned(file, quarters) : redrawn(file, quarters));
  } catch {
    return file;
  }
}

/** Larger files stay where they are: a cheap phone has no memory for them. */
const copiedBytesMax = 64 * 1024 * 1024;

/**
 * Copies a file into memory: one that an app has given, such as a cloud drive, may change or vanish
 * before it is sent.
 *
 * @returns undefined if the file cannot be read any more.
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
 * What of a choice is taken. A PDF is a report alone: it gives way to another PDF, and joins no
 * photos.
 */
async function sort(files: File[], others: Page[], most: number) {
  const photos = others.filter((page) => !isPdf(page)).length;
  let problem: Problem;
  const taken: File[] = [];
  for (const file of files) {
    const hasPdf = taken.some(isOfPdf) || (!isOfPdf(file) && photos < others.length);
    const copy = await copyIntoMemory(file);
    const kindProblem = file.size === 0 ? 'empty' : copy && (await findKindProblem(copy));
    if (!copy) problem ??= 'unreadable';
    else if (kindProblem) problem ??= kindProblem;
    else if (hasPdf || (isOfPdf(file) && photos + taken.length > 0)) problem ??= 'mixed';
    else if (photos + taken.length >= most) problem ??= 'tooMany';
    else taken.push(copy);
  }
  return { taken, problem };
}
