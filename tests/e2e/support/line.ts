import { connect, createServer, type Socket } from 'node:net';

type Plan = {
  /** How many bytes of the browser get through on a connection before it is cut. */
  cutAfterSent?: number;
  /** The requests whose answers are cut before the first byte. */
  cutAnswerTo?: RegExp;
  /** The requests that get lost, with whatever follows on their connection: nobody says so. */
  loses?: RegExp;
  /** How many bytes a second the browser may send. */
  bytesPerSecond?: number;
  /** Whether nothing gets through at all. */
  isDown?: boolean;
};

export interface Line {
  url: string;
  /**
   * Says what happens on the line from now on. A browser may try again by itself: it goes on
   * happening until something else is said.
   */
  set(plan: Plan): void;
  /** How often it was cut. */
  cuts(): number;
  /** How many requests got lost. */
  losses(): number;
  close(): Promise<void>;
}

/**
 * A line between a browser and a server that breaks where it is told to: both ends see the
 * connection reset.
 */
export async function openLine(serverUrl: string): Promise<Line> {
  const target = new URL(serverUrl);
  const open = new Set<Socket>();
  let plan: Plan = {};
  let cuts = 0;
  let losses = 0;
  const held = new Set<Socket>();
  const release = (browser: Socket) => {
    held.delete(browser);
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
        held.delete(end);
        (end === browser ? server : browser).destroy();
      });
    }
    let isAnswerCut = false;
    let isLost = false;
    let sent = 0;
    let since = plan;
    browser.on('data', (chunk: Buffer) => {
      if (since !== plan) {
        since = plan;
        sent = 0;
      }
      const { isDown, cutAfterSent = Number.POSITIVE_INFINITY, cutAnswerTo, loses, bytesPerSecond } = plan;
      if (isDown) return cut();
      if (cutAnswerTo?.test(chunk.toString('latin1'))) isAnswerCut = true;
      if (!isLost && loses?.test(chunk.toString('latin1'))) {
        isLost = true;
        losses += 1;
      }
      if (isLost) return;
      server.write(chunk.subarray(0, Math.max(0, cutAfterSent - sent)));
      sent += chunk.length;
      if (sent > cutAfterSent) return cut();
      if (bytesPerSecond) {
        browser.pause();
        held.add(browser);
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
      for (const browser of held) release(browser);
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
