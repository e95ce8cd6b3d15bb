import type { MessageKey, ServerValues } from '~/i18n/message-keys';

/** The reason a rule refuses. Each kind has one HTTP status, in `app/web/request/error-codes.ts`. */
export type RefusalKind =
  | 'tooMany'
  | 'signedOut'
  | 'wrongPassword'
  | 'forbidden'
  | 'tooLarge'
  | 'wrongType'
  | 'invalid'
  | 'notFound'
  | 'conflict'
  /** The form's page was rendered for another user. */
  | 'otherViewer'
  /** Another process holds the database, or too many requests are in progress. */
  | 'busy'
  /** The disk is full. */
  | 'noSpace';

/** The code of a refusal: its kind, or a more specific name if clients depend on it. */
export type RefusalCode =
  | RefusalKind
  /** The account must have a second factor, which is not active yet. */
  | 'secondFactorSetUpRequired'
  /** The account was logged in to with a one-time password, which is not replaced yet. */
  | 'newPasswordRequired'
  /** The password is correct, and the code of the second factor is missing. */
  | 'secondFactorRequired'
  /** A one-time code or a code of the second factor is wrong, expired or used. */
  | 'wrongCode'
  /** No passkey was accepted, whatever the reason. */
  | 'passkeyRefused'
  | 'passwordsDiffer'
  /** The report was corrected after the client read it. */
  | 'outdated'
  /** Another expert is reading the report. */
  | 'claimTaken'
  /** The expert has claimed as many reports as allowed. */
  | 'claimsFull'
  /** The expert gets no new work, because their registration is not on record or has ended. */
  | 'registrationRequired'
  /** An expert without a registration number and without a reason may not be approved. */
  | 'registrationMissing'
  /** A key for machines lacks the scope of the call, or no key may make it. */
  | 'missingScope'
  /** A key was revoked. */
  | 'keyRevoked'
  | 'keyExpired'
  /** The admin who made a key is no longer one. */
  | 'keyEnded'
  /** A key was sent together with the cookie of a session. */
  | 'keyWithCookie'
  /** The patient has withdrawn the consent for the report. */
  | 'consentWithdrawn'
  /** A slip of the account was issued a few minutes ago. */
  | 'slipIssued'
  /** The answers at the front desk are not enough, because whoever asks can look them up. */
  | 'secondProofNeeded'
  /** The cursor was changed, or is for another list or viewer. */
  | 'cursorInvalid'
  /** Changes since the cursor are no longer known. */
  | 'cursorExpired'
  /** The list of people already has a person with that name and year of birth. */
  | 'samePerson';

type Details = {
  /** A more specific code, if the kind says too little. */
  code?: RefusalCode;
  /** The form field that the message belongs to. */
  field?: string;
  /** The values of the message's placeholders. */
  values?: ServerValues;
  /** A second message with advice, shown in the page's form. */
  hint?: MessageKey;
  /** For `tooMany` and `busy`: seconds until the client may try again. */
  retryAfterSeconds?: number;
};

/** The only error that a rule throws on purpose. Any other error is an incident. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly field?: string;
  readonly values?: ServerValues;
  readonly hint?: MessageKey;
  readonly retryAfterSeconds?: number;

  constructor(
    readonly kind: RefusalKind,
    readonly messageKey: MessageKey,
    { code = kind, field, values, hint, retryAfterSeconds }: Details = {},
  ) {
    super(messageKey);
    this.code = code;
    this.field = field;
    this.values = values;
    this.hint = hint;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Builds a `tooMany` refusal whose message says how long to wait.
 *
 * @param seconds whole seconds.
 */
export function tooManyRefusal(
  seconds: number,
  messageKey: MessageKey = 'limit.wait',
  field?: string,
): Refusal {
  return new Refusal('tooMany', messageKey, {
    field,
    values: { wait: { seconds } },
    retryAfterSeconds: seconds,
  });
}
