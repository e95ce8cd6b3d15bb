import { untilTriedAgain } from './connection';
import { isReached } from './send';

/**
 * Loads a script, as often as it takes: the page that is there stays meanwhile. One that the server
 * has not, or that the browser remembers as missing, is left to whoever asks for it next.
 */
export async function untilLoaded(address: string): Promise<void> {
  for (;;) {
    try {
      await import(/* @vite-ignore */ address);
      return;
    } catch {
      if (await isReached(address)) return;
      await untilTriedAgain();
    }
  }
}

type Route = { id: string; lazy?: unknown; children?: Route[] };

/**
 * Where a page's own script does not come, Remix loads the document anew, and with it everything
 * that was typed is gone.
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
