import { createRequire } from 'node:module';
import type { createRequestHandler, EntryContext, ServerBuild } from '@remix-run/node';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { resources } from '~/resources';
import { type Screen, screens } from '~/screens';
import { routerOfRemix } from './remix-packages.server';
import { narrowRoutes, type RouterExports } from './route-matching.server';

const all: Screen[] = Object.values({ ...screens, ...resources });
const idOf = ({ file, id }: Screen) => id ?? file;
const brokenId = idOf(screens.myProfile);
const boundaryId = idOf(screens.secondFactor);

const Nothing = () => null;

/** A route's module as Remix knows it: what it is asked for is its data. */
function moduleOf(screen: Screen) {
  const id = idOf(screen);
  const isPage = screen.file.endsWith('.tsx');
  const loader = ({ params, request }: { params: object; request: Request }) => {
    if (id === brokenId || id === boundaryId) throw new Error(`no ${id}`);
    const data = { id, params, url: request.url };
    return isPage ? data : Response.json(data);
  };
  const action = () => (isPage ? { done: id } : Response.json({ done: id }));
  return {
    loader,
    ...(id !== idOf(screens.aboutUs) && { action }),
    ...(isPage && { default: Nothing }),
    ...(id === boundaryId && { ErrorBoundary: Nothing }),
  };
}

/** What Remix made of a request, in place of a page. */
const told = (_request: Request, status: number, headers: Headers, context: EntryContext) => {
  const { matches, loaderData, actionData, errors } = context.staticHandlerContext;
  const seen = matches.map(({ route, params, pathname }) => ({ id: route.id, params, pathname }));
  const failed = Object.entries(errors ?? {}).map(([id, error]) => [id, String(error?.status ?? error)]);
  return new Response(JSON.stringify({ seen, loaderData, actionData, failed }), { status, headers });
};

const build = {
  mode: 'production',
  entry: { module: { default: told, handleError: () => undefined } },
  routes: {
    root: { id: 'root', path: '', module: { default: Nothing, loader: () => 'frame' } },
    ...Object.fromEntries(
      all.map((screen) => {
        const at = screen.path === '/' ? { index: true } : { path: screen.path.slice(1) };
        return [idOf(screen), { id: idOf(screen), parentId: 'root', ...at, module: moduleOf(screen) }];
      }),
    ),
  },
  assets: { version: '1', url: '', entry: { module: '', imports: [] }, routes: {} },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: { v3_singleFetch: true, v3_relativeSplatPath: true, v3_throwAbortReason: true },
  isSpaMode: false,
} as unknown as ServerBuild;

const router = routerOfRemix();
const original = { ...router };
/** How many routes the router itself looked through, call by call. */
const lookedThrough: number[] = [];
const counted: RouterExports = {
  matchRoutes: (routes, location, basename) => {
    lookedThrough.push(routes[0]?.children?.length ?? 0);
    return original.matchRoutes(routes, location, basename);
  },
  createStaticHandler: (routes, options) => {
    const { dataRoutes, query, queryRoute } = original.createStaticHandler(routes, options);
    const counting =
      <Given extends unknown[], Answer>(call: (...given: Given) => Answer) =>
      (...given: Given) => {
        lookedThrough.push(routes[0]?.children?.length ?? 0);
        return call(...given);
      };
    return { dataRoutes, query: counting(query), queryRoute: counting(queryRoute) };
  },
};
const narrow: RouterExports = { ...counted };
narrowRoutes(narrow);

const nodeFile = createRequire(import.meta.url).resolve('@remix-run/node');
const remix = createRequire(nodeFile)('@remix-run/server-runtime') as {
  createRequestHandler: typeof createRequestHandler;
};
const handlers = [counted, narrow].map((exports) => {
  const handle = remix.createRequestHandler(build, 'production');
  return async (path: string, init: RequestInit) => {
    Object.assign(router, exports);
    const answer = await handle(new Request(`http://clinic.test${path}`, init));
    return { status: answer.status, headers: [...answer.headers], body: await answer.text() };
  };
});
const [ask, askNarrowed] = handlers as [(typeof handlers)[0], (typeof handlers)[0]];

