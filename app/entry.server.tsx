import { randomBytes } from 'node:crypto';
import type { EntryContext, HandleErrorFunction } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import { getSettings } from '~/platform/settings/env.server';
import { languageOfPage } from '~/web/pages/message-scripts.server';
import type { PageHandle } from '~/web/pages/page-handle';
import { setRequestTimeZone } from '~/web/request/clinic-time.server';
import { compress, efforts } from '~/web/request/compress.server';
import { secureHeaders } from '~/web/request/headers.server';
import { start } from './ops/start.server';
import { logIncident } from './platform/observability/log.server';
import { NonceContext } from './ui/nonce';
import { type Locale, LocaleContext } from './ui/sentence';

await start();
setRequestTimeZone(getSettings().TIME_ZONE);

/**
 * Renders a page as one string. No page waits for a part of itself, and React's streams take three
 * to five times as long, since each attribute is a chunk. The loader data that Remix would stream
 * after the page is written here.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const nonce = randomBytes(16).toString('base64');
  secureHeaders(headers, { nonce });
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Cache-Control', 'no-store');
  // Remix does not pass on the headers of an action's answer.
  for (const said of Object.values(context.staticHandlerContext.actionHeaders)) {
    const seconds = said.get('Retry-After');
    if (seconds) headers.set('Retry-After', seconds);
  }
  const { serverHandoffStream, ...ofPage } = keepMatchedRoutes(context);
  const data = serverHandoffStream ? await new Response(serverHandoffStream).text() : '';
  const locale = languageOfPage(context.staticHandlerContext);
  const page = Buffer.from(drawPage(ofPage, { url: request.url, locale, data, nonce }));
  const acceptedEncodings = request.headers.get('accept-encoding');
  const effort = hasLongLists(ofPage) ? efforts.longPage : efforts.page;
  const { body, encoding } = await compress(page, acceptedEncodings, effort);
  if (encoding) headers.set('Content-Encoding', encoding);
  return new Response(body, { headers, status });
}

type DrawnWith = { url: string; locale: Locale; data: string; nonce: string };

function drawPage(context: EntryContext, { url, locale, data, nonce }: DrawnWith) {
  // React's streams take three to five times as long, and no page waits for a part of itself
  // (docs/adr/0022-pages-are-rendered-to-one-string.md).
  const page = renderToString(
    <NonceContext.Provider value={nonce}>
      <LocaleContext.Provider value={locale}>
        <RemixServer context={context} url={url} nonce={nonce} />
      </LocaleContext.Provider>
    </NonceContext.Provider>,
  );
  const handedOver = context.renderMeta?.didRenderScripts ? dataScript(data, nonce) : '';
  return `<!DOCTYPE html>${page}${handedOver}`;
}

/**
 * Keeps only the matched routes: React would create objects for all others and match them again.
 */
function keepMatchedRoutes(context: EntryContext): EntryContext {
  const { manifest, routeModules, staticHandlerContext } = context;
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  return {
    ...context,
    manifest: { ...manifest, routes: pick(manifest.routes, ids) },
    routeModules: pick(routeModules, ids),
  };
}

const pick = <Value,>(all: Record<string, Value>, ids: string[]) =>
  Object.fromEntries(ids.flatMap((id) => (all[id] === undefined ? [] : [[id, all[id]]])));

/**
 * Returns true if one of the page's routes has long lists by its `handle`
 * (app/web/pages/page-handle.ts).
 */
const hasLongLists = ({ routeModules }: EntryContext) =>
  Object.values(routeModules).some((module) => (module?.handle as PageHandle | undefined)?.hasLongLists);

const unsafeInScript = /[&><\u2028\u2029]/g;

/** Builds the script from which Remix's client entry reads the data of a page. */
function dataScript(data: string, nonce: string) {
  const text = JSON.stringify(data).replace(
    unsafeInScript,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const stream = 'window.__remixContext.streamController';
  return `<script nonce="${nonce}">${stream}.enqueue(${text});${stream}.close();</script>`;
}

export function handleDataRequest(response: Response) {
  secureHeaders(response.headers);
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
  return response;
}

export const handleError: HandleErrorFunction = (error, { request }) => {
  if (!request.signal.aborted && !isOfVisitor(error)) logIncident('route', error);
};

/**
 * Returns true for a request's own fault, such as a method that a page does not accept or one of
 * Remix's old data requests.
 */
function isOfVisitor(error: unknown) {
  if (isRouteErrorResponse(error)) return error.status < 500;
  return error instanceof Error && error.message.includes('?_data requests');
}
