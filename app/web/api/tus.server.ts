import { Buffer } from 'node:buffer';
import type { ActionFunctionArgs } from '@remix-run/node';
import { apiChannel, type ChannelRules, pageChannel } from '~/domain/kernel/channels';
import type { AnyOperation } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { protocol, tusVersion } from '~/domain/report/slot-fields';
import { appendPiece } from '~/domain/upload/append-piece.server';
import { beginSlot, dropSlot, type presentSlot, readSlot } from '~/domain/upload/begin-slot.server';
import type { MessageKey } from '~/i18n/message-keys';
import { translate } from '~/i18n/translate';
import { getSettings } from '~/platform/settings/env.server';
import { contextOf } from '~/web/pipeline/context.server';
import { type Failure, respond } from '~/web/pipeline/respond.server';
import { runOperation } from '~/web/pipeline/run-operation.server';
import { readCookie } from '~/web/request/cookies.server';
import { errorCodeOf } from '~/web/request/error-codes';
import { clientNetwork, isAskedAsData } from '~/web/request/exchange.server';
import { isFromOurPages } from '~/web/request/origin.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { readBearer, viewerOfPage } from '~/web/session/request-viewer.server';
import { callerOf } from './caller.server';
import { envelope, failureEnvelope } from './envelope.server';

type RequestArgs = Pick<ActionFunctionArgs, 'request' | 'params'>;

/** The caller, and how its channel identifies it. */
export type Caller = {
  channel: ChannelRules;
  findViewer(): Viewer | null | Promise<Viewer | null>;
  /** Returns the token of the caller's session. */
  findToken(): string | undefined | Promise<string | undefined>;
  /** Returns headers other than those of tus, once the caller is known. */
  headers(): Record<string, string>;
  /** The reason to refuse the request before the caller is identified. */
  refused?: MessageKey;
};

/** Headers of every response (https://tus.io/protocols/resumable-upload). */
const always = { 'Tus-Resumable': tusVersion, 'Cache-Control': 'no-store' };

const collectionOperations = { POST: beginSlot } as const;
const slotOperations = { HEAD: readSlot, PATCH: appendPiece, DELETE: dropSlot } as const;

/**
 * Creates the channel for files that arrive in pieces: tus 1.0.0 with creation, expiration and
 * termination (docs/requirements.md#files-in-pieces).
 *
 * @param callerOf identifies the caller of a request.
 * @param path the path of all slots.
 * @returns the loader and action for both routes: all slots, and a single one.
 */
function servePieces(callerOf: (request: Request) => Caller, path: string) {
  return async function serve({ request, params }: RequestArgs): Promise<Response> {
    if (isAskedAsData()) return answerOf(404, 'refused.noSuchCall', 'noSuchCall');
    const operations: Record<string, AnyOperation> =
      params.slotId === undefined ? collectionOperations : slotOperations;
    const method = methodOf(request);
    if (method === 'OPTIONS') return capabilities();
    const operation = Object.hasOwn(operations, method) ? operations[method] : undefined;
    if (!operation) {
      const allow = ['OPTIONS', ...Object.keys(operations)].sort().join(', ');
      return answerOf(405, 'refused.method', 'method', { Allow: allow });
    }
    if (request.headers.get('tus-resumable') !== tusVersion)
      return answerOf(412, 'pieces.protocol', 'invalid', { 'Tus-Version': tusVersion });
    const { channel, findViewer, findToken, headers, refused } = callerOf(request);
    if (refused) return answerOf(403, refused, 'forbidden');
    const result = await runOperation(operation, {
      request,
      context: await contextOf(request, channel),
      findViewer,
      routeInput: { ...inputOf(request), ...params, token: await findToken() },
    });
    return respond(operation, result, {
      onDone: ({ value }) => {
        const slot = value.data as ReturnType<typeof presentSlot> | undefined;
        const slotHeaders = slot && headersOf(slot, path, method);
        const status = method === 'POST' ? 201 : method === 'HEAD' ? 200 : 204;
        return new Response(null, { status, headers: { ...always, ...headers(), ...slotHeaders } });
      },
      onFailed: (failure) => failureEnvelope(failure, { ...always, ...headers(), ...offsetIn(failure) }),
    });
  };
}

