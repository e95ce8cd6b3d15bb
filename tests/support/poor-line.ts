import type { Buffer } from 'node:buffer';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Opens a slow proxy that cuts its connections at intervals and counts the bytes sent. */
export async function openPoorLine(port: number, plan: { bytesPerSecond: number; cutEveryMs: number }) {
  const open = new Set<Socket>();
  let sentBytes = 0;
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
        sentBytes += part.length;
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
    sent: () => sentBytes,
    cuts: () => cuts,
    async close() {
      clearInterval(timer);
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
