/** Days after which rows leave by themselves (`app/domain/clinic/purge.server.ts`). */
export const emailsKeptDays = 7;
export const closedMessagesKeptDays = 90;
export const draftsKeptDays = 30;
