import pg from 'pg';
import { toTrouble } from '~/platform/errors.server';
import { translateError } from './postgres-errors.server';

const connectMs = 1500;
const firstLookMs = 450;
const patienceMs = 800;
const lookEveryMs = 500;
const lateMs = 300;
/** The number of times to wait for a connection that others use. */
const turns = 4;

/** Watches whether a server answers, on behalf of all requests. */
export type DatabaseWatch = {
  /** Takes a connection of a pool; a waiting caller fails at once when the server is gone. */
  connect(driver: pg.Pool): Promise<pg.PoolClient>;
  /** Waits for an answer while the server is there. */
  failIfLost<Result>(answer: Promise<Result>): Promise<Result>;
  /** Stops watching. */
  stop(): void;
};

/**
 * Watches whether the server answers. A machine that lost power sends nothing, not even an error.
 * If an answer takes long, a separate connection therefore checks for the server.
 *
 * Once the server is gone, everything fails at once until it answers again, which is tried twice a
 * second. Connections from before are not reused: another server may have taken its place.
 */
export function watchPresence(config: pg.ClientConfig): DatabaseWatch {
  const absence = watchAbsence(config);
  const madeAt = new WeakMap<pg.PoolClient, number>();
  return {
    connect: (driver) =>
      absence.unlessRefused(
        () => take(driver, absence, madeAt),
        (client) => client.release(),
      ),
    failIfLost: (answer) => orLost(answer, absence),
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

  /** Notes whether an error means that the server is gone, and returns the translated error. */
  function remember(error: unknown): unknown {
    const trouble = translateError(error);
    if (toTrouble(trouble) !== 'gone') return trouble;
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
      // A server that refuses further connections is there.
      if (toTrouble(translateError(error)) !== 'gone') isThere();
      else if (!isOver) lookLater();
    };
    setTimeout(() => greet(config, connectMs).then(isThere, missed), lookEveryMs).unref();
  }

  return {
    /** The number of times the server was gone. */
    count: () => count,
    /** Creates a new error each time, since callers add to it. */
    error: () => translateError(cause),
    remember,
    /** Checks for the server now and rejects if it is gone. */
    lookNow() {
      // Tries twice: a busy machine answers late, too.
      look ??= greet(config, firstLookMs)
        .catch(() => greet(config, firstLookMs))
        .catch((error: unknown) => {
          if (toTrouble(remember(error)) === 'gone') throw error;
        })
        .finally(() => {
          look = undefined;
        });
      return look;
    },
    /**
     * Runs an action whose late result can be dropped, and rejects at once when the server is gone.
     */
    unlessRefused<Result>(act: () => Promise<Result>, dropLate: (late: Result) => void): Promise<Result> {
      return new Promise((resolve, reject) => {
        const refuse = () => {
          waiting.delete(refuse);
          reject(translateError(cause));
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

/** Takes a connection and waits for one in use while the server is there. */
async function take(driver: pg.Pool, absence: Absence, madeAt: WeakMap<pg.PoolClient, number>) {
  for (let turn = 1; ; ) {
    try {
      const client = await unlessLate(connectMs, () => driver.connect());
      const absencesWhenMade = madeAt.get(client) ?? absence.count();
      madeAt.set(client, absencesWhenMade);
      if (absencesWhenMade === absence.count()) return client;
      client.release(true);
    } catch (error) {
      const trouble = absence.remember(error);
      if (toTrouble(trouble) !== 'busy' || turn >= turns) throw trouble;
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
      // The server was gone since: no answer will come.
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
 * Runs an action that times out by itself after `ms` milliseconds. If it ended far later, this
 * process was stalled and the timeout says nothing about the server: the action runs once more.
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
