import type { Messages } from '~/i18n/messages/en';

/** The sentences on changing a review and taking it back, in Marathi. */
export const amend: Messages<'amend'> = {};
