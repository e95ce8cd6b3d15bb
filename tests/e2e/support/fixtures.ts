import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { type Demo, openDemo } from './demo.ts';
import { type Server, startServer } from './server.ts';

export { expect, type Page } from '@playwright/test';
export { admin } from './server.ts';

/** For `test.use({ viewport: phone })`. */
export const phone = { width: 360, height: 740 };

interface TestFixtures {
  /**
   * For `test.use`: settings of the product for the server of a test. Tests of the same settings
   * share a server, its database and its folders.
   */
  settings: Record<string, string>;
  /** A built server with the settings of the test. */
  server: Server;
  /**
   * Names trouble this test brings about on purpose, such as `tolerate(/status of 422/)` for a form
   * the server refuses. Anything else the browser complains about fails the test.
   */
  tolerate: (pattern: RegExp) => void;
  /** A page of a second person: its own cookies, watched like the first. */
  anotherPage: () => Promise<Page>;
  watch: { lines: string[]; tolerated: RegExp[] };
}

/**
 * What the tests of a worker share. Declared here for all tests: where a test declares others,
 * Playwright ends the worker with its browser and starts new ones.
 */
interface WorkerFixtures {
  /** Gives the server of this worker with such settings; it is started when first asked for. */
  serverWith: (settings: Record<string, string>) => Promise<Server>;
  /** The demo clinic of this worker. */
  demo: Demo;
}

/**
 * The lines of a server's log with those first that each server has not hundreds of: a list of
 * tests shows only how an attachment begins.
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

/** A test of the demo clinic. */
export const demoTest = test.extend({
  server: async ({ demo }, use) => {
    await use(demo.server);
  },
});

/** Makes Chromium so many times slower than it is, as on an old phone. */
const throttle = Number(process.env.CPU_THROTTLE ?? 1);

/**
 * Has every page that is opened wait until its script has taken over, as somebody does who looks
 * before they press. With `waitUntil: 'commit'` a test does without it.
 */
export function waitForScripts(context: BrowserContext) {
  context.on('page', (page) => {
    const slowed = slowDown(context, page);
    const { goto, reload } = page;
    page.goto = async (url, options) => {
      await slowed;
      const answer = await goto.call(page, url, options);
      if (options?.waitUntil !== 'commit') await whenAlive(page);
      return answer;
    };
    page.reload = async (options) => {
      const answer = await reload.call(page, options);
      await whenAlive(page);
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
    // A tab may be gone again at once.
  }
}

/**
 * Waits until React has taken over the whole page, and what it does first (effects, and what they
 * draw) is done.
 */
export async function whenAlive(page: Page) {
  await expect
    // Where the page leads on by itself, the next one is asked.
    .poll(() => page.evaluate(isAlive).catch(() => false), {
      message: 'the script of the page has taken over',
      intervals: [10, 20, 50, 100],
    })
    .toBe(true);
}

/** Runs in the page. Files and the pages of other programs have no script of ours. */
async function isAlive() {
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
  // Effects wait for their turn after the drawing that they belong to.
  for (let turns = 0; turns < 3; turns += 1) await turn();
  return isStill();
}

/** Waits until something stands still: in the same place, three drawings in a row. */
export async function settled(locator: Locator) {
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
 * Notes every console error, uncaught exception and request to another host, in every page and
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
