import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, ask, review, upload } from '../../faults/support/calls.ts';
import type { Clinic, Member } from '../../faults/support/clinic.ts';
import { smallReport } from '../../faults/support/files.ts';

/** An acknowledged report, and the server that has its file. */
export type Sent = {
  id: string;
  url: string;
  key: string;
  patient: Member;
  description: string;
  name: string;
  content: Buffer;
  path: string;
  tries: number;
};

/** An acknowledged review. */
type Reviewed = { id: string; url: string; key: string; doctor: Member; text: string; tries: number };

/** A call that was not acknowledged. The status is 0 if no answer came. */
type Failed = { at: number; ms: number; status: number; sentence: string };

/** Every call and its outcome. Times are those of `performance.now()`. */
export type Ledger = {
  uploads: Sent[];
  reviews: Reviewed[];
  failed: Failed[];
  /** The time of each acknowledgement, and the duration of the last try. */
  acknowledged: { at: number; ms: number }[];
};

const uploadersOfServer = 4;
const reviewersOfServer = 3;
const pauseMs = 30;
const pauseAfterFailureMs = 250;

/**
 * Uploads and reviews at every server. A call that fails in any way is repeated with the same key
 * at the same server until it is acknowledged.
 *
 * @returns The ledger, and `stop`, which waits until every call is acknowledged. It throws if that
 *   takes too many seconds.
 */
export function startLoad(clinic: Clinic, urls: string[]) {
  const ledger: Ledger = { uploads: [], reviews: [], failed: [], acknowledged: [] };
  const unreviewed: Sent[] = [];
  let isOver = false;
  let isGivenUp = false;

  async function untilAcknowledged(call: () => Promise<Answer>) {
    for (let tries = 1; !isGivenUp; tries += 1) {
      const at = performance.now();
      const answer = await call().catch((error: Error) => error);
      if (!(answer instanceof Error) && answer.status === 200) {
        ledger.acknowledged.push({ at: performance.now(), ms: performance.now() - at });
        return { answer, tries };
      }
      const [status, sentence] =
        answer instanceof Error ? [0, answer.message] : [answer.status, sentenceIn(answer)];
      ledger.failed.push({ at, ms: performance.now() - at, status, sentence });
      await sleep(pauseAfterFailureMs);
    }
    return undefined;
  }

  async function uploadAgainAndAgain(url: string, patient: Member) {
    for (let count = 0; !isOver; count += 1) {
      const key = randomBytes(8).toString('hex');
      const kind = count % 2 ? 'jpg' : 'pdf';
      const content = smallReport(key, kind);
      const description = `Tired since ${key}`;
      const name = `r.${kind}`;
      const call = { token: patient.token, name, content, description, key };
      const result = await untilAcknowledged(() => upload(url, call));
      if (!result) return;
      const { _id: id, resourceType } = result.answer.json.data;
      const path = `/files/${resourceType}/${id}`;
      const sentUpload = { id, url, key, patient, description, name, content, path, tries: result.tries };
      ledger.uploads.push(sentUpload);
      unreviewed.push(sentUpload);
      await sleep(pauseMs);
    }
  }

  async function reviewAgainAndAgain(url: string, doctor: Member) {
    while (!isOver) {
      const next = unreviewed.shift();
      if (!next) {
        await sleep(pauseMs);
        continue;
      }
      const { id } = next;
      const key = randomBytes(8).toString('hex');
      const text = `Drink more water, ${key}`;
      const result = await untilAcknowledged(() =>
        review(url, { token: doctor.token, reportId: id, text, key }),
      );
      if (!result) return;
      ledger.reviews.push({ id, url, key, doctor, text, tries: result.tries });
    }
  }

  const workers = urls.flatMap((url, at) => [
    ...members(clinic.patients, at, uploadersOfServer).map((patient) => uploadAgainAndAgain(url, patient)),
    ...members(clinic.doctors, at, reviewersOfServer).map((doctor) => reviewAgainAndAgain(url, doctor)),
  ]);
  return {
    ledger,
    async stop(seconds: number) {
      isOver = true;
      const limit = new AbortController();
      const givingUp = sleep(seconds * 1000, true, limit).catch(() => false);
      isGivenUp = await Promise.race([givingUp, Promise.all(workers).then(() => false)]);
      limit.abort();
      await Promise.all(workers);
      if (isGivenUp) throw new Error(`Some calls were not acknowledged for ${seconds} s after the load`);
    },
  };
}

/** Picks the people who work at a server. Each may do two things at once. */
const members = (all: Member[], at: number, count: number) =>
  Array.from({ length: count }, (_, index) => all[(at * count + index) % all.length] as Member);

const sentenceIn = ({ json, headers }: Answer) =>
  typeof json?.message === 'string' && headers['retry-after'] ? json.message : '';

/** Records the answers of `/readyz` and `/healthz` four times a second until `stop`. */
export function watchProbes(url: string) {
  const probes: { at: number; ready: number; alive: number }[] = [];
  let isOver = false;
  const statusOf = (path: string) =>
    ask(url + path).then(
      ({ status }) => status,
      () => 0,
    );
  const watching = (async () => {
    while (!isOver) {
      const at = performance.now();
      const [ready, alive] = await Promise.all([statusOf('/readyz'), statusOf('/healthz')]);
      probes.push({ at, ready, alive });
      await sleep(250);
    }
  })();
  return {
    probes: probes,
    async stop() {
      isOver = true;
      await watching;
    },
  };
}
