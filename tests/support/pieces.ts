import { setTimeout as wait } from 'node:timers/promises';
import * as apiPieces from '~/routes/api/pieces';
import * as pagePieces from '~/routes/files/pieces';
import { origin, type Somebody } from './clinic';
import type { Params } from './requests';

type Way = 'page' | 'api';
type Sent = {
  as?: Partial<Somebody>;
  way?: Way;
  headers?: Record<string, string>;
  body?: Uint8Array | ReadableStream<Uint8Array>;
};

/** Sends one tus request, as the product's pages or as an API client. */
export async function tus(method: string, slotId: string | undefined, { as, way = 'api', ...options }: Sent) {
  const headers = new Headers({ 'Tus-Resumable': '1.0.0', ...options.headers });
  if (way === 'api' && as?.token) headers.set('Authorization', `Bearer ${as.token}`);
  if (way === 'page' && as?.cookie) headers.set('Cookie', as.cookie);
  if (way === 'page' && as?.id && !headers.has('X-Account')) headers.set('X-Account', as.id);
  if (way === 'page' && !headers.has('Origin')) headers.set('Origin', origin);
  if (headers.get('Tus-Resumable') === '') headers.delete('Tus-Resumable');
  const base = way === 'page' ? '/uploads' : '/api/v1/report/uploads';
  const path = slotId === undefined ? base : `${base}/${slotId}`;
  const init = { method, headers, body: options.body, duplex: 'half' } as RequestInit;
  const request = new Request(new URL(path, origin), init);
  const { loader, action } = way === 'page' ? pagePieces : apiPieces;
  const params: Params = slotId === undefined ? {} : { slotId };
  const serve = ['HEAD', 'GET', 'OPTIONS'].includes(method) ? loader : action;
  const response = await serve({ request, params });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    offset: Number(response.headers.get('Upload-Offset') ?? Number.NaN),
    id: response.headers.get('Location')?.split('/').at(-1) ?? '',
  };
}

/** Announces a file of `bytes` bytes. */
export const announce = (as: Somebody, bytes: number, { name, way }: { name?: string; way?: Way } = {}) =>
  tus('POST', undefined, {
    as,
    way,
    headers: {
      'Upload-Length': String(bytes),
      ...(name && { 'Upload-Metadata': `filename ${Buffer.from(name).toString('base64')},filetype YQ==` }),
    },
  });

/** Sends a piece of a file from an offset on. */
export const sendPiece = (
  as: Somebody,
  id: string,
  { offset, body, way }: { offset: number; body: Sent['body']; way?: Way },
) =>
  tus('PATCH', id, {
    as,
    way,
    body,
    headers: { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
  });

/** Sends a complete file in pieces and returns the ID of its slot. */
export async function aSlotOf(
  as: Somebody,
  file: File,
  { pieceBytes = 64 * 1024, way }: { pieceBytes?: number; way?: Way } = {},
) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { id } = await announce(as, bytes.length, { name: file.name, way });
  for (let offset = 0; offset < bytes.length; offset += pieceBytes)
    await sendPiece(as, id, { offset, body: bytes.slice(offset, offset + pieceBytes), way });
  return id;
}

/** Builds a body whose connection breaks after its bytes. */
export const cutAfter = (bytes: Uint8Array) => {
  let isSent = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isSent) controller.enqueue(bytes);
        else await wait(50).then(() => controller.error(new Error('aborted')));
        isSent = true;
      },
    },
    { highWaterMark: 0 },
  );
};
