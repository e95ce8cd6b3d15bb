import type { Buffer } from 'node:buffer';
import { setTimeout as sleep } from 'node:timers/promises';
import { Upload } from 'tus-js-client';
import { ask } from './calls.ts';

type Sending = {
  /** Returns the server for the next request. */
  url: () => string;
  token: string;
  name: string;
  content: Buffer;
  pieceBytes: number;
  /** Called after each piece, with the number of bytes that have arrived. */
  onPiece?: (arrived: number) => unknown;
};

/**
 * Sends a file in pieces with the tus project's own client, and continues until a request is
 * refused. It can switch servers between two pieces.
 *
 * @returns The slot's ID.
 */
export async function sendByTus({
  url,
  token,
  name,
  content,
  pieceBytes,
  onPiece,
}: Sending): Promise<string> {
  const pieces: Promise<unknown>[] = [];
  const upload = new Upload(content as unknown as Blob, {
    endpoint: `${url()}/api/v1/report/uploads`,
    headers: { Authorization: `Bearer ${token}` },
    metadata: { filename: name },
    uploadSize: content.length,
    chunkSize: pieceBytes,
    retryDelays: Array.from({ length: 200 }, () => 100),
    // Rewrites every URL to the server whose turn it is.
    onBeforeRequest: async (request) => {
      await Promise.all(pieces.splice(0));
      const own = request.getUnderlyingObject() as { _url?: string } | undefined;
      if (own?._url) own._url = `${url()}${new URL(own._url).pathname}`;
    },
    onChunkComplete: (_bytes, arrived) => void pieces.push(Promise.resolve(onPiece?.(arrived))),
  });
  return new Promise((resolve, reject) => {
    upload.options.onSuccess = () => resolve(upload.url?.split('/').at(-1) ?? '');
    upload.options.onError = reject;
    upload.start();
  });
}

/** Submits a slot as a report, and repeats the call until it is answered. */
export async function submitSlot(
  url: string,
  { token, slotId, key }: { token: string; slotId: string; key: string },
) {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask(`${url}/api/v1/report/upload-report`, {
      method: 'POST',
      token,
      headers: { 'Idempotency-Key': key },
      body: { uploads: [slotId], reportType: 'Blood Test', phoneNumber: '9876543210', description: key },
    }).catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    if (tries > 100) throw new Error(`The request answered ${answer?.status}`);
    await sleep(250);
  }
}

/** Downloads a report's file as its patient does. */
export async function downloadOf(url: string, { reportUrl }: { reportUrl: string }): Promise<Buffer> {
  const { pathname, search } = new URL(reportUrl);
  return (await ask(`${url}${pathname}${search}`)).bytes;
}
