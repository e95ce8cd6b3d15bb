/**
 * Marks a column that is in the archive of a user's own data. Any other value is the reason why the
 * column is left out.
 */
export const exported = 'exported';

export const opensTheAccount = 'it opens the account';
export const isOurs = 'it says nothing of the person';
export const isTheArchive = 'the archive is of this person alone';
export const standsAbove = 'the line stands below what it belongs to';
