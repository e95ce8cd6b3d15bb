import { countUpload } from '~/platform/health/metrics.server';
import { logIncident } from '~/platform/observability/log.server';
import { discardBody } from '~/web/body/discard-body';
import type { CallState } from './call-state';

/**
 * The last step, whatever came before: reads away a body that nobody has read, and settles what the
 * steps have taken, the last first. Never throws; what goes wrong is logged.
 */
export async function settle({ operation, call, settlements, value }: CallState): Promise<void> {
  const isDone = value !== undefined;
  discardBody(call.request);
  if (operation.file) countUpload(operation.name, isDone);
  for (const settlement of settlements.reverse()) {
    try {
      await settlement(isDone);
    } catch (error) {
      logIncident(operation.name, error);
    }
  }
}
