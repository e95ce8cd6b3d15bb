import { earlierCallsKept } from '~/domain/kernel/idempotency.server';
import type { AnyOperation, Outcome } from '~/domain/kernel/operation';
import { refusalOf } from '~/domain/kernel/refusal-of-error.server';
import { logIncident } from '~/platform/observability/log.server';
import { UnreadableBody } from '~/web/body/unreadable-body';
import { authorize } from './authorize.server';
import { type CallState, type OperationCall, type OperationResult, openCall } from './call-state';
import { deduplicate, runFormOnce } from './deduplicate.server';
import { execute } from './execute.server';
import { identify } from './identify.server';
import { joinPages } from './join-pages.server';
import { countTry, limit } from './limit.server';
import { InvalidInput, parse } from './parse.server';
import { receive } from './receive.server';
import { settle } from './settle.server';

const readingMethods = ['GET', 'HEAD'];

/**
 * Tries an operation in the one order of refusals (docs/requirements.md#permissions): limit, who, a
 * form rendered for somebody else, role, size, input, object, state. Pages and API calls come
 * through here.
 *
 * @returns how it went. Nothing is thrown; what no rule foresees is logged and comes back as
 *   `failed` with an id.
 */
export async function runOperation<Result extends Outcome>(
  operation: AnyOperation<Result>,
  call: OperationCall,
): Promise<OperationResult<Result>> {
  return runFormOnce(operation, call, () => runSteps(operation, call));
}

async function runSteps<Result extends Outcome>(
  operation: AnyOperation<Result>,
  call: OperationCall,
): Promise<OperationResult<Result>> {
  const state = openCall(operation, call);
  try {
    await limit(state);
    await identify(state);
    await authorize(state);
    await parse(state);
    await receive(state);
    await countTry(state);
    await joinPages(state);
    deduplicate(state);
    const value = await execute(state);
    // What is sent a second time may find what the first has only just written.
    if (!readingMethods.includes(call.request.method)) await earlierCallsKept();
    return { status: 'done', value, fields: state.fields ?? new FormData(), viewer: state.viewer };
  } catch (error) {
    return explain(state, error);
  } finally {
    await settle(state);
  }
}

function explain<Result extends Outcome>(
  { operation, fields }: CallState<Result>,
  error: unknown,
): OperationResult<Result> {
  if (error instanceof UnreadableBody) return { status: 'unreadable', messageKey: error.messageKey };
  if (error instanceof InvalidInput && fields) {
    const { fieldErrors, isFileUnread } = error;
    return { status: 'invalid', fieldErrors, fields, isFileUnread };
  }
  const refusal = refusalOf(error);
  if (!refusal) return { status: 'failed', incident: logIncident(operation.name, error), fields };
  // The operator has to hear of it too.
  const incident = refusal === error ? undefined : logIncident(operation.name, error);
  const { field, messageKey, values, kind, code } = refusal;
  if (field && fields)
    return { status: 'invalid', fieldErrors: [{ field, messageKey, values, kind, code }], fields };
  return { status: 'refused', refusal, incident, fields };
}
