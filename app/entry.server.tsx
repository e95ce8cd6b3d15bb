import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import {
  createReadableStreamFromReadable,
  type EntryContext,
  type HandleErrorFunction,
} from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { logIncident } from './platform/log.server';
import { start } from './start.server';
import { NonceContext } from './ui/nonce';
import { SpokenContext } from './ui/words';
import { secureHeaders } from './web/headers.server';
import { spokenOn } from './web/words.server';

await start();

export const streamTimeout = 10_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const nonce = randomBytes(16).toString('base64');
  secureHeaders(headers, { nonce });
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Cache-Control', 'no-store');
  const spoken = spokenOn(context.staticHandlerContext);
  return new Promise<Response>((resolve, reject) => {
    let answered = status;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <SpokenContext.Provider value={spoken}>
          <RemixServer context={context} url={request.url} abortDelay={streamTimeout} nonce={nonce} />
        </SpokenContext.Provider>
      </NonceContext.Provider>,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer);
          const body = new PassThrough();
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: answered }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          answered = 500;
          logIncident('render', error);
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1000).unref();
  });
}

export function handleDataRequest(response: Response) {
  secureHeaders(response.headers);
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
  return response;
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (!request.signal.aborted && !isOfVisitor(error)) logIncident('route', error);
};

/** A method a page does not take, or one of Remix's old ways to ask: nothing went wrong here. */
function isOfVisitor(error: unknown) {
  if (isRouteErrorResponse(error)) return error.status < 500;
  return error instanceof Error && error.message.includes('?_data requests');
}