beforeEach(() => {
  // Remix says which paths are malformed.
  vi.spyOn(console, 'warn').mockReturnValue();
  lookedThrough.length = 0;
});
afterAll(() => {
  vi.restoreAllMocks();
  Object.assign(router, original);
});

/** A path of each route, with and without the parts that may be missing. */
const filled = (path: string) => path.replaceAll(/:\w+\??/g, '01hzy').replace('*', 'no/where');
const everyPath = all.flatMap(({ path }) => [filled(path), filled(path.replace(/\/:\w+\?/, ''))]);
const strange = [
  '/dashboard/',
  '/DASHBOARD/Home',
  '//dashboard/home',
  '/dashboard//home',
  '/dashboard/home/',
  '/dashboard/home/more',
  '/dashboard/h%6Fme',
  '/%64ashboard/home',
  '/dashboard/%E0%A4',
  '/dashboard/pending-report/a/b',
  '/nowhere',
  '/apiary',
  '/files/raw',
  '/_root.data',
  '/?index',
];

describe('Of the routes that begin as a path does', () => {
  test.each(['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'])(
    'every %s is answered as of all of them',
    async (method) => {
      for (const path of [...everyPath, ...strange])
        expect(await askNarrowed(path, { method }), path).toEqual(await ask(path, { method }));
    },
  );

  test('so is what a browser loads for a page, whole and in part', async () => {
    for (const path of [...everyPath, ...strange]) {
      for (const query of ['', '?_routes=root', `?_routes=${idOf(screens.dashboard)}`, '?page=2']) {
        const address = `${path.replace(/\?.*|\.data$/, '').replace(/(?<=.)\/$/, '')}.data${query}`;
        expect(await askNarrowed(address, {}), address).toEqual(await ask(address, {}));
      }
      const posted = { method: 'POST', body: 'a=b' };
      expect(await askNarrowed(`${path}.data`, posted)).toEqual(await ask(`${path}.data`, posted));
    }
  });

  test('so is any path at all', async () => {
    const words = [...new Set(all.flatMap(({ path }) => filled(path).split('/'))), '..', 'a b', '%2F', 'é'];
    const path = fc
      .array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 3 })), { maxLength: 5 })
      .map((parts) => `/${parts.join('/').replaceAll(/[?#\\]/g, '')}`);
    await fc.assert(
      fc.asyncProperty(path, async (one) => {
        expect(await askNarrowed(one, {})).toEqual(await ask(one, {}));
      }),
    );
  });

  test('one that fails is the error of its own boundary, or of the frame', async () => {
    const failed = async (path: string) => JSON.parse((await askNarrowed(path, {})).body).failed;
    expect(await failed(screens.myProfile.path)).toEqual([['root', expect.stringContaining('Error')]]);
    expect(await failed('/dashboard/second-factor')).toEqual([
      [boundaryId, expect.stringContaining('Error')],
    ]);
  });

  test('the router looks through a few, whenever Remix asks it', async () => {
    // Beside it what may match any path, the home page and the page of no page, and /dashboard.
    const few = all.filter(({ path }) => path.startsWith('/dashboard/pending-report')).length + 3;
    for (const path of ['/dashboard/pending-report', '/dashboard/pending-report.data', '/healthz']) {
      await ask(path, {});
      const without = lookedThrough.splice(0);
      expect(Math.min(...without), path).toBe(all.length);
      await askNarrowed(path, {});
      // As often as without: nothing of Remix goes by another way.
      const narrowed = lookedThrough.splice(0);
      expect(narrowed, path).toHaveLength(without.length);
      expect(without.length, path).toBeGreaterThanOrEqual(2);
      expect(Math.max(...narrowed), path).toBeLessThanOrEqual(few);
    }
  });
});
