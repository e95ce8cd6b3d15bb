import { db, type Statement } from '~/platform/db/db.server';
import { audit } from '~/platform/db/tables';

export type Action =
  | 'account.opened'
  | 'account.changed'
  | 'account.deleted'
  | 'session.opened'
  | 'session.closed'
  | 'session.refused'
  | 'password.reset'
  | 'password.changed'
  | 'picture.changed'
  | 'report.uploaded'
  | 'report.listed'
  | 'report.opened'
  | 'report.reviewed'
  | 'report.deleted'
  | 'expert.approved'
  | 'expert.rejected'
  | 'expert.suspended'
  | 'expert.restored'
  | 'credentials.changed'
  | 'message.closed';

/**
 * The statement that writes one line of the audit log: who did what to what, by id, without health data
 * (HIPAA 164.312(b)). It belongs in the same `atomically` as what it tells of.
 */
export function record(line: { action: Action; actorId?: string; objectId?: string }): Statement {
  return db()
    .insert(audit)
    .values({ ...line, at: new Date() });
}

/** The statement that writes one line for each of several objects: whose reports somebody saw in one list, say. At least one object. */
export function recordEach(
  line: { action: Action; actorId: string },
  objectIds: Iterable<string>,
): Statement {
  const at = new Date();
  return db()
    .insert(audit)
    .values([...objectIds].map((objectId) => ({ ...line, objectId, at })));
}
