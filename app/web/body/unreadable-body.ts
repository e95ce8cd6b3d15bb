/** A body that is not readable as what it says it is. */
export class UnreadableBody extends Error {
  constructor(
    readonly messageKey:
      | 'refused.brokenJson'
      | 'refused.deepJson'
      | 'refused.brokenForm'
      | 'refused.notUtf8'
      | 'refused.cutOff',
  ) {
    super(messageKey);
  }
}
