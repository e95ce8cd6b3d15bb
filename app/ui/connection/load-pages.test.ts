import { createClientRoutes } from '@remix-run/react/dist/routes.js';
import { afterEach, expect, test, vi } from 'vitest';
import { keepPagesComing } from './load-pages';

type Handler = (args: object, ask: () => Promise<unknown>) => Promise<unknown>;

const id = 'routes/report';
const styleSheets: { onload: () => void }[] = [];

/** Opens a page of Remix whose style sheet is not in the document, with the product's wrapping. */
function openRoute() {
  const route = {
    id,
    path: 'report',
    hasLoader: true,
    hasAction: true,
    hasClientLoader: false,
    hasClientAction: false,
    hasErrorBoundary: false,
    module: '/report.js',
  };
  const modules = {
    [id]: { default: () => null, links: () => [{ rel: 'stylesheet', href: '/report.css' }] },
  };
  const future = { v3_singleFetch: true } as Parameters<typeof createClientRoutes>[3];
  const state = null as unknown as Parameters<typeof createClientRoutes>[2];
  const routes = createClientRoutes({ [id]: route }, modules, state, future, false);
  vi.stubGlobal('document', {
    querySelector: () => null,
    createElement: () => ({ relList: { supports: () => true } }),
    head: {
      appendChild: (link: { onload: () => void }) => styleSheets.push(link),
      contains: () => false,
    },
  });
  vi.stubGlobal('window', { __remixManifest: { routes: {} }, __remixRouter: { routes } });
  keepPagesComing();
  return routes[0] as unknown as Record<'loader' | 'action', Handler>;
}

afterEach(() => {
  styleSheets.length = 0;
  vi.unstubAllGlobals();
});

test.each(['loader', 'action'] as const)(
  'a redirect of the %s before the style sheet arrives is no unhandled rejection',
  async (kind) => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const redirect = new Response(null, { status: 302 });
    const answer = openRoute()[kind]({ params: {} }, () => Promise.reject(redirect));
    // Node reports unhandled rejections before the next turn of its loop.
    await new Promise(setImmediate);
    process.off('unhandledRejection', note);
    expect(styleSheets).toHaveLength(1);
    styleSheets[0]?.onload();
    await expect(answer).rejects.toBe(redirect);
    expect(unhandled).toEqual([]);
  },
);

test('an answer is returned once the style sheet is there', async () => {
  const answer = openRoute().loader({ params: {} }, () => Promise.resolve('data'));
  styleSheets[0]?.onload();
  expect(await answer).toBe('data');
});
