import { tooMany } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { exhausted, type LimitState, take } from '~/platform/limits/limits.server';
import { hashToken } from '~/platform/secrets/secrets.server';
import { bearerOf, viewerOfCall } from '~/web/session/request-viewer.server';

/** Whose limit a call counts against, as the `RateLimit` header names it. */
type Counted = LimitState & { name: 'token' | 'network' | 'wrong-tokens' };

/**
 * Who makes a call, and the limit it counts against (docs/requirements.md#limits). A valid token
 * has a limit of its own, so that no program shuts out others behind the same address; all other
 * calls count on their network. A network that tries wrong tokens beyond measure is refused before
 * one is looked up.
 */
export function callerOf(request: Request, client: string) {
  let counted: Counted | undefined;
  const requireRest = (state: Counted) => {
    counted = state;
    if (state.isExceeded) throw tooMany(state.seconds);
  };
  return {
    /**
     * Finds the viewer and counts the call.
     *
     * @throws Refusal: `tooMany`.
     */
    async find(): Promise<Viewer | null> {
      const token = bearerOf(request);
      const tired = token && (await exhausted('wrongTokens', client));
      if (tired) requireRest({ name: 'wrong-tokens', ...tired });
      const viewer = await viewerOfCall(request);
      if (viewer && token) {
        requireRest({ name: 'token', ...(await take('apiCalls', hashToken(token))) });
        return viewer;
      }
      if (token) await take('wrongTokens', client);
      requireRest({ name: 'network', ...(await take('apiCalls', client)) });
      return viewer;
    },
    /** The headers that tell how the limit stands, once the call is counted. */
    limitHeaders: (): Record<string, string> => (counted ? limitHeaders(counted) : {}),
  };
}

/** Counts a call of which nobody asks who makes it: on its network. */
export async function takeOfNetwork(client: string): Promise<Counted> {
  return { name: 'network', ...(await take('apiCalls', client)) };
}

/**
 * `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers): how many calls are
 * left for how many seconds, out of how many.
 */
export function limitHeaders({ name, points, window, remaining, seconds }: Counted): Record<string, string> {
  return {
    RateLimit: `"${name}";r=${remaining};t=${seconds}`,
    'RateLimit-Policy': `"${name}";q=${points};w=${window}`,
  };
}
