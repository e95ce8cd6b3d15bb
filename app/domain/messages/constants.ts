/**
 * Where a message came from: the contact page, or the home page's two forms
 * (docs/requirements.md#purpose, docs/requirements.md#screens).
 */
export const messageKinds = ['contact', 'query', 'callback'] as const;
export type MessageKind = (typeof messageKinds)[number];

export const messageStates = ['open', 'closed'] as const;

/** The most characters of what a visitor writes, and of a name. */
export const maxTextLength = 5000;
export const maxNameLength = 200;
