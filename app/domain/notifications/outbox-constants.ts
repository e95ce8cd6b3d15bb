/**
 * E-mails that contain a secret. They are useless later, are never retried, and their content is
 * erased first.
 */
export const secretEmails = ['code', 'resetPassword'];

/**
 * Hours for which sending an e-mail is tried. After that it is given up, and the admins are told
 * (docs/requirements.md#running).
 */
export const emailRetryHours = 24;

/** Minutes within which a further e-mail about an urgent report says nothing new to an expert. */
export const minutesOfBundle = 5;
