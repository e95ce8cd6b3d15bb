export const messageStates = ['open', 'closed'] as const;

/** Maximum number of characters of a visitor's message, and of a name. */
export const maxTextLength = 5000;
export const maxNameLength = 200;

export const complaintStates = ['open', 'answered'] as const;

/** Maximum number of characters of the names in a complaint. */
export const maxAboutLength = 500;
/** Days within which the clinic answers a complaint, and days before the end when admins are reminded. */
export const complaintDays = 30;
export const remindComplaintDays = 3;

/**
 * Formats the number of a complaint: in capitals, in groups of four.
 *
 * @param number eight symbols.
 */
export const formatComplaintNumber = (number: string): string =>
  number.toUpperCase().replace(/(.{4})(?=.)/g, '$1 ');
