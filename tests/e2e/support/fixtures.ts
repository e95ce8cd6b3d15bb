import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { type Demo, openDemo } from './demo.ts';
import { type Server, startServer } from './server.ts';

export { expect, type Locator, type Page } from '@playwright/test';
export { admin } from './server.ts';

/** For `test.use({ viewport: phone })`. */
export const phone = { width: 360, height: 740 };

interface TestFixtures {
  /**
   * For `test.use`: settings of the product for the server of a test. Tests with equal settings
   * share a server, its database and its folders.
   */
  settings: Record<string, string>;
  /** A built server with the settings of the test. */
  server: Server;
  /**
   * Accepts trouble that this test causes on purpose, such as `tolerate(/status of 422/)` for a
   * rejected form. Any other complaint of the browser fails the test.
   */
  tolerate: (pattern: RegExp) => void;
  /** Opens a page for a second person, with separate cookies and watched like the first. */
  anotherPage: () => Promise<Page>;
  watch: { lines: string[]; tolerated: RegExp[] };
}

/**
 * Fixtures that the tests of a worker share. They are declared here for all tests: if a test
 * declared its own, Playwright would end the worker with its browser and start new ones.
 */
interface WorkerFixtures {
  /** Returns this worker's server with the given settings; the first request starts it. */
  serverWith: (settings: Record<string, string>) => Promise<Server>;
  /** The demo clinic of this worker. */
  demo: Demo;
}

/**
 * Moves the rare lines of a server's log to its beginning, because a list of tests shows only the
 * beginning of an attachment.
 */
function tellingFirst(log: string): string {
  const lines = log.split('\n');
  const isUsual = (line: string) => /"msg":"(?:migration\.applied|answered)"/.test(line);
  return [...lines.filter((line) => !isUsual(line)), ...lines.filter(isUsual)].join('\n');
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  serverWith: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const servers = new Map<string, Promise<Server>>();
      await use((settings) => {
        const key = JSON.stringify(settings);
        const server = servers.get(key) ?? startServer(settings);
        servers.set(key, server);
        return server;
      });
      await Promise.all([...servers.values()].map(async (server) => (await server).stop()));
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const { stop, ...demo } = await openDemo();
      await use(demo);
      await stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  settings: [{}, { option: true }],

  server: async ({ serverWith, settings }, use) => {
    await use(await serverWith(settings));
  },

  baseURL: async ({ server }, use) => {
    await use(server.url);
  },

  watch: [
    async ({ server }, use, testInfo) => {
      const watch = { lines: [] as string[], tolerated: [] as RegExp[] };
      await use(watch);
      const untold = watch.lines.filter((line) => !watch.tolerated.some((pattern) => pattern.test(line)));
      if (testInfo.status !== testInfo.expectedStatus) {
        const body = tellingFirst(server.log());
        await testInfo.attach('server.log', { body, contentType: 'text/plain' });
      }
      if (untold.length > 0) throw new Error(`The browser complained:\n${untold.join('\n')}`);
    },
    { auto: true },
  ],

  tolerate: async ({ watch }, use) => {
    await use((pattern) => watch.tolerated.push(pattern));
  },

  context: async ({ context, watch, server, javaScriptEnabled }, use) => {
    listen(context, watch.lines, new URL(server.url).host);
    if (javaScriptEnabled !== false) waitForScripts(context);
    await use(context);
  },

  anotherPage: async ({ browser, watch, server, viewport, javaScriptEnabled }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL: server.url, viewport });
      opened.push(context);
      listen(context, watch.lines, new URL(server.url).host);
      if (javaScriptEnabled !== false) waitForScripts(context);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
});

/** A test in the demo clinic. */
export const demoTest = test.extend({
  server: async ({ demo }, use) => {
    await use(demo.server);
  },
});

/** The factor by which Chromium's CPU is slowed down, as on an old phone. */
const throttle = Number(process.env.CPU_THROTTLE ?? 1);

/**
 * Makes every navigation wait until the page's script has taken over, like a user who looks before
 * pressing. Tests with `waitUntil: 'commit'` do without it.
 */
export function waitForScripts(context: BrowserContext) {
  context.on('page', (page) => {
    const slowed = slowDown(context, page);
    const { goto, reload } = page;
    page.goto = async (url, options) => {
      await slowed;
      const answer = await goto.call(page, url, options);
      if (options?.waitUntil !== 'commit') await waitForHydration(page);
      return answer;
    };
    page.reload = async (options) => {
      const answer = await reload.call(page, options);
      await waitForHydration(page);
      return answer;
    };
  });
}

async function slowDown(context: BrowserContext, page: Page) {
  if (throttle <= 1) return;
  try {
    const client = await context.newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  } catch {
    // A tab may close at once.
  }
}

/**
 * Waits until React has hydrated the whole page, and its first effects and their rendering are
 * done.
 */
export async function waitForHydration(page: Page) {
  await expect
    // If the page navigates by itself, the next one is polled.
    .poll(() => page.evaluate(isHydrated).catch(() => false), {
      message: 'the script of the page has taken over',
      intervals: [10, 20, 50, 100],
    })
    .toBe(true);
}

/**
 * Checks whether the page's script has taken over. Runs in the page. Files and foreign pages have
 * no script of the product.
 */
async function isHydrated() {
  type Root = { pendingLanes: number; current: { memoizedState: { isDehydrated: boolean } } };
  const isStill = () => {
    if (!document.getElementById('words')) return document.readyState === 'complete';
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'));
    const root = (document as unknown as Record<string, { stateNode: Root }>)[key ?? '']?.stateNode;
    return root !== undefined && root.pendingLanes === 0 && !root.current.memoizedState.isDehydrated;
  };
  const turn = () =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  if (!isStill()) return false;
  // Effects run after the rendering that they belong to.
  for (let turns = 0; turns < 3; turns += 1) await turn();
  return isStill();
}

/** Waits until an element stands still: in the same place for three frames. */
export async function waitUntilStill(locator: Locator) {
  await locator.evaluate(async (element) => {
    const drawing = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const place = () => JSON.stringify(element.getBoundingClientRect());
    for (let same = 0, last = ''; same < 3; await drawing()) {
      same = place() === last ? same + 1 : 0;
      last = place();
    }
  });
}

/**
 * Records every console error, uncaught exception and request to another host, in every page and
 * pop-up.
 */
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
