/**
 * The rules in which channels differ. Operations read these values from their context and never ask
 * which channel called.
 */
export type ChannelRules = {
  /** The channel's name in records, such as the line of a consent. */
  readonly recordedAs: 'page' | 'api';
  /** The kind of session a login opens: `web` for a browser cookie, `api` for a program. */
  readonly sessionKind: 'web' | 'api';
  /** True if the code of the second factor is a separate step after the password. */
  readonly hasSecondStep: boolean;
  /** True if a form may be sent again without an Idempotency-Key because its response was lost. */
  readonly resendsWithoutKey: boolean;
  /**
   * True if a person who may be under 18 needs the consent of a parent or guardian, and a report
   * that becomes one about another person needs the consent for them. If false, a consent that is
   * missing, or has no guardian's name, is recorded as not stated.
   */
  readonly asksGuardian: boolean;
  /** The page to return if the client asks for one after the last. */
  readonly pageAfterLast: 'last' | 'none';
  /**
   * The number of rows in a list if the client names neither a page nor a limit and this differs
   * from the usual page size.
   */
  readonly rowsUnlessPaged?: number;
  /** True if a client may ask for the changes of a list instead of a page. */
  readonly listsChanges: boolean;
  /** True if a user without a picture has an image URL too, at which initials are drawn. */
  readonly linksInitials: boolean;
};

/** The web pages and their forms, used by a person in a browser. */
export const pageChannel: ChannelRules = {
  recordedAs: 'page',
  sessionKind: 'web',
  hasSecondStep: true,
  resendsWithoutKey: true,
  asksGuardian: true,
  pageAfterLast: 'last',
  listsChanges: false,
  linksInitials: false,
};

/** The calls under `/api/v1`, used by another program. */
export const apiChannel: ChannelRules = {
  recordedAs: 'api',
  sessionKind: 'api',
  hasSecondStep: false,
  resendsWithoutKey: false,
  asksGuardian: false,
  pageAfterLast: 'none',
  listsChanges: true,
  rowsUnlessPaged: 100,
  linksInitials: true,
};
