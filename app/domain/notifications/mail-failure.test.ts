import { expect, test } from 'vitest';
import { toMailFailure } from './mail-failure';

test.each([
  ['EDNS', 'name'],
  ['ECONNREFUSED', 'connection'],
  ['535', 'logIn'],
  ['EAUTH', 'logIn'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'encryption'],
  ['ETIMEDOUT', 'time'],
  ['550', undefined],
])('the code %s of a mail server is of the kind %s', (code, kind) => {
  expect(toMailFailure(code)).toBe(kind);
});
