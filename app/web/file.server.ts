import { PassThrough, type Readable } from 'node:stream';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { defaultLanguage, say } from '~/copy/say';
import type { OpenFile } from '~/domain/reports/openFile';
import { logIncident } from '~/platform/log.server';
import { type AnyOperation, attempt } from './attempt.server';
import { clientAddress } from './client.server';
import { statusOf } from './status';
import { viewerOfFile } from './viewer.server';

type Range = { start: number; end: number };

/**
 * The door to private files: opened by session cookie, bearer token or signed link of someone who may open them; decrypted as they
 * are read, whole or a byte range (decisions: API, Reports and files).
 */
export function fileDoor(operation: AnyOperation<{ data: OpenFile }>, resourceType?: 'raw' | 'image') {
  return async ({ request, params }: LoaderFunctionArgs): Promise<Response> => {
    const viewer = await viewerOfFile(request);
    const door = {
      kind: 'page' as const,
      language: defaultLanguage,
      client: clientAddress(request),
      linkTo: String,
    };
    const bodiless = new Request(request.url);
    const went = await attempt(operation, { request: bodiless, door, viewer, own: params });
    if (went.went === 'refused')
      return plain(statusOf[went.refusal.kind], say(door.language, went.refusal.words));
    if (went.went !== 'done') return plain(500, say(door.language, operation.failed));
    const file = went.result.data;
    if (resourceType && (file.mediaType === 'application/pdf') !== (resourceType === 'raw')) {
      return plain(404, say(door.language, 'report.notFound'));
    }
    return serve(file, request);
  };
}

async function serve(file: OpenFile, request: Request) {
  const headers = headersOf(file);
  if (request.headers.get('if-none-match') === headers.get('etag'))
    return new Response(null, { status: 304, headers });
  const range = rangeOf(request.headers.get('range'), file.bytes);
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${file.bytes}`);
    return new Response(null, { status: 416, headers });
  }
  const length = range ? range.end - range.start + 1 : file.bytes;
  headers.set('Content-Length', String(length));
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  if (request.method === 'HEAD') return new Response(null, { status: 200, headers });
  const content = await read(file, range);
  if (!content) return plain(500, say(defaultLanguage, 'report.fetchFailed'));
  return new Response(createReadableStreamFromReadable(content), { status: range ? 206 : 200, headers });
}

/** The content, or undefined when its very beginning is damaged. Damage further on cuts the connection: never garbage, never a short file. */
async function read(file: OpenFile, range?: Range) {
  try {
    const source = await file.read(range);
    source.on('error', (error) => logIncident('report.readFile', error));
    return await begun(source);
  } catch (error) {
    logIncident('report.readFile', error);
    return undefined;
  }
}

/** Waits for the first bytes, so that a file that cannot be read at all is an answer and not a broken connection. */
async function begun(source: Readable): Promise<Readable> {
  const out = new PassThrough();
  await new Promise<void>((resolve, reject) => {
    source.once('readable', resolve);
    source.once('end', resolve);
    source.once('error', reject);
  });
  source.on('error', (error) => out.destroy(error));
  out.on('close', () => source.destroy());
  return source.pipe(out);
}

function headersOf({ mediaType, name, tag }: OpenFile) {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return new Headers({
    'Content-Type': mediaType,
    'Content-Disposition': `inline; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escape)}`,
    'Accept-Ranges': 'bytes',
    // Kept by the browser, but shown again only after asking: a right that ended, ends there too.
    'Cache-Control': 'private, no-cache',
    ETag: `"${tag}"`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox; frame-ancestors 'self'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Referrer-Policy': 'no-referrer',
    Vary: 'Cookie, Authorization',
  });
}

/** One byte range of a `Range` header. Several ranges, or what is not understood, count as none (RFC 9110 §14.2). */
export function rangeOf(header: string | null, bytes: number): Range | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, first, last] = match;
  const start = first ? Number(first) : Math.max(0, bytes - Number(last));
  const end = first && last ? Math.min(Number(last), bytes - 1) : bytes - 1;
  if (start >= bytes || start > end) return 'unsatisfiable';
  return { start, end };
}

function plain(status: number, text: string) {
  return new Response(text, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    },
  });
}

/** A refusal that the file door gives for any other method. */
export const refuseMethod = async () => plain(405, say(defaultLanguage, 'refused.method'));
