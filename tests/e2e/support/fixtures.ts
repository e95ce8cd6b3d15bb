import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { type Server, startServer } from './server.ts';

export { expect, type Page } from '@playwright/test';
export { admin } from './server.ts';

/** For `test.use({ viewport: phone })`. */
export const phone = { width: 360, height: 740 };

interface TestFixtures {
  /**
   * Names trouble this test brings about on purpose, such as `tolerate(/status of 422/)` for a form the
   * server refuses. Anything else the browser complains about fails the test.
   */
  tolerate: (pattern: RegExp) => void;
  /** A page of a second person: its own cookies, watched like the first. */
  anotherPage: () => Promise<Page>;
  watch: { lines: string[]; tolerated: RegExp[] };
}

interface WorkerFixtures {
  /** The built server of this worker, with a database and folders of its own. */
  server: Server;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ server }, use) => {
    await use(server.url);
  },

  watch: [
    async ({ server }, use, testInfo) => {
      const watch = { lines: [] as string[], tolerated: [] as RegExp[] };
      await use(watch);
      const untold = watch.lines.filter((line) => !watch.tolerated.some((pattern) => pattern.test(line)));
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('server.log', { body: server.log(), contentType: 'text/plain' });
      }
      if (untold.length > 0) throw new Error(`The browser complained:\n${untold.join('\n')}`);
    },
    { auto: true },
  ],

  tolerate: async ({ watch }, use) => {
    await use((pattern) => watch.tolerated.push(pattern));
  },

  context: async ({ context, watch, server }, use) => {
    listen(context, watch.lines, new URL(server.url).host);
    await use(context);
  },

  anotherPage: async ({ browser, watch, server, viewport }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL: server.url, viewport });
      opened.push(context);
      listen(context, watch.lines, new URL(server.url).host);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
});

/** Notes every console error, uncaught exception and request to another host, in every page and pop-up. */
function listen(context: BrowserContext, lines: string[], host: string) {
  context.on('console', (message) => {
    if (message.type() === 'error') lines.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (problem) => {
    lines.push(`page error: ${problem.error().message} (${problem.page()?.url() ?? 'unknown page'})`);
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.host !== host) {
      lines.push(`request to another host: ${request.url()}`);
    }
  });
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      if (new URL(socket.url()).host !== host) lines.push(`request to another host: ${socket.url()}`);
    });
  });
}
