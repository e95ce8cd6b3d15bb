/**
 * The column is in the archive of somebody's own data; anything else is the reason why it is not.
 */
export const exported = 'exported';

export const opensTheAccount = 'it opens the account';
export const isOurs = 'it says nothing of the person';
export const isTheArchive = 'the archive is of this person alone';
export const standsAbove = 'the line stands below what it belongs to';
