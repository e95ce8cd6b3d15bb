import type { MessageKey, MessageValues } from '~/i18n/message-keys';

/** Why a rule says no. Each kind has one HTTP status, in `app/web/request/status.ts`. */
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
  /** A form of a page that was drawn for somebody else. */
  | 'otherViewer'
  /** Another process holds the database, or too much is under way. */
  | 'busy'
  /** The disk is full. */
  | 'noSpace';

/**
 * What a refusal is called in code: its kind, or where something hangs on
 * more than the kind, a name of its own.
 */
export type RefusalCode =
  | RefusalKind
  /** A second factor is demanded of the account and is not in force yet. */
  | 'secondFactorSetUpRequired'
  /** The password is right, and the code of the second factor is missing. */
  | 'secondFactorRequired'
  /** A one-time code or a code of the second factor is wrong, over or used up. */
  | 'wrongCode'
  | 'passwordsDiffer'
  /** The report was corrected after it was read. */
  | 'outdated'
  /** Another expert reads the report right now. */
  | 'claimTaken'
  /** The expert holds as many reports as they may. */
  | 'claimsFull'
  /** Somebody of that name and year of birth is on the list of people already. */
  | 'samePerson';

type Details = {
  /** Its own name, where its kind says too little. */
  code?: RefusalCode;
  /** The form field the sentence belongs beside. */
  field?: string;
  /** What fills the placeholders of the sentence. */
  values?: MessageValues;
  /** A second sentence that helps the person go on; pages show it in the form. */
  hint?: MessageKey;
  /** With `tooMany` and `busy`: seconds until it may be tried again. */
  retryAfterSeconds?: number;
};

/** The one error a rule throws on purpose. Anything else that is thrown is an incident. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly field?: string;
  readonly values?: MessageValues;
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

/** A `tooMany` refusal whose sentence says how long to wait. Takes whole seconds. */
export function tooMany(seconds: number, messageKey: MessageKey = 'limit.wait', field?: string): Refusal {
  return new Refusal('tooMany', messageKey, {
    field,
    values: { wait: { seconds } },
    retryAfterSeconds: seconds,
  });
}
