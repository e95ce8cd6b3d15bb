import pg from 'pg';
import { troubleOf } from '~/platform/errors.server';
import { translated } from './postgres-errors.server';

const connectMs = 1500;
const firstLookMs = 450;
const patienceMs = 800;
const lookEveryMs = 500;
const lateMs = 300;
/** How often a connection is waited for that others have in use. */
const turns = 4;

/** Whether there is a server, for all who wait for it. */
export type Presence = {
  /** Takes a connection of a pool; who waits for one is told at once when nobody is there. */
  connect(driver: pg.Pool): Promise<pg.PoolClient>;
  /** Waits for an answer for as long as there is a server. */
  orLost<Result>(answer: Promise<Result>): Promise<Result>;
  /** Looks no more. */
  stop(): void;
};

/**
 * Knows whether there is a server. One whose machine lost its power answers nothing, not even that:
 * where an answer takes long, a connection of its own tries whether anybody is there. Once nobody
 * was, everything fails at once until somebody is, which is tried twice a second; and a connection
 * from before is not used again: its server may be another one by now.
 */
export function watchPresence(config: pg.ClientConfig): Presence {
  const absence = watchAbsence(config);
  const madeAt = new WeakMap<pg.PoolClient, number>();
  return {
    connect: (driver) =>
      absence.unlessRefused(
        () => take(driver, absence, madeAt),
        (client) => client.release(),
      ),
    orLost: (answer) => orLost(answer, absence),
    stop: absence.stop,
  };
}

type Absence = ReturnType<typeof watchAbsence>;

function watchAbsence(config: pg.ClientConfig) {
  let count = 0;
  let cause: unknown;
  let isAbsent = false;
  let isOver = false;
  let look: Promise<void> | undefined;
  const waiting = new Set<() => void>();
  const isThere = () => {
    isAbsent = false;
  };

  /** What an error says of the server; gives it as everybody knows it. */
  function remember(error: unknown): unknown {
    const trouble = translated(error);
    if (troubleOf(trouble) !== 'gone') return trouble;
    cause = error;
    if (isAbsent) return trouble;
    isAbsent = true;
    count += 1;
    for (const refuse of waiting) refuse();
    lookLater();
    return trouble;
  }

  function lookLater() {
    const missed = (error: unknown) => {
      // A server that takes no more connections is there.
      if (troubleOf(translated(error)) !== 'gone') isThere();
      else if (!isOver) lookLater();
    };
    setTimeout(() => greet(config, connectMs).then(isThere, missed), lookEveryMs).unref();
  }

  return {
    /** How often there was nobody. */
    count: () => count,
    /** A new error each time: whoever gets it says more of it. */
    error: () => translated(cause),
    remember,
    /** Rejects where nobody is there. */
    lookNow() {
      // Once more: a machine that is busy answers late, too.
      look ??= greet(config, firstLookMs)
        .catch(() => greet(config, firstLookMs))
        .catch((error: unknown) => {
          if (troubleOf(remember(error)) === 'gone') throw error;
        })
        .finally(() => {
          look = undefined;
        });
      return look;
    },
    /** Does what nothing depends on yet; a result that comes too late is dropped. */
    unlessRefused<Result>(act: () => Promise<Result>, dropLate: (late: Result) => void): Promise<Result> {
      return new Promise((resolve, reject) => {
        const refuse = () => {
          waiting.delete(refuse);
          reject(translated(cause));
        };
        if (isAbsent) return refuse();
        waiting.add(refuse);
        act()
          .then((result) => (waiting.has(refuse) ? resolve(result) : dropLate(result)), reject)
          .finally(() => waiting.delete(refuse));
      });
    },
    stop() {
      isOver = true;
    },
  };
}

/** Takes a connection, and waits for one that others have in use as long as there is a server. */
async function take(driver: pg.Pool, absence: Absence, madeAt: WeakMap<pg.PoolClient, number>) {
  for (let turn = 1; ; ) {
    try {
      const client = await unlessLate(connectMs, () => driver.connect());
      const made = madeAt.get(client) ?? absence.count();
      madeAt.set(client, made);
      if (made === absence.count()) return client;
      client.release(true);
    } catch (error) {
      const trouble = absence.remember(error);
      if (troubleOf(trouble) !== 'busy' || turn >= turns) throw trouble;
      turn += 1;
      await absence.lookNow();
    }
  }
}

function orLost<Result>(answer: Promise<Result>, absence: Absence): Promise<Result> {
  const before = absence.count();
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const goOn = () => {
      if (!isAnswered) timer = setTimeout(look, patienceMs).unref();
    };
    const look = () => {
      // Who has waited so long for a server that was away waits for nothing.
      if (absence.count() === before) absence.lookNow().then(goOn, reject);
      else reject(absence.error());
    };
    let timer = setTimeout(look, patienceMs).unref();
    answer.then(resolve, reject).finally(() => {
      isAnswered = true;
      clearTimeout(timer);
    });
  });
}

/**
 * Does something that ends by itself after so many milliseconds; once more where it ended well
 * after that: then this process had no turn, and nothing is known of the server.
 */
async function unlessLate<Result>(ms: number, act: () => Promise<Result>): Promise<Result> {
  const since = performance.now();
  try {
    return await act();
  } catch (error) {
    if (performance.now() - since < ms + lateMs) throw error;
    return act();
  }
}

const greet = (config: pg.ClientConfig, ms: number) => unlessLate(ms, () => greetOnce(config, ms));

async function greetOnce(config: pg.ClientConfig, ms: number) {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: ms, query_timeout: ms });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    client.end().catch(() => undefined);
  }
}
