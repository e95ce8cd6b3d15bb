import { and, count, desc, eq, gte, inArray } from 'drizzle-orm';
import type { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import { dayMs } from '~/platform/durations';
import { deskKeyOf, toPhoneEnd } from './desk-key.server';

type Numbers = Pick<
  typeof users.$inferSelect,
  'id' | 'birthYear' | 'contactNumber' | 'provenNumber' | 'provenKey' | 'numberChangedAt'
>;

/** Days that have to pass before a log-in confirms a number that was typed without the password. */
const confirmedAfterDays = 7;
/** Log-ins that confirm it. */
const confirmingLogIns = 2;

/**
 * Returns the phone number that proves at the front desk who somebody is. A number that was typed in
 * a session alone proves nothing until it was confirmed with the password, or by two log-ins, each
 * at least seven days after the change. Until then the one before goes on proving.
 *
 * @returns null if no number proves anything.
 */
export async function findProvenNumber(account: Numbers): Promise<string | null> {
  const { contactNumber, provenNumber } = account;
  if (contactNumber !== null && provenNumber === contactNumber) return contactNumber;
  const changedAt = account.numberChangedAt ?? (await findUnmarkedChange(account));
  if (!changedAt || (await isConfirmedByLogIns(account.id, changedAt))) return contactNumber;
  return provenNumber || null;
}

/**
 * Finds when a server of an earlier release changed the number: it writes the audit entry, and none
 * of the columns that say which number proves.
 */
async function findUnmarkedChange({ id }: Numbers): Promise<Date | undefined> {
  const [entry] = await db()
    .select({ at: audit.at })
    .from(audit)
    .where(
      and(
        eq(audit.objectId, id),
        eq(audit.actorId, id),
        inArray(audit.action, ['account.changed', 'phone.changed']),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(1);
  return entry?.at;
}

async function isConfirmedByLogIns(accountId: string, changedAt: Date): Promise<boolean> {
  const since = new Date(changedAt.getTime() + confirmedAfterDays * dayMs);
  const [row] = await db()
    .select({ logIns: count() })
    .from(audit)
    .where(
      and(
        eq(audit.objectId, accountId),
        eq(audit.actorId, accountId),
        eq(audit.action, 'session.opened'),
        gte(audit.at, since),
      ),
    );
  return (row?.logIns ?? 0) >= confirmingLogIns;
}

/**
 * Returns the last digits of the number that proves, for its owner, if the account has another one by
 * now. Empty if none proves; undefined if the number of the account does.
 */
export async function findOtherProvenEnd(account: Numbers): Promise<string | undefined> {
  if (account.contactNumber === null) return undefined;
  const proven = await findProvenNumber(account);
  return proven === account.contactNumber ? undefined : toPhoneEnd(proven ?? '');
}

/** Returns the columns of a number that proves: it was typed with the password, or at the front desk. */
export const provenColumns = ({ birthYear }: Pick<Numbers, 'birthYear'>, number: string) => ({
  contactNumber: number,
  deskKey: deskKeyOf(number, birthYear),
  provenNumber: number,
  provenKey: null,
  numberChangedAt: null,
});

/**
 * Returns the columns of a number that was typed in a session alone. The front desk finds the
 * account by it and by the number that proves.
 */
export async function unprovenColumns(account: Numbers, number: string) {
  const { birthYear, contactNumber } = account;
  const proven = await findProvenNumber(account);
  if (proven === number) return provenColumns(account, number);
  const earlier =
    number === contactNumber && (account.numberChangedAt ?? (await findUnmarkedChange(account)));
  return {
    contactNumber: number,
    deskKey: deskKeyOf(number, birthYear),
    provenNumber: proven ?? '',
    provenKey: deskKeyOf(proven, birthYear),
    numberChangedAt: earlier || new Date(),
  };
}
