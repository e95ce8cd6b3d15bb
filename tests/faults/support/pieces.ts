import type { Buffer } from 'node:buffer';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Upload } from 'tus-js-client';
import { ask } from './calls.ts';

type Sending = {
  /** Where the next request goes. */
  url: () => string;
  token: string;
  name: string;
  content: Buffer;
  pieceBytes: number;
  /** Called after each piece, with the bytes that have arrived. */
  onPiece?: (arrived: number) => unknown;
};

/**
 * Sends a file in pieces as a stranger's program does, by the client that the makers of tus keep,
 * and goes on for as long as it is refused nothing. Between two pieces it may be told to go
 * elsewhere.
 *
 * @returns the ID of the slot.
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
    // Every URL that it makes is of the server that takes its turn.
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

/** Makes a report of a slot, again and again until it is answered. */
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
    if (tries > 100) throw new Error(`It is answered ${answer?.status}`);
    await sleep(250);
  }
}

/** The file of a report as its patient gets it. */
export async function downloadOf(url: string, { reportUrl }: { reportUrl: string }): Promise<Buffer> {
  const { pathname, search } = new URL(reportUrl);
  return (await ask(`${url}${pathname}${search}`)).bytes;
}

/** A slow line that is cut again and again, and counts what goes up. */
export async function openPoorLine(port: number, plan: { bytesPerSecond: number; cutEveryMs: number }) {
  const open = new Set<Socket>();
  let sent = 0;
  let cuts = 0;
  const tickMs = 20;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    open.add(near);
    const end = () => {
      near.destroy();
      far.destroy();
      open.delete(near);
    };
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
    far.pipe(near);
    near.on('data', (chunk: Buffer) => {
      near.pause();
      void trickle(chunk).then(() => near.resume());
    });
    near.on('end', () => far.end());
    async function trickle(chunk: Buffer) {
      const step = Math.max(1, Math.round((plan.bytesPerSecond * tickMs) / 1000));
      for (let at = 0; at < chunk.length && !near.destroyed; at += step) {
        const part = chunk.subarray(at, at + step);
        sent += part.length;
        far.write(part);
        await sleep(tickMs);
      }
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const timer = setInterval(() => {
    if (open.size > 0) cuts += 1;
    for (const socket of open) socket.resetAndDestroy();
  }, plan.cutEveryMs);
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    sent: () => sent,
    cuts: () => cuts,
    async close() {
      clearInterval(timer);
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
