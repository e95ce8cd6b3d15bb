/**
 * The host of addresses of accounts without e-mail. Names under `.invalid` belong to nobody
 * (RFC 2606), so no e-mail can be delivered there.
 */
const noEmailHost = 'no-email.invalid';

/** The end of every such address. */
export const noEmailSuffix = `@${noEmailHost}`;

/**
 * Returns the address that is stored for an account without e-mail, since the column must have a
 * unique value.
 */
export const toStoredNoEmail = (accountId: string): string => `${accountId}${noEmailSuffix}`;

/** Checks whether an address only fills the column of an account without e-mail. */
export const isNoEmail = (address: string): boolean => address.toLowerCase().endsWith(noEmailSuffix);

/** Returns an address as people see it: empty for an account without e-mail. */
export const toVisibleAddress = (address: string): string => (isNoEmail(address) ? '' : address);
