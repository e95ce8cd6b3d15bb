import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** An e-mail as its reader sees it: the bare address, the subject, and the plain text. */
export interface Email {
  to: string;
  subject: string;
  text: string;
}

/**
 * What was read before, by path: a clinic of many tests has many e-mails, and each is asked for
 * again and again.
 */
const known = new Map<string, { state: string; letter: Email }>();

/** The e-mails kept as `.eml` files in a folder, oldest first; with an address, those to it. */
export async function readEmails(folder: string, to?: string): Promise<Email[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const { mtimeNs: time, size } = await stat(path, { bigint: true });
      return { name, time, letter: await readEmail(path, `${time} ${size}`) };
    }),
  );
  files.sort((a, b) => (a.time === b.time ? a.name.localeCompare(b.name) : a.time < b.time ? -1 : 1));
  const wanted = to?.trim().toLowerCase();
  return files.map((file) => file.letter).filter((letter) => !wanted || letter.to === wanted);
}

/** An e-mail that is still being written is read again once it has changed. */
async function readEmail(path: string, state: string): Promise<Email> {
  const before = known.get(path);
  if (before?.state === state) return before.letter;
  const letter = parseEmail(await readFile(path));
  known.set(path, { state, letter });
  return letter;
}

/** Reads one message (RFC 5322 with MIME): To, Subject, and the first text/plain part. */
function parseEmail(source: Buffer): Email {
  // One character for each byte, until a part's own charset is known.
  const message = parsePart(source.toString('latin1'));
  const to = decodeWords(message.headers.get('to') ?? '');
  return {
    to: (/<([^<>]+)>\s*$/.exec(to)?.[1] ?? to).trim().toLowerCase(),
    subject: decodeWords(message.headers.get('subject') ?? ''),
    text: plainText(message) ?? '',
  };
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

function parsePart(text: string): Part {
  const blank = /\r?\n\r?\n/.exec(text);
  const head = blank ? text.slice(0, blank.index) : text;
  const body = blank ? text.slice(blank.index + blank[0].length) : '';
  const headers = new Map<string, string>();
  // A header goes on in the lines that begin with white space.
  for (const line of head.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body };
}

function plainText(part: Part): string | null {
  const type = part.headers.get('content-type') ?? 'text/plain';
  if (/^multipart\//i.test(type)) {
    for (const child of split(part.body, parameter(type, 'boundary') ?? '')) {
      const text = plainText(parsePart(child));
      if (text !== null) return text;
    }
    return null;
  }
  const attached = /^attachment/i.test(part.headers.get('content-disposition') ?? '');
  if (!/^text\/plain/i.test(type) || attached) return null;
  const bytes = decodeBody(part.body, part.headers.get('content-transfer-encoding') ?? '7bit');
  return decodeBytes(bytes, parameter(type, 'charset') ?? 'utf-8').replace(/\r\n/g, '\n');
}

function split(body: string, boundary: string): string[] {
  const escaped = boundary.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const parts = `\n${body}`.split(new RegExp(`\\r?\\n--${escaped}(?:--)?[ \\t]*(?:\\r?\\n|$)`));
  // Before the first boundary and after the last there is only filling.
  return parts.slice(1, -1);
}

function parameter(header: string, name: string): string | null {
  const match = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header);
  return match?.[1] ?? match?.[2] ?? null;
}

function decodeBody(body: string, encoding: string): Buffer {
  if (/^base64$/i.test(encoding)) return Buffer.from(body, 'base64');
  if (/^quoted-printable$/i.test(encoding)) return unquote(body.replace(/=[ \t]*\r?\n/g, ''));
  return Buffer.from(body, 'latin1');
}

function unquote(text: string): Buffer {
  const bytes = text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}

/** RFC 2047: =?charset?B|Q?…?=. White space between two encoded words is no part of the text. */
function decodeWords(header: string): string {
  const words = /=\?([^?*]+)(?:\*[^?]*)?\?([BQ])\?([^?]*)\?=(?:\s+(?==\?[^?]+\?[BQ]\?[^?]*\?=))?/gi;
  // A character may be cut in two by the end of a word, so neighbours are joined as bytes before
  // decoding.
  let decoded = '';
  let pending = null as { charset: string; bytes: Buffer[] } | null;
  const flush = () => {
    if (pending) decoded += decodeBytes(Buffer.concat(pending.bytes), pending.charset);
    pending = null;
  };
  let end = 0;
  for (const match of header.matchAll(words)) {
    const [whole, charset = '', kind = '', data = ''] = match;
    if (match.index > end || pending?.charset !== charset) flush();
    decoded += decodeBytes(Buffer.from(header.slice(end, match.index), 'latin1'), 'utf-8');
    const bytes = /b/i.test(kind) ? Buffer.from(data, 'base64') : unquote(data.replace(/_/g, ' '));
    pending = { charset, bytes: [...(pending?.bytes ?? []), bytes] };
    end = match.index + whole.length;
  }
  flush();
  return decoded + decodeBytes(Buffer.from(header.slice(end), 'latin1'), 'utf-8');
}

function decodeBytes(bytes: Buffer, charset: string): string {
  return new TextDecoder(charset).decode(bytes);
}
