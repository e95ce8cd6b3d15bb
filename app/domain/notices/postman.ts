import { and, eq, lte } from 'drizzle-orm';
import type { Language } from '~/copy/en';
import { composeLetter, type LetterName } from '~/copy/letters';
import { changed, db } from '~/platform/db/db.server';
import { outbox } from '~/platform/db/tables';
import { note } from '~/platform/log.server';
import type { Mail } from '~/platform/mail/mail.server';

const roundEverySeconds = 15;
const batch = 20;

type Postman = { nudge(): void; stop(): Promise<void> };
type House = { productName: string; publicUrl: string };

let current: Postman | undefined;

/**
 * Starts sending what the outbox holds: at once when nudged, else every 15 seconds. A letter that cannot be handed over is tried
 * again after 1, 2, 4 … 60 minutes until it is no longer of use (decisions: Running it).
 * In: the way letters leave, and what they say about the house. Out: `nudge` and `stop`, which waits for the letter under way.
 */
export function startPostman(mail: Mail, house: House): Postman {
  let round: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const nudge = () => {
    if (stopped) return;
    if (round) {
      again = true;
      return;
    }
    round = sendWaiting(mail, house, () => stopped)
      .catch((error: unknown) =>
        note('outbox.failed', { kind: error instanceof Error ? error.name : 'unknown' }),
      )
      .finally(() => {
        round = undefined;
        if (again) {
          again = false;
          nudge();
        }
      });
  };
  const timer = setInterval(nudge, roundEverySeconds * 1000);
  timer.unref();
  current = {
    nudge,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await round;
    },
  };
  nudge();
  return current;
}

/** Tells the postman that a letter has just been put in the outbox; the caller does not wait for it. */
export function nudgePostman() {
  // After the answer: a mail server never slows a request.
  setImmediate(() => current?.nudge());
}

/**
 * Sends every letter that is due, one after another. In: as `startPostman`, and whether to stop between two letters.
 * Out: nothing; what became of each letter is in its row.
 */
export async function sendWaiting(mail: Mail, house: House, isStopped = () => false): Promise<void> {
  for (;;) {
    const due = await db()
      .select()
      .from(outbox)
      .where(and(eq(outbox.state, 'waiting'), lte(outbox.nextTryAt, new Date())))
      .orderBy(outbox.nextTryAt)
      .limit(batch);
    for (const row of due) {
      if (isStopped()) return;
      await sendOne(row, mail, house);
    }
    if (due.length < batch) return;
  }
}

async function sendOne(row: typeof outbox.$inferSelect, mail: Mail, house: House) {
  const now = Date.now();
  if (row.expiresAt.getTime() <= now)
    return settle(row.id, { state: row.tries > 0 ? 'given up' : 'too late' });
  const words = composeLetter({
    letter: row.letter as LetterName,
    facts: JSON.parse(row.facts),
    language: row.language as Language,
    house,
  });
  try {
    await mail.deliver({ id: row.id, to: JSON.parse(row.recipient), ...words });
    await settle(row.id, { state: 'sent' });
  } catch (error) {
    const waitMinutes = Math.min(60, 2 ** row.tries);
    await settle(row.id, { tries: row.tries + 1, nextTryAt: new Date(now + waitMinutes * 60_000) });
    const code = (error as { code?: unknown }).code;
    note('letter.delayed', {
      letter: row.id,
      tries: row.tries + 1,
      code: typeof code === 'string' ? code : 'unknown',
    });
  }
}

async function settle(id: string, next: Partial<typeof outbox.$inferInsert>) {
  // What a letter said (a code, a link) is not kept longer than it is waiting.
  const cleared = next.state ? { facts: '{}' } : {};
  await changed(
    db()
      .update(outbox)
      .set({ ...next, ...cleared })
      .where(eq(outbox.id, id)),
  );
}
