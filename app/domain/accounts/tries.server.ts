import { auditEntry } from '~/domain/audit/audit-entry.server';
import { tooManyRefusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { execute } from '~/platform/db/db.server';
import { consume, type LimitName, refund, retryAfter, take } from '~/platform/limits/limits.server';
import { noteMiss } from './searches.server';

type Asked = {
  /** Undefined if what was said names nobody. */
  accountId?: string;
  /** True if an admin vouches for the person. */
  isVouchedFor?: boolean;
  /** True if the question about a report is answered, which each asker may get wrong once. */
  hasQuestion?: boolean;
};

/**
 * Judges what was said about an account, and counts wrong answers for whoever asks. Three wrong ones
 * a day close the account to that asker alone. Once three askers have used up theirs, it is closed
 * to everybody, except to an admin who vouches for the person. A try counts before it is judged, so
 * that parallel ones gain nothing.
 *
 * @throws Refusal: `tooMany`.
 */
export async function judgeTry(
  viewer: Viewer,
  { accountId, isVouchedFor = false, hasQuestion = false }: Asked,
  judge: () => Promise<boolean> | boolean,
): Promise<boolean> {
  const asked = `${viewer.id}/${accountId}`;
  const counted: [LimitName, string][] = [['wrongIdentityByStaff', viewer.id]];
  if (accountId && hasQuestion) counted.push(['wrongQuestions', asked]);
  if (accountId) counted.push(['wrongIdentityOfMonth', asked], ['wrongIdentity', asked]);
  const closedFor = accountId && !isVouchedFor ? await retryAfter('wrongAskers', accountId) : 0;
  if (closedFor > 0) throw tooManyRefusal(closedFor, 'identity.wait');
  const giveBack = (limits: typeof counted) =>
    Promise.all(limits.map(([limit, counter]) => refund(limit, counter)));
  let isLast = false;
  for (const [at, [limit, counter]] of counted.entries()) {
    const { isExceeded, remaining, seconds } = await take(limit, counter);
    if (isExceeded) {
      await giveBack(counted.slice(0, at));
      throw tooManyRefusal(seconds, 'identity.wait');
    }
    isLast = limit === 'wrongIdentity' && remaining === 0;
  }
  if (await judge()) {
    await giveBack(counted);
    return true;
  }
  if (isLast && accountId) await consume('wrongAskers', accountId);
  await execute(auditEntry({ action: 'identity.refused', actorId: viewer.id, objectId: accountId }));
  await noteMiss(viewer);
  return false;
}
