import { and, eq, gt } from 'drizzle-orm';
import type { CallContext } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { knownNetworks, type users } from '~/platform/db/core/tables/accounts.server';
import { db, type Statement } from '~/platform/db/db.server';
import { sign } from '~/platform/secrets/secrets.server';
import { sameText } from '~/platform/secrets/tokens.server';

type Account = Pick<typeof users.$inferSelect, 'id' | 'passwordHash' | 'totpSince'>;
type Client = Pick<CallContext, 'client' | 'device'>;

/** Days for which a browser or network is known after a login (docs/requirements.md#identity). */
export const knownForDays = 30;
export const knownForMs = knownForDays * 24 * 3_600_000;
const maxAccountsOfDevice = 5;

/**
 * The source that login attempts at one account are counted by: a browser, a session or a network.
 * `isKnown` means that the account was logged in from it within the last 30 days,
 * `isKnownWithFactor` that the active second factor was used as well. `network` is set if there is
 * nothing better to count by, `knownAt` the time of the last log-in if it is a browser.
 */
export type LoginSource = {
  name: string;
  isKnown: boolean;
  isKnownWithFactor: boolean;
  network?: string;
  knownAt?: Date;
};

/**
 * Finds the source of an attempt. The work is the same whether or not the account exists.
 *
 * @param viewer the signed-in user, if any. A session was opened with the password, so it is
 *   counted separately from clients that do not have it.
 */
export async function findLoginSource(
  account: Account | undefined,
  { client, device, viewer }: Client & { viewer?: Viewer | null },
): Promise<LoginSource> {
  const proof = device === undefined ? undefined : proofOf(account ?? nobody, device);
  if (proof) {
    const { mac, hasFactor, knownAt } = proof;
    return { name: `browser ${mac}`, isKnown: true, isKnownWithFactor: hasFactor, knownAt };
  }
  if (viewer) return { name: 'session', isKnown: true, isKnownWithFactor: true };
  const network = { name: `network ${client}`, network: client };
  if (device !== undefined) return { ...network, isKnown: false, isKnownWithFactor: false };
  const { id, totpSince } = account ?? nobody;
  const networkHash = hashNetwork(id, client);
  const [row] = await db()
    .select({ factorSince: knownNetworks.factorSince })
    .from(knownNetworks)
    .where(
      and(
        eq(knownNetworks.userId, id),
        eq(knownNetworks.networkHash, networkHash),
        gt(knownNetworks.seenAt, new Date(Date.now() - knownForMs)),
      ),
    );
  const hasFactor = !totpSince || row?.factorSince?.getTime() === totpSince.getTime();
  const isKnown = row !== undefined;
  return { ...network, isKnown, isKnownWithFactor: isKnown && hasFactor };
}

const nobody: Account = { id: '', passwordHash: '', totpSince: null };

/**
 * Makes a client known to an account: a browser by a value it stores, if the channel has one,
 * otherwise a network by a row.
 *
 * @param account in its new state: a new password makes earlier clients unknown.
 * @param hasFactor whether the second factor was used, if one is active.
 * @returns the browser's new value as `stored`, to be spread into the result, and the statement for a
 *   network.
 */
export function rememberClient(
  account: Account,
  { client, device }: Client,
  { hasFactor }: { hasFactor: boolean },
): { stored: { device?: string }; statement?: Statement } {
  const now = Date.now();
  const { id: userId } = account;
  const factorSince = (hasFactor && account.totpSince) || null;
  if (device === undefined) {
    const networkHash = hashNetwork(userId, client);
    const seen = { factorSince, seenAt: new Date(now) };
    const statement = db()
      .insert(knownNetworks)
      .values({ userId, networkHash, ...seen })
      .onConflictDoUpdate({ target: [knownNetworks.userId, knownNetworks.networkHash], set: seen });
    return { stored: {}, statement };
  }
  const time = String(now);
  const macs = [macOf(account, time), factorSince && factorMacOf(account, time, factorSince)];
  const proof = [tagOf(userId), time, ...macs.filter(Boolean)].join('.');
  const otherProofs = proofsIn(forgetAccount(device, userId)).slice(0, maxAccountsOfDevice - 1);
  return { stored: { device: [proof, ...otherProofs].join('~') } };
}

/** Removes a deleted account from the value a browser stores. */
export function forgetAccount(device: string, accountId: string): string {
  const tag = tagOf(accountId);
  return proofsIn(device)
    .filter((proof) => proof.split('.')[0] !== tag)
    .join('~');
}

/**
 * Builds the statement that makes every network unknown to an account. A new password does the same
 * for browsers.
 */
export function forgetNetworks(accountId: string): Statement {
  return db().delete(knownNetworks).where(eq(knownNetworks.userId, accountId));
}

/*
 * The value a browser stores is a list of proofs, newest first. A proof has a tag by which it is
 * found, the time of the login, a MAC over both with the account and its password hash, and a MAC
 * with the second factor if it was used. It identifies nobody, and a new password invalidates it
 * without a row.
 */
const proofsIn = (device: string) => device.split('~').filter(Boolean);

const tagOf = (accountId: string) => sign('known device, tag', accountId).slice(0, 10);

const macLength = 22;
const macOf = ({ id, passwordHash }: Account, time: string) =>
  sign('known device', `${id} ${time} ${passwordHash}`).slice(0, macLength);
const factorMacOf = ({ id, passwordHash }: Account, time: string, factorSince: Date) =>
  sign('known device, second factor', `${id} ${time} ${factorSince.getTime()} ${passwordHash}`).slice(
    0,
    macLength,
  );

function proofOf(account: Account, device: string) {
  const tag = tagOf(account.id);
  for (const proof of proofsIn(device).slice(0, maxAccountsOfDevice)) {
    const [itsTag, time = '', mac = '', factorMac = ''] = proof.split('.');
    if (itsTag !== tag || !sameText(mac, macOf(account, time))) continue;
    if (Number(time) <= Date.now() - knownForMs) continue;
    const { totpSince } = account;
    const hasFactor = !totpSince || sameText(factorMac, factorMacOf(account, time, totpSince));
    return { mac, hasFactor, knownAt: new Date(Number(time)) };
  }
  return undefined;
}

const hashNetwork = (accountId: string, network: string) => sign('known network', `${accountId} ${network}`);
