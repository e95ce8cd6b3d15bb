export const messageStates = ['open', 'closed'] as const;

/** The most characters of what a visitor writes, and of a name. */
export const maxTextLength = 5000;
export const maxNameLength = 200;
