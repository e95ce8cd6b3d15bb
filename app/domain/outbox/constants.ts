/**
 * E-mails that say a secret: they are worth nothing later, are never tried again, and what they
 * said is forgotten first.
 */
export const secretEmails = ['code', 'resetPassword'];

/**
 * For how long an e-mail is tried: after that it is given up, and the admins are told
 * (docs/requirements.md#running).
 */
export const triedForHours = 24;
