/**
 * E-mails that contain a secret. They are useless later, are never retried, and their content is
 * erased first.
 */
export const secretEmails = ['code', 'resetPassword'];

/**
 * E-mails about complaints. The list of e-mails that were not sent leaves them out, since an admin
 * whom a complaint names would learn from it that there is one.
 */
export const complaintEmails = [
  'complaintReceived',
  'complaintAnswered',
  'complaintAnswerWaits',
  'complaintWaits',
  'complaintDue',
] as const;

/**
 * Hours for which sending an e-mail is tried. After that it is given up, and the admins are told
 * (docs/requirements.md#running).
 */
export const emailRetryHours = 24;

/** Minutes within which a further e-mail about an urgent report says nothing new to an expert. */
export const minutesOfBundle = 5;
