/** Thrown for a body that cannot be read as the type it claims to be. */
export class UnreadableBody extends Error {
  constructor(
    readonly messageKey:
      | 'refused.brokenJson'
      | 'refused.deepJson'
      | 'refused.brokenForm'
      | 'refused.notUtf8'
      | 'refused.namelessFile'
      | 'refused.cutOff',
  ) {
    super(messageKey);
  }
}
