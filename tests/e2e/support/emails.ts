import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** An e-mail as its reader sees it: the bare address, the subject, and the plain text. */
export interface Email {
  to: string;
  subject: string;
  text: string;
}

/**
 * Parsed e-mails by path. A clinic of many tests has many e-mails, and tests read each of them
 * often.
 */
const parsedEmails = new Map<string, { state: string; letter: Email }>();

/** Reads the `.eml` files of a folder, oldest first; with an address, only those to it. */
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
  const recipient = to?.trim().toLowerCase();
  return files.map((file) => file.letter).filter((letter) => !recipient || letter.to === recipient);
}

/** Reads an e-mail again if its file has changed, since it may have been read half written. */
async function readEmail(path: string, state: string): Promise<Email> {
  const before = parsedEmails.get(path);
  if (before?.state === state) return before.letter;
  const letter = parseEmail(await readFile(path));
  parsedEmails.set(path, { state, letter });
  return letter;
}

/** Reads one message (RFC 5322 with MIME): To, Subject, and the first text/plain part. */
function parseEmail(source: Buffer): Email {
  // One character per byte, until a part's own charset is known.
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
  // A header continues on lines that begin with white space.
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
  // Text before the first boundary and after the last is only filling.
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

/**
 * Decodes RFC 2047: =?charset?B|Q?…?=. White space between two encoded words is not part of the
 * text.
 */
function decodeWords(header: string): string {
  const words = /=\?([^?*]+)(?:\*[^?]*)?\?([BQ])\?([^?]*)\?=(?:\s+(?==\?[^?]+\?[BQ]\?[^?]*\?=))?/gi;
  // A word may end inside a character, so neighbours are joined as bytes before decoding.
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
