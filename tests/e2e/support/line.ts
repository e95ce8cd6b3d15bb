import { connect, createServer, type Socket } from 'node:net';

type Plan = {
  /** Bytes of the browser that pass on a connection before it is cut. */
  cutAfterSent?: number;
  /** Requests whose answers are cut before the first byte. */
  cutAnswerTo?: RegExp;
  /** Requests that get lost without notice, with everything that follows on their connection. */
  loses?: RegExp;
  /** Bytes a second that the browser may send. */
  bytesPerSecond?: number;
  /** True if nothing passes at all. */
  isDown?: boolean;
};

export interface Line {
  url: string;
  /** Sets the behaviour of the line until the next call, because a browser may retry by itself. */
  set(plan: Plan): void;
  /** The number of cuts. */
  cuts(): number;
  /** The number of lost requests. */
  losses(): number;
  close(): Promise<void>;
}

/**
 * Opens a proxy between a browser and a server that breaks on demand: both ends see the connection
 * reset.
 */
export async function openLine(serverUrl: string): Promise<Line> {
  const target = new URL(serverUrl);
  const open = new Set<Socket>();
  let plan: Plan = {};
  let cuts = 0;
  let losses = 0;
  const heldSockets = new Set<Socket>();
  const release = (browser: Socket) => {
    heldSockets.delete(browser);
    browser.resume();
  };
  const proxy = createServer((browser) => {
    const server = connect(Number(target.port), target.hostname);
    const reset = () => {
      for (const end of [browser, server]) end.resetAndDestroy();
    };
    const cut = () => {
      cuts += 1;
      reset();
    };
    for (const end of [browser, server]) {
      open.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        open.delete(end);
        heldSockets.delete(end);
        (end === browser ? server : browser).destroy();
      });
    }
    let isAnswerCut = false;
    let isLost = false;
    let sentBytes = 0;
    let since = plan;
    browser.on('data', (chunk: Buffer) => {
      if (since !== plan) {
        since = plan;
        sentBytes = 0;
      }
      const { isDown, cutAfterSent = Number.POSITIVE_INFINITY, cutAnswerTo, loses, bytesPerSecond } = plan;
      if (isDown) return cut();
      if (cutAnswerTo?.test(chunk.toString('latin1'))) isAnswerCut = true;
      if (!isLost && loses?.test(chunk.toString('latin1'))) {
        isLost = true;
        losses += 1;
      }
      if (isLost) return;
      server.write(chunk.subarray(0, Math.max(0, cutAfterSent - sentBytes)));
      sentBytes += chunk.length;
      if (sentBytes > cutAfterSent) return cut();
      if (bytesPerSecond) {
        browser.pause();
        heldSockets.add(browser);
        const of = plan;
        setTimeout(() => of === plan && release(browser), (1000 * chunk.length) / bytesPerSecond);
      }
    });
    server.on('data', (chunk: Buffer) => {
      if (plan.isDown || isAnswerCut) return cut();
      browser.write(chunk);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    set(next) {
      plan = next;
      for (const browser of heldSockets) release(browser);
      if (next.isDown) for (const end of open) end.resetAndDestroy();
    },
    cuts: () => cuts,
    losses: () => losses,
    close: () =>
      new Promise((resolve) => {
        for (const end of open) end.destroy();
        proxy.close(() => resolve());
      }),
  };
}
