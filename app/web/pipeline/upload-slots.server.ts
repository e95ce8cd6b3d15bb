import { tooMany } from '~/domain/kernel/refusal';
import { busy } from '~/domain/kernel/refusal-of-error.server';
import { getSettings } from '~/platform/settings/env.server';

const perAccount = 3;
const inAll = 200;
// However far LIMIT_SCALE goes, it takes ten accounts to fill all places.
const maxPerAccount = inAll / 10;
const retrySeconds = 10;
const underWay = new Map<string, number>();
let underWayInAll = 0;

/**
 * Counts the uploads under way, those of an account and all.
 *
 * @returns what ends this one.
 * @throws Refusal: `tooMany` for one more of the account than it may have at once; `busy` where so
 *   many are under way that the next would only wait.
 */
export function enterUpload(accountId: string): () => void {
  if (underWayInAll >= inAll) throw busy(retrySeconds);
  const count = underWay.get(accountId) ?? 0;
  if (count >= Math.min(perAccount * getSettings().LIMIT_SCALE, maxPerAccount)) throw tooMany(retrySeconds);
  underWay.set(accountId, count + 1);
  underWayInAll += 1;
  return () => {
    underWayInAll -= 1;
    const left = (underWay.get(accountId) ?? 1) - 1;
    if (left > 0) underWay.set(accountId, left);
    else underWay.delete(accountId);
  };
}