/** Returns the offset at which to continue if a piece with the wrong offset was sent. */
function offsetIn({ result }: Failure): Record<string, string> {
  const offset = result.status === 'refused' ? result.refusal.values?.offset : undefined;
  return offset === undefined ? {} : { 'Upload-Offset': String(offset) };
}

/**
 * Returns the method of a request. A header may override it only for a POST. A request that was
 * treated as a read, which allows the session cookie, must not become a write.
 */
function methodOf({ method, headers }: Request): string {
  return (method === 'POST' && headers.get('x-http-method-override')) || method;
}

/** Reads the input from the headers of a request. */
function inputOf({ headers }: Request) {
  return {
    bytes: headers.get('upload-length') ?? undefined,
    offset: headers.get('upload-offset') ?? undefined,
    isPiece: headers.get('content-type') === 'application/offset+octet-stream',
    name: nameIn(headers.get('upload-metadata') ?? ''),
  };
}

/** Reads the file name from the metadata; undefined if there is none or it cannot be parsed. */
function nameIn(metadata: string): string | undefined {
  for (const pair of metadata.split(',')) {
    const [key, value = ''] = pair.trim().split(' ');
    if (key === 'filename') return Buffer.from(value, 'base64').toString('utf8');
  }
  return undefined;
}

function capabilities(): Response {
  const headers = {
    ...always,
    'Tus-Version': tusVersion,
    'Tus-Extension': 'creation,expiration,termination',
    'Tus-Max-Size': String(getSettings().maxUploadBytes),
  };
  return new Response(null, { status: 204, headers });
}

function headersOf(
  { id, offset, bytes, expiresAt }: ReturnType<typeof presentSlot>,
  path: string,
  method: string,
): Record<string, string> {
  const expires = { 'Upload-Expires': expiresAt.toUTCString() };
  if (method === 'POST') return { ...expires, Location: `${path}/${id}` };
  return {
    ...expires,
    'Upload-Offset': String(offset),
    ...(method === 'HEAD' && { 'Upload-Length': String(bytes) }),
  };
}

function answerOf(
  status: number,
  messageKey: MessageKey,
  code: Parameters<typeof errorCodeOf>[0],
  headers: Record<string, string> = {},
): Response {
  const message = translate(requestLanguage(), messageKey, { protocol });
  return envelope(status, { success: false, message, code: errorCodeOf(code) }, { ...always, ...headers });
}

/** Receives files that API clients send in pieces, for the account of the token. */
export const serveApiPieces = servePieces((request) => {
  const caller = callerOf(request, clientNetwork(request));
  return {
    channel: apiChannel,
    findViewer: caller.find,
    findToken: () => readBearer(request),
    headers: caller.limitHeaders,
  };
}, '/api/v1/report/uploads');

/**
 * Receives files that our own pages send in pieces, for the account of the session cookie. Each
 * request names the account the page was rendered for. If that is another account, nothing is
 * accepted.
 */
export const servePagePieces = servePieces(
  (request) => ({
    channel: pageChannel,
    findViewer: () => findNamedViewer(request),
    findToken: () => readCookie(request, 'session'),
    headers: () => ({}),
    refused: isFromOurPages(request) ? undefined : 'refused.crossSite',
  }),
  '/uploads',
);

/** Returns the viewer of the session cookie if the requesting page was rendered for them. */
export async function findNamedViewer(request: Request): Promise<Viewer | null> {
  const viewer = await viewerOfPage(request);
  return viewer?.id === request.headers.get('x-account') ? viewer : null;
}
