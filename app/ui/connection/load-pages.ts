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

type Ask = () => Promise<unknown>;
type Handler = (args: unknown, ask?: Ask) => Promise<unknown>;
type Route = { id: string; lazy?: unknown; loader?: unknown; action?: unknown; children?: Route[] };

/**
 * Wraps a loader or action of Remix, which waits for the style sheets of its page before it attends
 * to the server's answer. A redirect or an error that came earlier would be an unhandled rejection,
 * so it is thrown once the style sheets are there.
 */
function throwAfterStyles(handler: Handler): Handler {
  const waitForBoth: Handler = async (args, ask) => {
    let failure: { error: unknown } | undefined;
    const note = (error: unknown) => {
      failure = { error };
      return null;
    };
    const result = await handler(args, ask && (() => ask().catch(note)));
    if (failure) throw failure.error;
    return result;
  };
  return Object.assign(waitForBoth, handler);
}

/**
 * Keeps the page until the script and the style sheets of the next one have loaded. If the script
 * fails, Remix loads the whole document again, and all input is lost.
 */
export function keepPagesComing(): void {
  const { routes } = window.__remixManifest;
  const wrap = (route: Route) => {
    const { lazy, loader, action, id } = route;
    if (typeof lazy === 'function') {
      route.lazy = async () => {
        await untilLoaded(routes[id]?.module ?? '');
        return lazy();
      };
    }
    if (typeof loader === 'function') route.loader = throwAfterStyles(loader as Handler);
    if (typeof action === 'function') route.action = throwAfterStyles(action as Handler);
    route.children?.forEach(wrap);
  };
  (window.__remixRouter.routes as Route[]).forEach(wrap);
}
