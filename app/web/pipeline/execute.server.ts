import type { Outcome } from '~/domain/kernel/operation';
import type { CallState } from './call-state';

/**
 * The seventh step: does it. The operation gets the request too where the web has wrapped it; the
 * domain's own do not know of requests.
 *
 * @throws Refusal, and whatever nobody foresees.
 */
export async function execute<Result extends Outcome>(state: CallState<Result>): Promise<Result> {
  const { operation, call, viewer, input, idempotency, files } = state;
  const { context, request } = call;
  const { slotIds, takenFile, content } = state;
  const body = { files, slotIds, takenFile, content };
  state.value = await operation.run({ viewer, input, context, ...body, idempotency, request });
  return state.value;
}
