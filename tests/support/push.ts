import { asc, eq } from 'drizzle-orm';
import { pushSubscriptions } from '~/platform/db/core/tables/notifications.server';
import { db } from '~/platform/db/db.server';
import * as thisPhonePage from '~/routes/dashboard/account/this-phone';
import { aPushBrowser } from './push-service';
import { postPage } from './requests';

/** Turns push messages on or off in a browser, as its page does. */
export const postPush = (cookie: string, part: 'on' | 'off', fields: Record<string, string> = {}) =>
  postPage(thisPhonePage, { path: `/dashboard/this-phone/${part}`, params: { part }, cookie, fields });

/** Turns push messages on in a new browser of a session. */
export async function turnOnPushBy(cookie: string, browser = aPushBrowser()) {
  const answer = await postPush(cookie, 'on', browser.fields);
  const pushCookie = answer.setCookies.find((line) => line.startsWith('push='))?.split(';')[0] ?? '';
  return { browser, answer, pushCookie };
}

/** Lists the addresses that get an account's push messages, the oldest first. */
export async function pushAddressesOf({ id }: { id: string }): Promise<string[]> {
  const rows = await db()
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, id))
    .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id));
  return rows.map(({ endpoint }) => endpoint);
}
