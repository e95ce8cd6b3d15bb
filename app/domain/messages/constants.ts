export const messageStates = ['open', 'closed'] as const;

/** Maximum number of characters of a visitor's message, and of a name. */
export const maxTextLength = 5000;
export const maxNameLength = 200;
