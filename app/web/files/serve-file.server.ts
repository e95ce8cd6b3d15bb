import type { Readable } from 'node:stream';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { pageChannel } from '~/domain/kernel/channels';
import type { AnyOperation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { refusalOf } from '~/domain/kernel/refusal-of-error.server';
import type { LateFile, OpenFile } from '~/domain/report-files/open-file.server';
import { translate } from '~/i18n/translate';
import type { ResourceType } from '~/platform/enums';
import { logIncident } from '~/platform/observability/log.server';
import { contextOf } from '~/web/pipeline/context.server';
import { type Failure, type NotDone, respond } from '~/web/pipeline/respond.server';
import { runOperation } from '~/web/pipeline/run-operation.server';
import { isAskedAsData, reader } from '~/web/request/exchange.server';
import { language } from '~/web/request/request-language.server';
import { textResponse } from '~/web/request/text-response';
import { viewerOfFile } from '~/web/session/request-viewer.server';

type Range = { start: number; end: number };

/**
 * The channel to private files: opened by session cookie, bearer token or signed link of someone
 * who may open them; decrypted as they are read, whole or a byte range (docs/requirements.md#api,
 * docs/requirements.md#reports-and-files).
 */
export function fileLoader(
  operation: AnyOperation<{ data: OpenFile | LateFile }>,
  resourceType?: ResourceType,
) {
  return async ({ request, params }: LoaderFunctionArgs): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod();
    if (isAskedAsData()) return noSuchFile();
    const result = await runOperation(operation, {
      request: new Request(request.url),
      context: await contextOf(request, pageChannel),
      findViewer: () => viewerOfFile(request),
      routeInput: params,
    });
    return respond(operation, result, {
      done: ({ value: { data: file } }) =>
        resourceType && (file.mediaType === 'application/pdf') !== (resourceType === 'raw')
          ? noSuchFile()
          : serve(file, request),
      // An address that can be nobody's names no file.
      failed: (failure) => (failure.result.status === 'invalid' ? noSuchFile() : failedText(failure)),
    });
  };
}

const noSuchFile = () => textResponse(404, translate(language(), 'report.notFound'));

async function serve(found: OpenFile | LateFile, request: Request) {
  const headers = headersOf(found);
  if (request.headers.get('if-none-match') === headers.get('etag')) {
    return new Response(null, { status: 304, headers });
  }
  let file: OpenFile;
  try {
    file = 'make' in found ? { ...found, ...(await found.make()) } : found;
  } catch (error) {
    return notServed(error);
  }
  headers.set('Content-Length', String(file.bytes));
  if (request.method === 'HEAD') return new Response(null, { status: 200, headers });
  const wantsThis = [null, headers.get('etag')].includes(request.headers.get('if-range'));
  const range = wantsThis ? rangeOf(request.headers.get('range'), file.bytes) : undefined;
  if (range === 'unsatisfiable') {
    headers.delete('Content-Length');
    headers.set('Content-Range', `bytes */${file.bytes}`);
    return new Response(null, { status: 416, headers });
  }
  if (range) {
    headers.set('Content-Length', String(range.end - range.start + 1));
    headers.set('Content-Range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  }
  try {
    const content = await streamOf(await file.read(range), 'report.readFile');
    // Every answer with bytes, whichever part they are: nobody reads unseen.
    await file.noteOpened();
    return new Response(content, { status: range ? 206 : 200, headers });
  } catch (error) {
    return notServed(error);
  }
}

/** Answers in place of a file. An opening that cannot be written down is none. */
function notServed(error: unknown) {
  const refusal = refusalOf(error);
  const incident = refusal === error || reader().isGone() ? '' : logIncident('report.readFile', error);
  const result: NotDone = refusal ? { status: 'refused', refusal } : { status: 'failed', incident };
  return respond({ failureMessage: 'report.fetchFailed' }, result, { done: noSuchFile, failed: failedText });
}

/**
 * A content as it is made, no faster than it is taken. Takes the content, and its name for the log.
 *
 * @throws when its very beginning is damaged or gone; damage further on cuts the connection, as
 *   does a file that is deleted meanwhile: never garbage, never a short file that looks whole.
 */
export async function streamOf(source: Readable, name: string): Promise<ReadableStream<Uint8Array>> {
  const { untilReady, whenOver, isGone } = reader();
  whenOver(() => source.destroy());
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  let started: IteratorResult<Uint8Array> | undefined = await chunks.next();
  // Who has gone before the file was opened says so no more.
  if (isGone()) source.destroy();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          await untilReady();
          const { done, value } = started ?? (await chunks.next());
          started = undefined;
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          // Nobody reads how it ends any more.
          if (isGone()) return controller.close();
          if (!(error instanceof Refusal)) logIncident(name, error);
          controller.error(error);
        }
      },
      cancel: () => void source.destroy(),
    },
    { highWaterMark: 0 },
  );
}

function headersOf({ mediaType, name, tag }: Pick<OpenFile, 'mediaType' | 'name' | 'tag'>) {
  return new Headers({
    'Content-Type': mediaType,
    'Content-Disposition': disposition('inline', name),
    'Accept-Ranges': 'bytes',
    // Kept by the browser, but shown again only after asking: a right that ended, ends there too.
    'Cache-Control': 'private, no-cache',
    ETag: `"${tag}"`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox; frame-ancestors 'self'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // A sandboxed document that also asks for a window group of its own is refused by browsers as a
    // network error.
    'Cross-Origin-Opener-Policy': 'unsafe-none',
    'Referrer-Policy': 'no-referrer',
    Vary: 'Cookie, Authorization',
  });
}

/** How a browser takes a file: into its window, or to be saved; and under which name. */
export function disposition(how: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name).replace(/['()*]/g, escape);
  return `${how}; filename="${ascii}"; filename*=UTF-8''${whole}`;
}

/**
 * One byte range of a `Range` header. Several ranges, or what is not understood, count as none (RFC
 * 9110 §14.2).
 */
export function rangeOf(header: string | null, bytes: number): Range | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, first, last] = match;
  const start = first ? Number(first) : Math.max(0, bytes - Number(last));
  const end = first && last ? Math.min(Number(last), bytes - 1) : bytes - 1;
  if (start >= bytes || start > end) return 'unsatisfiable';
  return { start, end };
}

function failedText({ status, message, headers }: Failure) {
  const response = textResponse(status, message);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  if (status === 401) response.headers.set('WWW-Authenticate', 'Bearer');
  return response;
}

/** A refusal that the file channel gives for any other method. */
export const refuseMethod = async () => {
  const response = textResponse(405, translate(language(), 'refused.method'));
  response.headers.set('Allow', 'GET, HEAD');
  return response;
};
