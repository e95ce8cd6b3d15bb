import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import {
  forgetForm,
  formLifetimeMs,
  keepFormInHand,
  rememberForm,
  takeForm,
} from '~/domain/kernel/idempotency.server';
import { isDatabaseShared } from '~/platform/db/db.server';
import { troubleOf } from '~/platform/errors.server';
import { logIncident } from '~/platform/observability/log.server';

const askEveryMs = 200;
const renewEveryMs = 5000;

/** Where the results of forms are kept, sealed, under keyed hashes. */
type FormResults = {
  /**
   * Takes a form in hand, once nobody else has it.
   *
   * @returns what came of it; undefined if the caller has it in hand and is to settle it.
   */
  take(keyHash: string): Promise<string | undefined>;
  /** Keeps what came of a form; without a result it can be sent again. */
  settle(keyHash: string, sealed: string | undefined): Promise<void>;
};

/** Returns where results are kept: in memory, or in the database if servers share it. */
export const formResults = (): FormResults => (isDatabaseShared() ? inDatabase : inMemory);

type InHand = { result: Promise<string | undefined>; resolve(sealed: string | undefined): void };

const forms = new LRUCache<string, InHand>({ max: 1000, ttl: formLifetimeMs });

const inMemory: FormResults = {
  async take(keyHash) {
    for (let form = forms.get(keyHash); form; form = forms.get(keyHash)) {
      const sealed = await form.result;
      if (sealed !== undefined) return sealed;
    }
    let resolve: InHand['resolve'] = () => {};
    const result = new Promise<string | undefined>((settle) => {
      resolve = settle;
    });
    forms.set(keyHash, { result, resolve });
    return undefined;
  },
  async settle(keyHash, sealed) {
    const form = forms.get(keyHash);
    if (sealed === undefined) forms.delete(keyHash);
    form?.resolve(sealed);
  },
};

const renewals = new Map<string, NodeJS.Timeout>();

const inDatabase: FormResults = {
  async take(keyHash) {
    for (;;) {
      const form = await takeForm(keyHash).catch((error: unknown) => {
        // The call says so itself.
        if (troubleOf(error)) return 'taken' as const;
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

/** What is done stays done where that cannot be written down. */
async function unlessGone(written: Promise<void>) {
  await written.catch((error: unknown) => {
    if (!troubleOf(error)) logIncident('form.remember', error);
  });
}
