/** Limits of keys for machines, for the page and the schemas. */
export const maxKeyNameLength = 60;
export const maxKeyDays = 366;
export const defaultKeyDays = 90;

/** The states of a key. `ended`: the admin who made it is no longer one. */
export const keyStatuses = ['active', 'revoked', 'expired', 'ended'] as const;
