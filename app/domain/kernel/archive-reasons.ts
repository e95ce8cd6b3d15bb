/**
 * Marks a column that is in the archive of a user's own data. Any other value is the reason why the
 * column is left out.
 */
export const exportedReason = 'exported';

export const opensAccountReason = 'it opens the account';
export const notPersonalReason = 'it says nothing of the person';
export const archiveOwnerReason = 'the archive is of this person alone';
export const parentReason = 'the line stands below what it belongs to';
