import { and, eq, exists, inArray, isNull, ne, not, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { isActiveAdmin } from '~/domain/accounts/first-admin.server';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { forgetAccount } from '~/domain/identity/known-clients.server';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { deleteAccountCall, deleteAccountForm } from '~/domain/identity/password-schemas';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { checkOwnPassword } from '~/domain/log-in/change-password.server';
import { forgetTries } from '~/domain/log-in/login-attempts.server';
import { waitingEmailsTo } from '~/domain/notifications/waiting-counts.server';
import { hasOnlyFiles, listAddedFileNames } from '~/domain/report-view/added-files.server';
import { forgetPages } from '~/domain/report-view/drawn-pages.server';
import { dropFiles } from '~/domain/report-view/keep-files.server';
import { countPieces, listAccountPieceNames } from '~/domain/upload/slots.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';
import { removeDependents } from './remove-dependents.server';

/**
 * Deletes the user's own account with its reports, their files, its picture, its sessions and all
 * e-mails that wait for its address. Reviews by an expert stay with the patients, and audit entries
 * without health data stay (docs/requirements.md#reports-and-files).
 *
 * @throws Refusal: `conflict` for the last admin (docs/requirements.md#running); on the page
 *   `invalid` beside `password`, `tooMany`.
 */
export const deleteAccount = operation({
  name: 'account.delete',
  api: {
    summary: 'Delete your account',
    text: 'Deletes the account with its reports and files, at once and permanently.',
  },
  input: deleteAccountCall,
  inputOnPage: deleteAccountForm,
  output: emptyOutput,
  refusals: ['conflict'],
  allow: 'account.own',
  secretFields: ['password'],
  successMessage: 'deleteAccount.done',
  failureMessage: 'deleteAccount.failed',
  async run({ viewer, input: { password }, context }): Promise<{ device?: string }> {
    if (password !== undefined) await checkOwnPassword({ viewer, password, context, field: 'password' });
    const names = await removeRows(viewer);
    await listDeletions();
    // No row names the files any more, so nobody can open them.
    await dropFiles('account.delete', names);
    // The browser stays known to its other accounts.
    return context.device === undefined ? {} : { device: forgetAccount(context.device, viewer.id) };
  },
});

/**
 * Removes every row of an account in one transaction. An upload, a piece of one or a thumbnail may
 * arrive in the meantime. The account's row then stays, and everything is looked up again.
 *
 * @returns the names of the account's files.
 */
async function removeRows(viewer: Viewer): Promise<string[]> {
  for (;;) {
    const account = await requireOwnRow(viewer);
    await requireAnotherAdmin(viewer);
    const ownReports = await db()
      .select({ id: reports.id, fileName: reports.fileName, thumbnailName: reports.thumbnailName })
      .from(reports)
      .where(eq(reports.patientId, viewer.id));
    const emails = await waitingEmailsTo(account.email);
    const reportIds = ownReports.map(({ id }) => id);
    const added = await listAddedFileNames(reportIds);
    const pieces = await listAccountPieceNames(viewer.id);
    const thumbnails = ownReports.flatMap(({ thumbnailName }) => thumbnailName ?? []);
    const isKnown = or(isNull(reports.thumbnailName), inArray(reports.thumbnailName, thumbnails));
    const isGone = await atomically([
      // Locks all admins if an admin leaves, since the clinic has to keep one.
      lock(users, or(eq(users.id, viewer.id), viewer.accountType === 'Admin' ? isAdmin : undefined)),
      lock(reports, inArray(reports.id, reportIds)),
      db()
        .delete(reports)
        .where(and(inArray(reports.id, reportIds), isKnown, hasOnlyFiles(added))),
      ...removeDependents(account, emails),
      forgetTries('login', account.email),
      forgetTries('second factor', viewer.id),
      requireChange(db().delete(users).where(mayGo(account, pieces.length))),
      ...reportIds.map((id) => auditEntry({ action: 'report.deleted', actorId: viewer.id, objectId: id })),
      auditEntry({ action: 'account.deleted', actorId: viewer.id, objectId: viewer.id }),
    ]);
    if (!isGone) continue;
    reportIds.forEach(forgetPages);
    const names = ownReports.flatMap(({ fileName, thumbnailName }) => [fileName, thumbnailName]);
    return [...names, ...added, ...pieces, account.pictureName].filter((name) => name !== null);
  }
}

const isAdmin = eq(users.accountType, 'Admin');
const otherUser = alias(users, 'other');
const anotherAdmin = (id: string) =>
  exists(
    db()
      .select({ one: sql`1` })
      .from(otherUser)
      .where(and(isActiveAdmin(otherUser), ne(otherUser.id, id))),
  );

/**
 * Builds the condition that an account can be deleted: it has no reports, exactly `pieces` pieces
 * of files, which go with it, and the clinic keeps an admin.
 */
function mayGo({ id, pictureName }: { id: string; pictureName: string | null }, pieces: number) {
  const hasReport = exists(db().select({ one: sql`1` }).from(reports).where(eq(reports.patientId, id)));
  return and(
    eq(users.id, id),
    pictureName === null ? isNull(users.pictureName) : eq(users.pictureName, pictureName),
    not(hasReport),
    sql`(${countPieces(id)}) = ${pieces}`,
    or(ne(users.accountType, 'Admin'), anotherAdmin(id)),
  );
}

/** @throws Refusal: as `deleteAccount`. An account that is already gone counts as no admin. */
async function requireAnotherAdmin(viewer: Viewer) {
  const { id } = viewer;
  const mayLeave = and(eq(users.id, id), or(ne(users.accountType, 'Admin'), anotherAdmin(id)));
  if ((await db().$count(users, mayLeave)) > 0) return;
  await requireOwnRow(viewer);
  throw new Refusal('conflict', 'deleteAccount.later', { hint: 'deleteAccount.lastAdmin' });
}
