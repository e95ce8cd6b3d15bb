import type { RefusalCode, RefusalKind } from '~/domain/kernel/refusal';

/** Refusal → HTTP status (docs/requirements.md#permissions). The one place where the two meet. */
export const statusOf: Record<RefusalKind, number> = {
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

/** What a program is told of each refusal. What is said here never changes. */
const ofRefusals = {
  tooMany: 'too_many_requests',
  signedOut: 'unauthenticated',
  wrongPassword: 'wrong_password',
  wrongCode: 'wrong_code',
  secondFactorRequired: 'second_factor_required',
  secondFactorSetUpRequired: 'second_factor_setup_required',
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
  samePerson: 'same_person',
  // Only forms of pages are drawn for somebody.
  otherViewer: 'conflict',
  busy: 'busy',
  noSpace: 'no_space',
} as const satisfies Record<RefusalCode, string>;

/** The same of what no rule refuses: of the request itself, and of a failure. */
const ofOthers = {
  unreadable: 'unreadable_request',
  method: 'method_not_allowed',
  noSuchCall: 'no_such_call',
  failed: 'internal_error',
} as const;

/** The stable name of an error in the API: one for each kind of refusal, whatever its sentence. */
export type ErrorCode = (typeof ofRefusals)[RefusalCode] | (typeof ofOthers)[keyof typeof ofOthers];

/** Every code there is, for the API's document. */
export const errorCodes: ErrorCode[] = [
  ...new Set<ErrorCode>([...Object.values(ofRefusals), ...Object.values(ofOthers)]),
];

/** The code of a refusal, or of what is none. */
export const errorCodeOf = (what: RefusalCode | keyof typeof ofOthers): ErrorCode =>
  ({ ...ofRefusals, ...ofOthers })[what];

/** Takes what is wrong with fields, the worst first: its own code where all have the same. */
export function errorCodeOfFields(errors: { kind: RefusalKind; code?: RefusalCode }[]): ErrorCode {
  const kind = errors[0]?.kind ?? 'invalid';
  const codes = new Set(errors.filter((one) => one.kind === kind).map((one) => one.code ?? one.kind));
  const [only] = codes;
  return errorCodeOf(codes.size === 1 && only ? only : kind);
}
