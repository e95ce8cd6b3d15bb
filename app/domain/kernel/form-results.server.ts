import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { isDatabaseShared } from '~/platform/db/db.server';
import { toTrouble } from '~/platform/errors.server';
import { logIncident } from '~/platform/observability/log.server';
import { forgetForm, formLifetimeMs, keepFormInHand, rememberForm, takeForm } from './idempotency.server';

const askEveryMs = 200;
const renewEveryMs = 5000;

/** The store for the sealed results of forms, by keyed hash. */
type FormResults = {
  /**
   * Claims a form, waiting while another request works on it.
   *
   * @returns the form's result; undefined if the caller has claimed it and must settle it.
   */
  take(keyHash: string): Promise<string | undefined>;
  /** Stores the result of a form. Without a result, the form can be sent again. */
  settle(keyHash: string, sealed: string | undefined): Promise<void>;
};

/** Returns the store for results: memory, or the database if several servers share it. */
export const formResults = (): FormResults => (isDatabaseShared() ? inDatabase : inMemory);

type InHand = { result: Promise<string | undefined>; resolve(sealed: string | undefined): void };

/** Forms that are being worked on, however long that takes, and the results of those that are done. */
const inHand = new Map<string, InHand>();
const storedResults = new LRUCache<string, string>({ max: 1000, ttl: formLifetimeMs });

const inMemory: FormResults = {
  async take(keyHash) {
    const stored = storedResults.get(keyHash);
    if (stored !== undefined) return stored;
    for (let form = inHand.get(keyHash); form; form = inHand.get(keyHash)) {
      const sealed = await form.result;
      if (sealed !== undefined) return sealed;
    }
    let resolve: InHand['resolve'] = () => {};
    const result = new Promise<string | undefined>((settle) => {
      resolve = settle;
    });
    inHand.set(keyHash, { result, resolve });
    return undefined;
  },
  async settle(keyHash, sealed) {
    const form = inHand.get(keyHash);
    inHand.delete(keyHash);
    if (sealed !== undefined) storedResults.set(keyHash, sealed);
    form?.resolve(sealed);
  },
};

const renewals = new Map<string, NodeJS.Timeout>();

const inDatabase: FormResults = {
  async take(keyHash) {
    for (;;) {
      const form = await takeForm(keyHash).catch((error: unknown) => {
        // The call itself will report this trouble.
        if (toTrouble(error)) return 'taken' as const;
        throw error;
      });
      if (form === 'taken') break;
      if (form !== 'inHand') return form.result;
      await wait(askEveryMs);
    }
    renewals.set(
      keyHash,
      setInterval(() => unlessGone(keepFormInHand(keyHash)), renewEveryMs),
    );
    return undefined;
  },
  async settle(keyHash, sealed) {
    clearInterval(renewals.get(keyHash));
    renewals.delete(keyHash);
    await unlessGone(sealed === undefined ? forgetForm(keyHash) : rememberForm(keyHash, sealed));
  },
};

/**
 * Ignores an unavailable database and logs any other error: a finished operation stays done even if
 * its result cannot be saved.
 */
async function unlessGone(write: Promise<void>) {
  await write.catch((error: unknown) => {
    if (!toTrouble(error)) logIncident('form.remember', error);
  });
}
