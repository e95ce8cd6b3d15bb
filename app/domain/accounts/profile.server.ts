import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { profileForm } from '~/domain/identity/account-schemas';
import { barringStatus, findBarringStatus } from '~/domain/identity/expert-status.server';
import { openSessions } from '~/domain/identity/open-sessions.server';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { presentUser, publicUser } from '~/domain/identity/present-user';
import { findOtherProvenEnd, unprovenColumns } from '~/domain/identity/proven-number.server';
import { countOpenShares } from '~/domain/identity/share-endings.server';
import { operation } from '~/domain/kernel/operation';
import { formatPhoneNumber, profileNumber } from '~/domain/kernel/phone';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { countPasskeys } from '~/domain/log-in/own-factor.server';
import { languageCodes } from '~/i18n/language-codes';
import { users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';
import type { AuditAction } from '~/platform/enums';
import { readOwnNumber } from './clinic-number.server';

/**
 * Reads the user's own account for the pages: its public shape, the values of the profile form, and
 * the time of its last change.
 */
export const readOwnProfile = operation({
  name: 'account.readOwnProfile',
  input: z.object({}),
  allow: 'account.own',
  policy: { secondFactor: 'optional' },
  successMessage: 'profile.title',
  failureMessage: 'profile.fetchFailed',
  async run({ viewer, context }) {
    const row = await requireOwnRow(viewer);
    return {
      data: presentUser(row, context),
      typed: {
        firstName: row.firstName,
        lastName: row.lastName,
        dateOfBirth: row.dateOfBirth ?? '',
        gender: row.gender ?? '',
        contactNumber: row.contactNumber ? formatPhoneNumber(row.contactNumber) : '',
        about: row.about ?? '',
      },
      reads: row.reads ?? [],
      changedAt: row.updatedAt.toISOString(),
    };
  },
});

/** Number of sessions that the settings show; one call ends all the others too. */
const maxSessions = 20;

/** Reads the user's own account, clinic number and open sessions, for the settings page. */
export const readOwnSettings = operation({
  ...readOwnProfile,
  name: 'account.readOwnSettings',
  input: z.object({ token: z.string().optional() }),
  output: undefined,
  policy: {},
  async run({ input, ...call }) {
    const { viewer, context } = call;
    const sessions = await openSessions(viewer, { ...input, page: 1, limit: maxSessions }, context);
    const { data: ownNumber } = await readOwnNumber.run({ ...call, input: {} });
    return {
      ...(await readOwnProfile.run({ ...call, input: {} })),
      sessions,
      ownNumber,
      openLinks: await countOpenShares(viewer.id),
      hasPasskeys: (await countPasskeys(viewer.id)) > 0,
      provenEnd: await findOtherProvenEnd(await requireOwnRow(viewer)),
    };
  },
});

/**
 * Reads an API client's own account: its public shape, under both names that profile calls use, and
 * the language of its e-mails. For an expert, also the languages they read and any suspension or
 * rejection.
 */
export const readOwnUser = operation({
  name: 'account.readOwn',
  api: {
    summary: 'Retrieve your account',
    text: 'Returns the same user as `data` and as `profileDetails`, the language of your account and, for experts, the other languages you read. `standing` explains a suspension or rejection by an admin.',
  },
  input: z.object({}),
  output: z.object({
    data: publicUser.describe('Your account.'),
    profileDetails: publicUser.describe('Your account. Same value as `data`.'),
    language: z.enum(languageCodes).meta({
      description: "Language of the account's pages and e-mails.",
      example: 'hi',
    }),
    languagesRead: z.array(z.enum(languageCodes)).meta({
      description: 'Other languages that you read and write as an expert. Empty for other accounts.',
      example: ['en', 'hi'],
    }),
    standing: barringStatus.nullable().meta({
      description:
        'Suspension or rejection of your expert account, with its reason. `null` if there is none.',
      example: null,
    }),
  }),
  allow: 'account.own',
  policy: { secondFactor: 'optional' },
  successMessage: 'profile.fetched',
  failureMessage: 'profile.fetchFailed',
  async run({ viewer, context }) {
    const row = await requireOwnRow(viewer);
    const profileDetails = presentUser(row, context);
    return {
      data: profileDetails,
      profileDetails,
      language: row.language,
      languagesRead: row.reads ?? [],
      standing: (await findBarringStatus(viewer)) ?? null,
    };
  },
});

/**
 * Changes the user's own profile (docs/requirements.md#screens, docs/requirements.md#validation,
 * docs/requirements.md#api). It asks for no password, so a new phone number is for contact alone.
 *
 * @throws Refusal: `invalid` beside `contactNumber` if it is not a phone number; `signedOut` if the
 *   account has just been deleted.
 */
export const updateProfile = operation({
  name: 'account.updateProfile',
  api: {
    summary: 'Update your profile',
    text: 'Returns the updated user. An omitted last name is unchanged; an empty one is removed. A new `contactNumber` is for contact alone: at the front desk the number before goes on proving who somebody is, until the new one is confirmed with `profile/update-phone`, or by two log-ins, each at least seven days later.',
  },
  input: profileForm,
  output: z.object({
    profileDetails: publicUser.describe('Updated account. Same value as `data`.'),
    data: publicUser.describe('Updated account.'),
  }),
  allow: 'account.own',
  clearableFields: ['lastName'],
  successMessage: 'profile.done',
  failureMessage: 'profile.failed',
  async run({ viewer, input, context }) {
    const now = await requireOwnRow(viewer);
    const contactNumber = profileNumber(input.contactNumber, now.contactNumber);
    if (!contactNumber) throw new Refusal('invalid', 'profile.noNumber', { field: 'contactNumber' });
    const { lastName = now.lastName } = input;
    const numbers = await unprovenColumns(now, contactNumber);
    const next = { ...input, lastName, ...numbers, updatedAt: new Date() };
    const isNewNumber = contactNumber !== now.contactNumber;
    await changeOwnRow(viewer, next, 'account.changed', ...(isNewNumber ? ['number.changed' as const] : []));
    const profileDetails = presentUser({ ...now, ...next }, context);
    return { profileDetails, data: profileDetails };
  },
});

/**
 * Changes the viewer's own row and writes its audit entries.
 *
 * @throws Refusal: `signedOut` if the account has just been deleted.
 */
export async function changeOwnRow(
  viewer: Viewer,
  next: Partial<typeof users.$inferInsert>,
  ...actions: AuditAction[]
): Promise<void> {
  const isThere = await atomically([
    requireChange(db().update(users).set(next).where(eq(users.id, viewer.id))),
    ...actions.map((action) => auditEntry({ action, actorId: viewer.id, objectId: viewer.id })),
  ]);
  if (!isThere) throw new Refusal('signedOut', 'refused.signedOut');
}
