import { beforeAll, expect, test } from 'vitest';
import { setSessionSecret } from '~/platform/secrets/secrets.server';
import { aCall, anOperation, aViewer } from '../../../tests/support/call';
import type { OperationCall } from './call-state';
import { deduplicate } from './run-operation.server';

beforeAll(() => setSessionSecret('a secret of thirty-two characters'));

const honoured = anOperation({ policy: { idempotencyKey: 'honoured' } });

function hashes(
  call: Partial<OperationCall>,
  { operation = honoured, values = {}, viewer = aViewer() } = {},
) {
  const state = aCall(operation, call);
  state.viewer = viewer;
  state.values = values;
  deduplicate(state);
  return state.idempotency;
}

test('treats the same key, viewer, operation and body as the same call', () => {
  const firstHashes = hashes({ key: 'k' }, { values: { a: 1, b: 2 } });
  expect(hashes({ key: 'k' }, { values: { b: 2, a: 1 } })).toEqual(firstHashes);
  expect(hashes({ key: 'k' }, { values: { a: 1 } })).toMatchObject({ keyHash: firstHashes?.keyHash });
  expect(hashes({ key: 'k' }, { values: { a: 1 } })?.bodyHash).not.toBe(firstHashes?.bodyHash);
  expect(hashes({ key: 'k' }, { viewer: aViewer({ id: 'other' }) })?.keyHash).not.toBe(firstHashes?.keyHash);
  expect(hashes({ key: 'k' }, { operation: { ...honoured, name: 'other' } })?.keyHash).not.toBe(
    firstHashes?.keyHash,
  );
});

test('remembers nothing without a key, or if none is honoured', () => {
  expect(hashes({})).toBeUndefined();
  expect(hashes({ key: 'k' }, { operation: anOperation() })).toBeUndefined();
});

test('accepts keys of 1 to 255 characters', () => {
  expect(hashes({ key: 'k'.repeat(255) })).toBeDefined();
  for (const key of ['', 'k'.repeat(256)])
    expect(() => hashes({ key })).toThrow(
      expect.objectContaining({ kind: 'invalid', messageKey: 'once.key' }),
    );
});
