import { expect, test } from 'vitest';
import { OperatorError } from '~/platform/errors.server';
import { type BackupFailure, backupFailureOf, backupStep } from './backup-failure.server';

const codes: [code: string, failure: BackupFailure][] = [
  ['ENOSPC', 'noRoom'],
  ['EDQUOT', 'noRoom'],
  ['SQLITE_FULL', 'noRoom'],
  ['EACCES', 'noFolder'],
  ['EROFS', 'noFolder'],
  ['ENOTDIR', 'noFolder'],
  ['DATABASE_GONE', 'noDatabase'],
  ['SQLITE_BUSY', 'noDatabase'],
  ['STORE_GONE', 'noStorage'],
  ['EIO', 'diskFault'],
  ['SQLITE_IOERR_READ', 'diskFault'],
  ['ERR_INVALID_ARG_TYPE', 'other'],
];

test.each(codes)('maps the error code %s to %s in any step', async (code, failure) => {
  const error = Object.assign(new Error('canary'), { code, syscall: 'open' });
  const step = backupStep('noKey', () => {
    throw error;
  });
  await expect(step).rejects.toBe(error);
  expect(backupFailureOf(error)).toBe(failure);
});

test('maps an OperatorError to the reason of its innermost step', async () => {
  const error = new OperatorError('FILE_KEY is missing.');
  const step = backupStep('noStorage', () => backupStep('noKey', () => Promise.reject(error)));
  await expect(step).rejects.toBe(error);
  expect(backupFailureOf(error)).toBe('noKey');
});

test('maps anything else to an incident', () => {
  for (const error of [new TypeError('canary'), 'text', undefined, null, new OperatorError('of no step')])
    expect(backupFailureOf(error)).toBe('other');
});
