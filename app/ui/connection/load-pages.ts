import { untilRetry } from './connection';
import { isReachable } from './send';

/**
 * Loads a script and retries until it arrives; the current page stays meanwhile. Gives up if the
 * server does not have the script or the browser remembers it as missing: the next import fails
 * then.
 */
export async function untilLoaded(address: string): Promise<void> {
  for (;;) {
    try {
      await import(/* @vite-ignore */ address);
      return;
    } catch {
      if (await isReachable(address)) return;
      await untilRetry();
    }
  }
}

type Route = { id: string; lazy?: unknown; children?: Route[] };

/**
 * Keeps the page until the script of the next one has loaded. If that script fails, Remix loads the
 * whole document again, and all input is lost.
 */
export function keepPagesComing(): void {
  const { routes } = window.__remixManifest;
  const wrap = (route: Route) => {
    const { lazy, id } = route;
    if (typeof lazy === 'function') {
      route.lazy = async () => {
        await untilLoaded(routes[id]?.module ?? '');
        return lazy();
      };
    }
    route.children?.forEach(wrap);
  };
  (window.__remixRouter.routes as Route[]).forEach(wrap);
}
