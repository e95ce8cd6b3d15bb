import { z } from 'zod';
import { standings } from '~/domain/identity/expert-constants';
import { expertStatusOf, findDoubt } from '~/domain/identity/expert-status.server';
import { presentUser, publicUser, userExample } from '~/domain/identity/present-user';
import { hasAbility } from '~/domain/kernel/abilities';
import { listMeta, publicMoment } from '~/domain/kernel/fields';
import type { CallContext } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import type { users } from '~/platform/db/core/tables/accounts.server';
import {
  presentRegistration,
  publicRegistration,
  type RegistrationRecord,
} from './registration-checks.server';

export const expertExample = {
  ...userExample,
  firstName: 'Meera',
  lastName: 'Nair',
  email: 'meera@example.com',
  accountType: 'Expert',
  approved: true,
  credentials: {
    registrationNumber: 'MMC/2011/04217',
    council: 'Maharashtra Medical Council',
    qualification: 'MD (Radiology)',
  },
  standing: null,
};

/** An expert in a list: a user with their status, which only admins see. */
export const publicExpert = publicUser
  .extend({
    standing: z
      .object({
        is: z.enum(standings).describe('Status of the expert.'),
        since: publicMoment.nullable().describe('Start of this status, in UTC. `null` if unknown.'),
        reason: z
          .string()
          .nullable()
          .describe(
            "Reason for a rejection or suspension, or for an approval without a registration number, in the admin's words. `null` otherwise.",
          ),
        answersInDoubt: z
          .boolean()
          .nullable()
          .describe(
            'Whether the earlier answers of a suspended or rejected expert are in doubt. `null` if no admin has decided, and for other experts.',
          ),
        credentialsChangedAt: publicMoment
          .nullable()
          .describe('Time the registration was changed after the approval, in UTC. `null` if it was not.'),
        registration: publicRegistration,
      })
      .nullable()
      .describe('Status of the expert. `null` unless you are an admin.'),
  })
  .meta({
    id: 'Expert',
    description: 'Account of an expert, with their status.',
    example: expertExample,
  });

export type PublicExpert = z.infer<typeof publicExpert>;

/** A list of experts, as the API returns it. */
export const expertListAnswer = z.object({
  data: z.array(publicExpert).describe('Experts of this page.'),
  meta: listMeta,
});

/**
 * Presents an expert.
 *
 * @param viewer the user who reads it.
 * @param context the channel that builds the links.
 * @param record the newest check of the registration, and the last change of the credentials; missing
 *   if the viewer is no admin.
 * @returns the public shape, with a change of the credentials only if it came after the approval.
 */
export function presentExpert(
  row: typeof users.$inferSelect,
  {
    viewer,
    context,
    record = {},
  }: {
    viewer: Viewer;
    context: Pick<CallContext, 'linksInitials' | 'linkTo'>;
    record?: RegistrationRecord;
  },
): PublicExpert {
  const { standing: status, since, reason } = expertStatusOf(row);
  const { changedAt } = record;
  const isLater = changedAt !== undefined && row.approved && changedAt > (row.approvedAt ?? row.createdAt);
  const standing = {
    is: status,
    since: since?.toISOString() ?? null,
    reason,
    answersInDoubt: findDoubt(row),
    credentialsChangedAt: isLater ? changedAt.toISOString() : null,
    registration: presentRegistration(row, record),
  };
  return { ...presentUser(row, context), standing: hasAbility(viewer, 'expert.judge') ? standing : null };
}
