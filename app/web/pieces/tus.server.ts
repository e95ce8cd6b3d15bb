import { Buffer } from 'node:buffer';
import type { ActionFunctionArgs } from '@remix-run/node';
import { apiChannel, type ChannelRules, pageChannel } from '~/domain/kernel/channels';
import type { AnyOperation } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { protocol } from '~/domain/report/slot-fields';
import { appendPiece } from '~/domain/upload/append-piece.server';
import { beginSlot, dropSlot, type presentSlot, readSlot } from '~/domain/upload/begin-slot.server';
import type { MessageKey } from '~/i18n/message-keys';
import { translate } from '~/i18n/translate';
import { getSettings } from '~/platform/settings/env.server';
import { callerOf } from '~/web/api/caller.server';
import { envelope, failureEnvelope } from '~/web/api/envelope.server';
import { discardBody } from '~/web/body/discard-body';
import { contextOf } from '~/web/pipeline/context.server';
import { type Failure, respond } from '~/web/pipeline/respond.server';
import { runOperation } from '~/web/pipeline/run-operation.server';
import { readCookie } from '~/web/request/cookies.server';
import { errorCodeOf } from '~/web/request/error-codes';
import { clientNetwork, isAskedAsData } from '~/web/request/exchange.server';
import { isFromOurPages } from '~/web/request/origin.server';
import { language } from '~/web/request/request-language.server';
import { bearerOf, viewerOfPage } from '~/web/session/request-viewer.server';

type RequestArgs = Pick<ActionFunctionArgs, 'request' | 'params'>;

/** Who asks, and how that channel is told apart from others. */
export type Caller = {
  channel: ChannelRules;
  findViewer(): Viewer | null | Promise<Viewer | null>;
  /** The token of the session that asks. */
  findToken(): string | undefined | Promise<string | undefined>;
  /** What the answer says beside tus, once it is known who asks. */
  headers(): Record<string, string>;
  /** Why nothing is done for whoever asks, before it is known who that is. */
  refused?: MessageKey;
};

const version = '1.0.0';

/** What every answer says (https://tus.io/protocols/resumable-upload). */
const always = { 'Tus-Resumable': version, 'Cache-Control': 'no-store' };

const ofSlots = { POST: beginSlot } as const;
const ofSlot = { HEAD: readSlot, PATCH: appendPiece, DELETE: dropSlot } as const;

/**
 * A channel for files that arrive in pieces: tus 1.0.0 with creation, expiration and termination
 * (docs/requirements.md#files-in-pieces). Takes who asks by what, and the path of slots.
 *
 * @returns what serves both its routes, that of all slots and that of one, as loader and action.
 */
function servePieces(callerOf: (request: Request) => Caller, path: string) {
  return async function serve({ request, params }: RequestArgs): Promise<Response> {
    if (isAskedAsData()) return answerOf(request, 404, 'refused.noSuchCall', 'noSuchCall');
    const operations: Record<string, AnyOperation> = params.slotId === undefined ? ofSlots : ofSlot;
    const method = methodOf(request);
    if (method === 'OPTIONS') return capabilities();
    const operation = Object.hasOwn(operations, method) ? operations[method] : undefined;
    if (!operation) {
      const allow = ['OPTIONS', ...Object.keys(operations)].sort().join(', ');
      return answerOf(request, 405, 'refused.method', 'method', { Allow: allow });
    }
    if (request.headers.get('tus-resumable') !== version)
      return answerOf(request, 412, 'pieces.protocol', 'invalid', { 'Tus-Version': version });
    const { channel, findViewer, findToken, headers, refused } = callerOf(request);
    if (refused) return answerOf(request, 403, refused, 'forbidden');
    const result = await runOperation(operation, {
      request,
      context: await contextOf(request, channel),
      findViewer,
      routeInput: { ...inputOf(request), ...params, token: await findToken() },
    });
    return respond(operation, result, {
      done: ({ value }) => {
        const slot = value.data as ReturnType<typeof presentSlot> | undefined;
        const ofSlot = slot && headersOf(slot, path, method);
        const status = method === 'POST' ? 201 : method === 'HEAD' ? 200 : 204;
        return new Response(null, { status, headers: { ...always, ...headers(), ...ofSlot } });
      },
      failed: (failure) => failureEnvelope(failure, { ...always, ...headers(), ...offsetIn(failure) }),
    });
  };
}

/** Says where to go on, if a piece came that does not fit. */
function offsetIn({ result }: Failure): Record<string, string> {
  const offset = result.status === 'refused' ? result.refusal.values?.offset : undefined;
  return offset === undefined ? {} : { 'Upload-Offset': String(offset) };
}

/**
 * Reads the method of a request. A header may name another one in a POST alone: whatever else was
 * taken for a read, the session cookie's right to call included, must not become a write.
 */
function methodOf({ method, headers }: Request): string {
  return (method === 'POST' && headers.get('x-http-method-override')) || method;
}

/** What the headers of a request say. */
function inputOf({ headers }: Request) {
  return {
    bytes: headers.get('upload-length') ?? undefined,
    offset: headers.get('upload-offset') ?? undefined,
    isPiece: headers.get('content-type') === 'application/offset+octet-stream',
    name: nameIn(headers.get('upload-metadata') ?? ''),
  };
}

/** The name of the file, where it is said; metadata that cannot be read says nothing. */
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
    'Tus-Version': version,
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
  request: Request,
  status: number,
  messageKey: MessageKey,
  code: Parameters<typeof errorCodeOf>[0],
  headers: Record<string, string> = {},
): Response {
  discardBody(request);
  const message = translate(language(), messageKey, { protocol });
  return envelope(status, { success: false, message, code: errorCodeOf(code) }, { ...always, ...headers });
}

/** Takes files that other programs send in pieces, for the account of the token. */
export const serveApiPieces = servePieces((request) => {
  const caller = callerOf(request, clientNetwork(request));
  return {
    channel: apiChannel,
    findViewer: caller.find,
    findToken: () => bearerOf(request),
    headers: caller.limitHeaders,
  };
}, '/api/v1/report/uploads');

/**
 * Files that our own pages send in pieces, for whoever the session cookie is. Each request says for
 * whom the page was drawn: of somebody else's nothing is taken.
 */
export const servePagePieces = servePieces(
  (request) => ({
    channel: pageChannel,
    findViewer: () => viewerNamedIn(request),
    findToken: () => readCookie(request, 'session'),
    headers: () => ({}),
    refused: isFromOurPages(request) ? undefined : 'refused.crossSite',
  }),
  '/uploads',
);

/** The viewer of the session cookie, if the page that asks was drawn for them. */
export async function viewerNamedIn(request: Request): Promise<Viewer | null> {
  const viewer = await viewerOfPage(request);
  return viewer?.id === request.headers.get('x-account') ? viewer : null;
}
