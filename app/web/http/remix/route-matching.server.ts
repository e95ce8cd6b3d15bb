import type {
  AgnosticDataRouteObject,
  AgnosticRouteObject,
  createStaticHandler,
  matchRoutes,
} from '@remix-run/router';

/** The functions of the router that Remix calls through its exports. */
export type RouterExports = {
  matchRoutes: typeof matchRoutes;
  createStaticHandler: typeof createStaticHandler;
};

type Tree = readonly AgnosticRouteObject[];

/**
 * Lets the router compare a path with the routes alone that begin as it does. By itself it ranks
 * every route anew, two or three times a request, which took a tenth of the time of a page
 * (docs/adr/0049-what-a-request-does-once.md). Has to be called before the first request.
 *
 * @param router whose functions are replaced.
 */
export function narrowRoutes(router: RouterExports): void {
  const { matchRoutes: matchAmong, createStaticHandler: handlerOf } = router;
  const narrowings = new WeakMap<Tree, ReturnType<typeof narrowing>>();
  router.matchRoutes = (routes, location, basename) => {
    const path = (typeof location === 'string' ? location : location.pathname) ?? '/';
    if (!narrowings.has(routes)) narrowings.set(routes, narrowing(routes));
    const narrow = narrowings.get(routes);
    const among = narrow && isPlain(path, basename) ? narrow(path) : routes;
    return matchAmong(among as typeof routes, location, basename);
  };
  router.createStaticHandler = (routes, options) => {
    const whole = handlerOf(routes, options);
    const narrow = narrowing(routes);
    const handlers = new Map<Tree, typeof whole>();
    const handlerFor = (request: Request) => {
      const { pathname } = new URL(request.url);
      if (!narrow || !isPlain(pathname, options?.basename)) return whole;
      const among = narrow(pathname);
      const handler = handlers.get(among) ?? handlerOf([...among], options);
      handlers.set(among, handler);
      return handler;
    };
    return {
      dataRoutes: whole.dataRoutes,
      query: (request, how) => handlerFor(request).query(request, how),
      queryRoute: (request, how) => handlerFor(request).queryRoute(request, how),
    };
  };
}

/** Whether a path says its segments as they are, and begins where the routes do. */
const isPlain = (path: string, basename = '/') => basename === '/' && /^\/[^%?#]*$/.test(path);

/**
 * Narrows routes that lie under one: those that cannot match a path are left out, in the order of
 * the others. There are as many answers as there are beginnings of routes, and the same ones are
 * one object.
 *
 * @returns undefined for routes of another form.
 */
function narrowing(routes: Tree) {
  const [root] = routes;
  if (routes.length !== 1 || !root?.children || root.path) return undefined;
  const beginnings = root.children.map((route) => ({ route, begins: beginningOf(route) }));
  const known = new Map<string, AgnosticDataRouteObject[]>();
  return (path: string) => {
    const whole = `${path.toLowerCase()}/`;
    const left = beginnings.flatMap(({ begins }, at) => (whole.startsWith(begins) ? [at] : []));
    const key = left.join();
    const among = known.get(key) ?? [
      { ...root, children: left.map((at) => beginnings[at]?.route) } as AgnosticDataRouteObject,
    ];
    known.set(key, among);
    return among;
  };
}

/** The segments of a route up to the first that may be anything, or nothing. */
function beginningOf({ path = '' }: AgnosticRouteObject) {
  const segments = path.toLowerCase().split('/').filter(Boolean);
  const free = segments.findIndex((segment) => /[:*?]/.test(segment));
  return `/${segments
    .slice(0, free === -1 ? undefined : free)
    .map((segment) => `${segment}/`)
    .join('')}`;
}
