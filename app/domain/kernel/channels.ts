/**
 * What a channel does its own way. Operations read these values from their context; none asks which
 * channel called.
 */
export type ChannelRules = {
  /** What records call the channel, such as the line of a consent. */
  readonly recordedAs: 'page' | 'api';
  /** The kind of session that a log-in opens: one of a browser's cookie, or one of a program. */
  readonly sessionKind: 'web' | 'api';
  /** Whether the code of a second factor is asked for in a step after the password. */
  readonly hasSecondStep: boolean;
  /** Whether a form comes again without an Idempotency-Key when its answer was lost. */
  readonly resendsWithoutKey: boolean;
  /**
   * Whether nobody who may be under 18 is taken without a parent or guardian who agrees; otherwise
   * such a consent counts as not said.
   */
  readonly asksGuardian: boolean;
  /** What is read where a page after the last one of a list is asked for. */
  readonly pageAfterLast: 'last' | 'none';
  /**
   * How many rows a list gives to whoever says neither a page nor how many, where that is not as
   * many as a page has.
   */
  readonly rowsUnlessPaged?: number;
  /** Whether somebody without a picture has an address all the same, where initials are drawn. */
  readonly linksInitials: boolean;
};

/** A browser with a person in front of it: pages and their forms. */
export const pageChannel: ChannelRules = {
  recordedAs: 'page',
  sessionKind: 'web',
  hasSecondStep: true,
  resendsWithoutKey: true,
  asksGuardian: true,
  pageAfterLast: 'last',
  linksInitials: false,
};

/** Another program: the calls under `/api/v1`. */
export const apiChannel: ChannelRules = {
  recordedAs: 'api',
  sessionKind: 'api',
  hasSecondStep: false,
  resendsWithoutKey: false,
  asksGuardian: false,
  pageAfterLast: 'none',
  rowsUnlessPaged: 100,
  linksInitials: true,
};
