import { createHash, randomBytes } from 'node:crypto';

/** A page in UTF-8, in pieces: between two of them stands the nonce of each answer. */
type Pieces = Buffer[];

const livesMs = 60_000;
const maxBytes = 8 * 1024 * 1024;
/** Pages by all that they were drawn of; the one drawn longest ago first. */
const drawn = new Map<string, { pieces: Pieces; bytes: number; at: number }>();
let bytesDrawn = 0;

// Stands for the nonce while a page is drawn. It is made anew with each start, so that nobody can
// write it into a page.
const nonceMark = randomBytes(24).toString('base64');

/** All that a page is drawn of, but the nonce. */
type DrawnOf = {
  language: string;
  /** What its loaders found, the frame's among them, as the browser gets it. */
  data: string;
};

/**
 * Answers with a page that was drawn of the very same within the last minute, with a nonce of this
 * answer's own; else draws it. Drawing takes half of what a page costs, and one opened again
 * mostly shows what it showed before. A page with one other byte in its data is another page, so
 * nobody gets what was drawn for somebody else. 8 MB of them are kept.
 *
 * @param draw draws the page with the nonce that it is given.
 * @returns the page in UTF-8.
 */
export function cachedPage(
  request: Request,
  of: DrawnOf,
  { nonce, draw }: { nonce: string; draw(nonce: string): string },
): Buffer<ArrayBuffer> {
  if (import.meta.env.DEV) return Buffer.from(draw(nonce));
  const piecesOf = () =>
    draw(nonceMark)
      .split(nonceMark)
      .map((piece) => Buffer.from(piece));
  forgetOld();
  const name = nameOf(request, of);
  const pieces = drawn.get(name)?.pieces ?? piecesOf();
  if (!drawn.has(name)) {
    const bytes = lengthOf(pieces);
    drawn.set(name, { pieces, bytes, at: Date.now() });
    bytesDrawn += bytes;
  }
  return joined(pieces, nonce);
}

function forgetOld() {
  const now = Date.now();
  for (const [name, { at, bytes }] of drawn) {
    if (Math.abs(now - at) < livesMs && bytesDrawn <= maxBytes) return;
    drawn.delete(name);
    bytesDrawn -= bytes;
  }
}

/** Names a page by a hash of what it is drawn of: what it says is not held a second time. */
const nameOf = (request: Request, { language, data }: DrawnOf) =>
  createHash('sha256')
    .update(JSON.stringify([language, request.url]))
    .update(data)
    .digest('base64');

const lengthOf = (pieces: Pieces) => pieces.reduce((sum, { length }) => sum + length, 0);

function joined(pieces: Pieces, nonce: string): Buffer<ArrayBuffer> {
  const between = Buffer.from(nonce);
  return Buffer.concat(pieces.flatMap((piece, at) => (at === 0 ? [piece] : [between, piece])));
}
