import type { RefusalCode, RefusalKind } from '~/domain/kernel/refusal';

/**
 * The HTTP status of each kind of refusal (docs/requirements.md#permissions). Only this table
 * connects the two.
 */
export const statusByKind: Record<RefusalKind, number> = {
  tooMany: 429,
  signedOut: 401,
  wrongPassword: 401,
  forbidden: 403,
  tooLarge: 413,
  wrongType: 415,
  invalid: 422,
  notFound: 404,
  conflict: 409,
  otherViewer: 409,
  busy: 503,
  noSpace: 507,
};

/** The API's error code for each refusal. These codes never change. */
const refusalCodes = {
  tooMany: 'too_many_requests',
  signedOut: 'unauthenticated',
  wrongPassword: 'wrong_password',
  wrongCode: 'wrong_code',
  secondFactorRequired: 'second_factor_required',
  secondFactorSetUpRequired: 'second_factor_setup_required',
  passkeyRefused: 'passkey_refused',
  newPasswordRequired: 'new_password_required',
  passwordsDiffer: 'passwords_differ',
  forbidden: 'forbidden',
  tooLarge: 'too_large',
  wrongType: 'unsupported_type',
  invalid: 'invalid_input',
  notFound: 'not_found',
  conflict: 'conflict',
  outdated: 'outdated',
  claimTaken: 'claim_taken',
  claimsFull: 'claims_full',
  registrationRequired: 'registration_required',
  registrationMissing: 'registration_missing',
  missingScope: 'missing_scope',
  keyRevoked: 'key_revoked',
  keyExpired: 'key_expired',
  keyEnded: 'key_ended',
  keyWithCookie: 'key_with_cookie',
  consentWithdrawn: 'consent_withdrawn',
  slipIssued: 'slip_issued',
  samePerson: 'same_person',
  secondProofNeeded: 'second_proof_needed',
  cursorInvalid: 'cursor_invalid',
  cursorExpired: 'cursor_expired',
  // Only page forms are rendered for a particular account.
  otherViewer: 'conflict',
  busy: 'busy',
  noSpace: 'no_space',
} as const satisfies Record<RefusalCode, string>;

/** The API's error codes for invalid requests and failures, which are not refusals. */
const otherCodes = {
  unreadable: 'unreadable_request',
  method: 'method_not_allowed',
  noSuchCall: 'no_such_call',
  failed: 'internal_error',
} as const;

/** The stable code of an error in the API: one for each kind of refusal, whatever its sentence. */
export type ErrorCode = (typeof refusalCodes)[RefusalCode] | (typeof otherCodes)[keyof typeof otherCodes];

/** Every code there is, for the API's document. */
export const errorCodes: ErrorCode[] = [
  ...new Set<ErrorCode>([...Object.values(refusalCodes), ...Object.values(otherCodes)]),
];

/** Returns the error code of a refusal, or of an error that is not a refusal. */
export const errorCodeOf = (what: RefusalCode | keyof typeof otherCodes): ErrorCode =>
  ({ ...refusalCodes, ...otherCodes })[what];

/**
 * Returns the error code for invalid fields: their own code if all of the worst kind share it,
 * otherwise that of the kind.
 *
 * @param errors the errors, the worst first.
 */
export function errorCodeOfFields(errors: { kind: RefusalKind; code?: RefusalCode }[]): ErrorCode {
  const kind = errors[0]?.kind ?? 'invalid';
  const codes = new Set(errors.filter((one) => one.kind === kind).map((one) => one.code ?? one.kind));
  const [only] = codes;
  return errorCodeOf(codes.size === 1 && only ? only : kind);
}
