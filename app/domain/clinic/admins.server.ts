import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import {
  newClinicNumber,
  newOneTimePassword,
  presentSlip,
  slipAnswer,
  withoutDetails,
} from '~/domain/front-desk/slip.server';
import { adminProofFields } from '~/domain/identity/account-schemas';
import { formatFullName } from '~/domain/identity/full-name';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { endOfSlip } from '~/domain/identity/slip-end.server';
import { requireNoOlderServer } from '~/domain/kernel/every-server.server';
import { emptyOutput, idSchema, key, optionalName, personName } from '~/domain/kernel/fields';
import { toStoredNoEmail, toVisibleAddress } from '~/domain/kernel/no-email';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { changeWithProof } from '~/domain/log-in/admin-proof.server';
import { enqueueEmail, listAdminAccounts, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { removeDependents } from '~/domain/own-data/remove-dependents.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { hashPassword } from '~/platform/secrets/passwords.server';

const isAdmin = eq(users.accountType, 'Admin');

/**
 * Lists the admins by name, and what the form for another one needs.
 *
 * @returns `endsAt` is the time the one-time password of an added admin ends; null once they have a
 *   password of their own.
 */
export const listAdmins = operation({
  name: 'admins.list',
  input: z.object({}),
  allow: 'admins.manage',
  successMessage: 'admins.title',
  failureMessage: 'admins.failed',
  async run({ viewer }) {
    const rows = await db()
      .select()
      .from(users)
      .where(isAdmin)
      .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id));
    const { totpSince } = await requireOwnRow(viewer);
    const now = new Date();
    return {
      admins: rows.map((row) => {
        const endsAt = endOfSlip(row.createdAt, true);
        return {
          userId: row.id,
          name: formatFullName(row),
          email: toVisibleAddress(row.email),
          since: row.createdAt.toISOString(),
          endsAt: row.mustChangePassword ? endsAt.toISOString() : null,
          isOver: row.mustChangePassword && endsAt <= now,
        };
      }),
      asksCode: totpSince !== null,
    };
  },
});

/**
 * Adds an admin, after the password of the viewer and, if a second factor is in force, its code. The
 * new admin logs in with the slip of an account without e-mail, whose one-time password ends after 7
 * days, and then has a password of their own. Every admin is told.
 *
 * @returns the slip, whose one-time password is stored as a hash alone.
 * @throws Refusal: `invalid` beside `password` or `otp`, `tooMany`; `conflict` while an older server
 *   is running.
 */
export const addAdmin = operation({
  name: 'admins.add',
  input: z.object({
    firstName: personName(key('signup.firstName'), 60),
    lastName: optionalName(60),
    ...adminProofFields,
  }),
  output: slipAnswer,
  refusals: ['conflict'],
  allow: 'admins.manage',
  secretFields: ['password', 'otp'],
  successMessage: 'slip.done',
  failureMessage: 'admins.failed',
  async run({ viewer, input: { firstName, lastName = '', ...proof }, context }) {
    await requireNoOlderServer('addedAdmins');
    const password = newOneTimePassword();
    const id = newId();
    const now = new Date();
    const values = {
      id,
      accountType: 'Admin' as const,
      firstName,
      lastName,
      email: toStoredNoEmail(id),
      loginName: newClinicNumber(),
      passwordHash: await hashPassword(password),
      mustChangePassword: true,
      approved: true,
      language: viewer.language,
      createdAt: now,
      updatedAt: now,
    };
    const params = {
      name: formatFullName(viewer),
      newName: formatFullName({ firstName, lastName }),
    };
    const steps = [
      db().insert(users).values(values),
      auditEntry({ action: 'admin.added', actorId: viewer.id, objectId: id }),
      ...(await listAdminAccounts()).map((admin) =>
        enqueueEmail({ template: 'adminAdded', ...toAddressee(admin), params }),
      ),
    ];
    await changeWithProof({ viewer, proof, context, steps });
    wakeOutbox();
    const [row] = await db().select().from(users).where(eq(users.id, id));
    if (!row) throw new Refusal('conflict', 'admins.failed');
    return { data: presentSlip({ ...row, ...withoutDetails }, password, context) };
  },
});

/**
 * Takes back an admin who has not chosen a password yet: the account is deleted. Any admin may do
 * it, for example because the e-mail about it came as a surprise.
 *
 * @throws Refusal: `notFound`, also for an admin with a password of their own.
 */
export const takeBackAdmin = operation({
  name: 'admins.takeBack',
  input: z.object({ userId: idSchema.min(1, key('form.id')) }),
  output: emptyOutput,
  refusals: ['notFound'],
  allow: 'admins.manage',
  successMessage: 'admins.takenBack',
  failureMessage: 'admins.failed',
  async run({ viewer, input: { userId } }) {
    const isUnused = and(eq(users.id, userId), isAdmin, eq(users.mustChangePassword, true));
    const isGone = await atomically([
      lock(users, eq(users.id, userId)),
      // A condition for the removals: an admin who has just chosen a password keeps what is theirs.
      requireChange(db().select({ id: users.id }).from(users).where(isUnused)),
      ...removeDependents({ id: userId, email: toStoredNoEmail(userId) }, []),
      requireChange(db().delete(users).where(isUnused)),
      auditEntry({ action: 'account.deleted', actorId: viewer.id, objectId: userId }),
    ]);
    if (!isGone) throw new Refusal('notFound', 'admins.notFound');
    await listDeletions();
    return {};
  },
});
