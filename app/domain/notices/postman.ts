import { and, eq, lte } from 'drizzle-orm';
import type { Language } from '~/copy/en';
import type { LetterFacts, LetterName } from '~/copy/letters';
import { changed, db } from '~/platform/db/db.server';
import { outbox } from '~/platform/db/tables';
import { note } from '~/platform/log.server';
import type { Mail } from '~/platform/mail/mail.server';

const roundEverySeconds = 15;
const batch = 20;
const nudgeAfterMs = 100;

type Postman = { nudge(): void; stop(): Promise<void> };

/** Turns what an outbox row holds into the words of a letter; the copy's, handed in at the start. */
export type Compose = (letter: {
  letter: LetterName;
  facts: LetterFacts[LetterName];
  language: Language;
}) => { subject: string; text: string };

let current: Postman | undefined;

/**
 * Starts sending what the outbox holds: at once when nudged, else every 15 seconds. A letter that cannot be handed over is tried
 * again after 1, 2, 4 … 60 minutes until it is no longer of use (decisions: Running it).
 * In: the way letters leave, and what gives them their words. Out: `nudge` and `stop`, which waits for the letter under way.
 */
export function startPostman(mail: Mail, compose: Compose): Postman {
  let round: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const nudge = () => {
    if (stopped) return;
    if (round) {
      again = true;
      return;
    }
    round = sendWaiting(mail, compose, () => stopped)
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
  // Well after the answer: a letter slows no request, and its sending cannot be told from the time an answer takes.
  setTimeout(() => current?.nudge(), nudgeAfterMs).unref();
}

/**
 * Sends every letter that is due, one after another. In: as `startPostman`, and whether to stop between two letters.
 * Out: nothing; what became of each letter is in its row.
 */
export async function sendWaiting(mail: Mail, compose: Compose, isStopped = () => false): Promise<void> {
  for (;;) {
    const due = await db()
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(eq(outbox.state, 'waiting'), lte(outbox.nextTryAt, new Date())))
      .orderBy(outbox.nextTryAt)
      .limit(batch);
    for (const { id } of due) {
      if (isStopped()) return;
      await sendOne(id, mail, compose);
    }
    if (due.length < batch) return;
  }
}

/** One letter, opened on its own: one that cannot be opened, written or handed over does not hold up the others. */
async function sendOne(id: string, mail: Mail, compose: Compose) {
  const now = Date.now();
  const [times] = await db()
    .select({ tries: outbox.tries, expiresAt: outbox.expiresAt })
    .from(outbox)
    .where(eq(outbox.id, id));
  if (!times) return;
  if (times.expiresAt.getTime() <= now)
    return settle(id, { state: times.tries > 0 ? 'given up' : 'too late' });
  try {
    await deliver(id, mail, compose);
    await settle(id, { state: 'sent' });
  } catch (error) {
    const waitMinutes = Math.min(60, 2 ** times.tries);
    await settle(id, { tries: times.tries + 1, nextTryAt: new Date(now + waitMinutes * 60_000) });
    const code = (error as { code?: unknown }).code;
    note('letter.delayed', {
      letter: id,
      tries: times.tries + 1,
      code: typeof code === 'string' ? code : 'unknown',
    });
  }
}

async function deliver(id: string, mail: Mail, compose: Compose) {
  const [row] = await db().select().from(outbox).where(eq(outbox.id, id));
  if (!row) return;
  const words = compose({
    letter: row.letter as LetterName,
    facts: JSON.parse(row.facts),
    language: row.language as Language,
  });
  await mail.deliver({ id, to: JSON.parse(row.recipient), ...words });
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
