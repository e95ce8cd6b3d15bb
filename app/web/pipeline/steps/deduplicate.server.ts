import { Refusal } from '~/domain/kernel/refusal';
import { sign } from '~/platform/secrets/secrets.server';
import type { CallState } from '../call-state';

const maxKeyLength = 255;

/**
 * The sixth step: says what makes two calls with an Idempotency-Key the same, where the operation
 * honours one. Who calls what with which key, and what the call says, both as keyed hashes.
 *
 * @throws Refusal: `invalid` for a key that is empty or longer than 255 characters.
 */
export function deduplicate(state: CallState): void {
  const { operation, call, viewer, values, files, takenFile } = state;
  const { key } = call;
  if (operation.policy?.idempotencyKey !== 'honoured' || key === undefined || !viewer) return;
  if (key === '' || key.length > maxKeyLength) throw new Refusal('invalid', 'once.key');
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  const came = files.length > 0 ? files.map((file) => file.fingerprint).join() : undefined;
  const fingerprint = came ?? takenFile?.fingerprint;
  state.idempotency = {
    keyHash: sign('idempotency key', JSON.stringify([viewer.id, operation.name, key])),
    bodyHash: sign('idempotent body', JSON.stringify([sorted, fingerprint])),
  };
}
