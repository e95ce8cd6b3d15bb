import { Refusal, tooManyRefusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { findExhaustedLimit, type LimitState, take } from '~/platform/limits/limits.server';
import { hashToken } from '~/platform/secrets/tokens.server';
import { readBearer, viewerOfCall } from '~/web/session/request-viewer.server';

/** The limit that a call counts against, with its name in the `RateLimit` header. */
type Counted = LimitState & { name: 'token' | 'network' | 'wrong-tokens' };

/**
 * Identifies the caller of the API and the limit the call counts against
 * (docs/requirements.md#limits). A valid token has its own limit, so that one program does not lock
 * out others behind the same address. All other calls count against their network. A network that
 * tries too many wrong tokens is refused before any token is looked up.
 */
export function callerOf(request: Request, client: string) {
  let countedLimit: Counted | undefined;
  const requireRest = (state: Counted) => {
    countedLimit = state;
    if (state.isExceeded) throw tooManyRefusal(state.seconds);
  };
  return {
    /**
     * Finds the viewer and counts the call.
     *
     * @throws Refusal: `tooMany`, and those of a key.
     */
    async find(): Promise<Viewer | null> {
      const token = readBearer(request);
      const exhaustedLimit = token && (await findExhaustedLimit('wrongTokens', client));
      if (exhaustedLimit) requireRest({ name: 'wrong-tokens', ...exhaustedLimit });
      let refusal: unknown;
      const viewer = await viewerOfCall(request).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        refusal = error;
        return null;
      });
      if (viewer && token) {
        requireRest({ name: 'token', ...(await take('apiCalls', hashToken(token))) });
        return viewer;
      }
      if (token) await take('wrongTokens', client);
      requireRest({ name: 'network', ...(await take('apiCalls', client)) });
      if (refusal) throw refusal;
      return viewer;
    },
    /** Returns the headers that state the limit, once the call is counted. */
    limitHeaders: (): Record<string, string> => (countedLimit ? limitHeaders(countedLimit) : {}),
  };
}

/** Counts a call that needs no caller against its network. */
export async function countNetworkCall(client: string): Promise<Counted> {
  return { name: 'network', ...(await take('apiCalls', client)) };
}

/**
 * Builds `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers): the calls left,
 * the seconds until the limit resets, and the limit itself.
 */
export function limitHeaders({ name, points, window, remaining, seconds }: Counted): Record<string, string> {
  return {
    RateLimit: `"${name}";r=${remaining};t=${seconds}`,
    'RateLimit-Policy': `"${name}";q=${points};w=${window}`,
  };
}
