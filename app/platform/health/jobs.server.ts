import { takeLease } from '~/platform/db/cluster/leases.server';
import { isDatabaseShared } from '~/platform/db/db.server';
import type { JobName } from '~/platform/enums';
import { toTrouble } from '~/platform/errors.server';
import { logIncident } from '~/platform/observability/log.server';

/** Work that a server repeats while it runs. */
export type Job = {
  /** Names it in the log, in the metrics, on the system page, and its lease. */
  name: JobName;
  everyMs: number;
  /** Milliseconds from the start to the first run; 0 by default. */
  firstMs?: number;
  run: () => Promise<unknown>;
  /** True if one server runs it for all that share a database. */
  isAlone?: boolean;
};

/** The last runs of a job on this server, in milliseconds since 1970. */
type JobState = {
  name: JobName;
  everyMs: number;
  /** The end of the last run that did not fail, on this or another server; before it, the start. */
  lastRunAt: number;
  lastFailureAt: number | null;
};

// Long enough that the server that holds a lease keeps it from run to run.
const leaseShare = 1.5;

/** Number of missed intervals after which a job is late. */
const missedIntervals = 3;

let states: JobState[] = [];

/** Checks whether a job should have run long ago. */
export const isLate = ({ lastRunAt, everyMs }: JobState): boolean =>
  Date.now() - lastRunAt > missedIntervals * everyMs;

/** Returns the states of the running jobs, in the order of their list. */
export const listJobStates = (): JobState[] => states;

/**
 * Starts jobs, each at once and then at its interval. A run never begins before the last one of the
 * same job has ended. A failure is kept, and logged as an incident under the name of the job.
 *
 * @returns `stop`, which starts no more runs and waits for those in progress.
 */
export function startJobs(jobs: readonly Job[]): { stop(): Promise<void> } {
  const timers = jobs.map((job) => startJob(job));
  states = timers.map(({ state }) => state);
  return {
    async stop() {
      await Promise.all(timers.map(({ stop }) => stop()));
    },
  };
}

function startJob(job: Job) {
  const { name, everyMs, firstMs = 0 } = job;
  const state: JobState = { name, everyMs, lastRunAt: Date.now(), lastFailureAt: null };
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout;
  const round = () => {
    timer = setTimeout(round, everyMs).unref();
    running ??= runOnce(job, state).finally(() => {
      running = undefined;
    });
  };
  timer = setTimeout(round, firstMs).unref();
  const stop = async () => {
    clearTimeout(timer);
    await running;
  };
  return { state, stop };
}

async function runOnce({ name, everyMs, run, isAlone }: Job, state: JobState) {
  try {
    const isElsewhere = isAlone && isDatabaseShared() && !(await takeLease(name, leaseShare * everyMs));
    if (!isElsewhere) await run();
    state.lastRunAt = Date.now();
  } catch (error) {
    state.lastFailureAt = Date.now();
    // A lost database or a full disk is reported elsewhere.
    if (!toTrouble(error)) logIncident(name, error);
  }
}
