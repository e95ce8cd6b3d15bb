/** Everything the audit log tells of; `copy/answers.ts` has the words of each as `audit.…`. */
export const actions = [
  'account.opened',
  'account.changed',
  'account.deleted',
  'session.opened',
  'session.closed',
  'session.refused',
  'password.reset',
  'password.changed',
  'picture.changed',
  'report.uploaded',
  'report.listed',
  'report.opened',
  'report.reviewed',
  'report.deleted',
  'consent.withdrawn',
  'consent.given',
  'data.exported',
  'expert.listed',
  'expert.approved',
  'message.listed',
  'message.closed',
  'audit.read',
] as const;

export type Action = (typeof actions)[number];
