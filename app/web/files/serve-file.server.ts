import type { Readable } from 'node:stream';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { pageChannel } from '~/domain/kernel/channels';
import type { AnyOperation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { toRefusal } from '~/domain/kernel/refusal-of-error.server';
import type { LateFile, OpenFile } from '~/domain/report-view/open-file.server';
import { translate } from '~/i18n/translate';
import type { ResourceType } from '~/platform/enums';
import { logIncident } from '~/platform/observability/log.server';
import type { RouteInput } from '~/web/pages/from-path';
import { contextOf } from '~/web/pipeline/context.server';
import { type FailedResult, type Failure, respond } from '~/web/pipeline/respond.server';
import { runOperation } from '~/web/pipeline/run-operation.server';
import { isAskedAsData, watchClient } from '~/web/request/exchange.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { textResponse } from '~/web/request/text-response';
import { viewerOfFile } from '~/web/session/request-viewer.server';

type Range = { start: number; end: number };

/**
 * Creates the loader for private files. A session cookie, bearer token or signed link of a
 * permitted viewer opens them. They are decrypted while being read, as a whole or as a byte range
 * (docs/requirements.md#api, docs/requirements.md#reports-and-files).
 *
 * @param routeInput reads input besides the path, such as a cookie.
 */
export function fileLoader(
  operation: AnyOperation<{ data: OpenFile | LateFile }>,
  resourceType?: ResourceType,
  routeInput?: RouteInput,
) {
  return async ({ request, params }: LoaderFunctionArgs): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod();
    if (isAskedAsData()) return noSuchFile();
    const result = await runOperation(operation, {
      request: new Request(request.url),
      context: await contextOf(request, pageChannel),
      findViewer: () => viewerOfFile(request),
      routeInput: { ...params, ...(await routeInput?.({ request, params })) },
    });
    return respond(operation, result, {
      onDone: ({ value: { data: file } }) =>
        resourceType && (file.mediaType === 'application/pdf') !== (resourceType === 'raw')
          ? noSuchFile()
          : serve(file, request),
      // An invalid address names no file.
      onFailed: (failure) => (failure.result.status === 'invalid' ? noSuchFile() : failedText(failure)),
    });
  };
}

const noSuchFile = () => textResponse(404, translate(requestLanguage(), 'report.notFound'));

async function serve(requestedFile: OpenFile | LateFile, request: Request) {
  const headers = headersOf(requestedFile);
  if (request.headers.get('if-none-match') === headers.get('etag')) {
    return new Response(null, { status: 304, headers });
  }
  let file: OpenFile;
  try {
    file = 'load' in requestedFile ? { ...requestedFile, ...(await requestedFile.load()) } : requestedFile;
  } catch (error) {
    return notServed(error);
  }
  headers.set('Content-Length', String(file.bytes));
  if (request.method === 'HEAD') return new Response(null, { status: 200, headers });
  const wantsThis = [null, headers.get('etag')].includes(request.headers.get('if-range'));
  const range = wantsThis ? parseRange(request.headers.get('range'), file.bytes) : undefined;
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
    const content = await streamAsRead(await file.read(range), 'report.readFile');
    // Record every response with content, whatever its range, so that nobody reads unnoticed.
    await file.noteOpened();
    return new Response(content, { status: range ? 206 : 200, headers });
  } catch (error) {
    return notServed(error);
  }
}

/**
 * Creates the response when a file cannot be served. A file whose opening cannot be recorded is not
 * served.
 */
function notServed(error: unknown) {
  const refusal = toRefusal(error);
  const incident = refusal === error || watchClient().isGone() ? '' : logIncident('report.readFile', error);
  const result: FailedResult = refusal ? { status: 'refused', refusal } : { status: 'failed', incident };
  return respond({ failureMessage: 'report.fetchFailed' }, result, {
    onDone: noSuchFile,
    onFailed: failedText,
  });
}

/**
 * Streams content as it is produced, no faster than the client reads.
 *
 * @param name the name of the operation in the log.
 * @throws if its first bytes are damaged or missing. Damage further on, or deletion meanwhile, cuts
 *   the connection: the client never gets garbage, or a short file that looks complete.
 */
export async function streamAsRead(source: Readable, name: string): Promise<ReadableStream<Uint8Array>> {
  const { untilReady, whenOver, isGone } = watchClient();
  whenOver(() => source.destroy());
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  let started: IteratorResult<Uint8Array> | undefined = await chunks.next();
  // A client that left before the file was opened triggers no close event any more.
  if (isGone()) source.destroy();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          await untilReady();
          const { done: isDone, value } = started ?? (await chunks.next());
          started = undefined;
          if (isDone) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          // The client has left, so nobody sees how the stream ends.
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

function headersOf({
  mediaType,
  name,
  tag,
  isNeverStored,
}: Pick<OpenFile, 'mediaType' | 'name' | 'tag' | 'isNeverStored'>) {
  return new Headers({
    'Content-Type': mediaType,
    'Content-Disposition': formatDisposition('inline', name),
    'Accept-Ranges': 'bytes',
    // The browser may store it but must revalidate, so that access ends with the permission.
    'Cache-Control': isNeverStored ? 'private, no-store' : 'private, no-cache',
    ETag: `"${tag}"`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox; frame-ancestors 'self'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // Browsers refuse a sandboxed document that also requests its own window group, with a network
    // error.
    'Cross-Origin-Opener-Policy': 'unsafe-none',
    'Referrer-Policy': 'no-referrer',
    Vary: 'Cookie, Authorization',
  });
}

/** Builds a Content-Disposition header: how the browser handles a file, and its name. */
export function formatDisposition(how: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name).replace(/['()*]/g, escape);
  return `${how}; filename="${ascii}"; filename*=UTF-8''${whole}`;
}

/**
 * Parses a single byte range of a `Range` header. Several ranges, or an unknown syntax, count as
 * none (RFC 9110 §14.2).
 */
export function parseRange(header: string | null, bytes: number): Range | 'unsatisfiable' | undefined {
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

/** Refuses any other method on a file. */
export const refuseMethod = async () => {
  const response = textResponse(405, translate(requestLanguage(), 'refused.method'));
  response.headers.set('Allow', 'GET, HEAD');
  return response;
};
