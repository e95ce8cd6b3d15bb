import type { Viewer } from '~/domain/kernel/viewer';
import { isDatabaseShared } from '~/platform/db/db.server';
import { discardBody } from './body/discard-body';
import { runOnceAmongServers } from './form-among-servers.server';
import type { OperationResult } from './run-operation.server';

const rememberedMs = 10 * 60_000;
const maxRemembered = 1000;

type Call<Result> = { viewerId?: string; at: number; result: Promise<OperationResult<Result>> };

const calls = new Map<string, Call<unknown>>();

/**
 * Runs the call of a form once, however often the browser sends it because no answer came: sent
 * again under the same Idempotency-Key it gets the first answer, and one that is still being worked
 * on is waited for. Only what was done is remembered, for ten minutes, and nothing secret that was
 * typed: in memory, or where servers share the database there. Takes the request; the operation;
 * who asks.
 *
 * @returns how it went.
 */
export async function runFormOnce<Result>(
  request: Request,
  { name, secretFields = [] }: { name: string; secretFields?: string[] },
  viewer: Viewer | null,
  run: () => Promise<OperationResult<Result>>,
): Promise<OperationResult<Result>> {
  const key = request.headers.get('Idempotency-Key') ?? '';
  // The browser's script makes them, 128 bits at random: who has one has sent the form.
  if (!/^[\da-f]{32}$/.test(key)) return run();
  if (isDatabaseShared()) return runOnceAmongServers({ request, name, key, secretFields, viewer }, run);
  const id = `${name} ${key}`;
  for (const [other, { at }] of calls) {
    if (at > Date.now() - rememberedMs && calls.size < maxRemembered) break;
    calls.delete(other);
  }
  const earlier = calls.get(id) as Call<Result> | undefined;
  // A log-in or a log-out changes who asks.
  if (earlier && (!viewer || !earlier.viewerId || viewer.id === earlier.viewerId)) {
    const result = await earlier.result;
    if (result.status === 'done') {
      discardBody(request);
      return result;
    }
  }
  const call = { viewerId: viewer?.id, at: Date.now(), result: run() };
  calls.set(id, call);
  const result = await call.result;
  if (result.status === 'done') for (const field of secretFields) result.fields.delete(field);
  else if (calls.get(id) === call) calls.delete(id);
  return result;
}
