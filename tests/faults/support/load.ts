import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Answer, ask, reportsOf, review, upload } from './calls.ts';
import type { Clinic, Member } from './clinic.ts';
import { hashOf, smallReport } from './files.ts';
import type { Server } from './server.ts';

type Sent = {
  id: string;
  patient: Member;
  description: string;
  /** One file, or the files that become its pages unchanged. */
  content: Buffer[];
  path: string;
};
type Reviewed = { id: string; text: string };

/** Everything a clinic has received and acknowledged. */
export type Ledger = {
  uploads: Sent[];
  reviews: Reviewed[];
  /** Number of calls refused with a status that asks to retry later. */
  refused: number;
  /** Number of connections that broke before the answer, not counting refused connections. */
  broken: number;
  odd: string[];
};

export const newLedger = (): Ledger => ({ uploads: [], reviews: [], refused: 0, broken: 0, odd: [] });

/** Tells whether a status asks the client to repeat the call later. */
const isForLater = (status: number) => [429, 503, 507].includes(status);

/**
 * Uploads and reviews in a loop for each person, with a pause before each upload. A call without an
 * answer may or may not have been executed: it is repeated with its key until it is answered.
 *
 * @returns `stop`, which waits until every call that was started is acknowledged.
 */
export function startLoad(
  clinic: Clinic,
  ledger: Ledger,
  {
    url,
    uploaders = 4,
    reviewers = 2,
    pauseMs = 0,
  }: { url: string; uploaders?: number; reviewers?: number; pauseMs?: number },
) {
  let isOver = false;
  const reviewed = new Set(ledger.reviews.map(({ id }) => id));
  const unreviewed = ledger.uploads.filter(({ id }) => !reviewed.has(id));

  async function untilAnswered(what: string, call: () => Promise<Answer>): Promise<Answer | undefined> {
    for (;;) {
      const answer = await call().catch((error: { code?: string }) => {
        if (error.code !== 'ECONNREFUSED') ledger.broken += 1;
        return undefined;
      });
      if (answer?.status === 200) return answer;
      if (answer && !isForLater(answer.status)) {
        ledger.odd.push(`${what}: ${answer.status} ${answer.bytes.toString('utf8').slice(0, 300)}`);
        return undefined;
      }
      if (answer) ledger.refused += 1;
      await sleep(answer ? 100 : 20);
    }
  }

  async function uploads(at: number) {
    const patient = clinic.patients[at % clinic.patients.length] as Member;
    for (let count = 0; !isOver; count += 1) {
      if (pauseMs > 0) await sleep(pauseMs);
      const mark = randomBytes(8).toString('hex');
      const kind = count % 3 === 0 ? 'pdf' : 'jpg';
      const content = [smallReport(mark, kind)];
      if (count % 3 === 2) content.push(smallReport(`second page of ${mark}`, kind));
      const description = `Tired since ${mark}`;
      const answer = await untilAnswered('upload', () =>
        upload(url, { token: patient.token, name: `r.${kind}`, content, description, key: mark }),
      );
      if (!answer) continue;
      const { _id: id, resourceType } = answer.json.data;
      const sentUpload = { id, patient, description, content, path: `/files/${resourceType}/${id}` };
      ledger.uploads.push(sentUpload);
      unreviewed.push(sentUpload);
    }
  }

  async function reviews(at: number) {
    const doctor = clinic.doctors[at % clinic.doctors.length] as Member;
    while (!isOver) {
      const next = unreviewed.shift();
      if (!next) {
        await sleep(20);
        continue;
      }
      const mark = randomBytes(8).toString('hex');
      const text = `Drink more water, ${mark}`;
      const answer = await untilAnswered('review', () =>
        review(url, { token: doctor.token, reportId: next.id, text, key: mark }),
      );
      if (answer) ledger.reviews.push({ id: next.id, text });
    }
  }

  const workers = [
    ...Array.from({ length: uploaders }, (_, at) => uploads(at)),
    ...Array.from({ length: reviewers }, (_, at) => reviews(at)),
  ];
  return {
    async stop() {
      isOver = true;
      await Promise.all(workers);
    },
  };
}

const holds = (bytes: Buffer, content: Buffer[]) =>
  content.length > 1
    ? content.every((page) => bytes.includes(page))
    : hashOf(bytes) === hashOf(content[0] ?? Buffer.alloc(0));

/**
 * Expects everything that the clinic acknowledged. Each upload exists once, opens and has the bytes
 * sent. Each review exists with its text. A clinic that `isGrown` may have more than that.
 */
export async function expectEverything(
  { url }: Pick<Server, 'url'>,
  clinic: Clinic,
  ledger: Pick<Ledger, 'uploads' | 'reviews'>,
  { isGrown = false } = {},
) {
  const listed = (await Promise.all(clinic.patients.map((patient) => reportsOf(url, patient)))).flat();
  const byId = new Map(listed.map((report) => [report._id, report]));
  const counted = new Map<string, number>();
  for (const { description } of listed) counted.set(description, (counted.get(description) ?? 0) + 1);
  const lostUploads = ledger.uploads.filter(
    ({ id, description }) => byId.get(id)?.description !== description,
  );
  expect(lostUploads, 'acknowledged uploads that are missing').toEqual([]);
  expect(
    [...counted].filter(([, count]) => count !== 1),
    'uploads that exist twice',
  ).toEqual([]);
  const lostReviews = ledger.reviews.filter(({ id, text }) => byId.get(id)?.review !== text);
  expect(lostReviews, 'acknowledged reviews that are missing').toEqual([]);
  if (!isGrown) {
    expect(listed.length, 'reports').toBe(ledger.uploads.length);
    expect(listed.filter(({ status }) => status === 'Reviewed').length, 'reviews').toBe(
      ledger.reviews.length,
    );
  }
  const damaged: string[] = [];
  const tokens = new Map(clinic.patients.map(({ id, token }) => [id, token]));
  const remaining = [...ledger.uploads];
  const open = async () => {
    for (let next = remaining.pop(); next; next = remaining.pop()) {
      const { status, bytes } = await ask(`${url}${next.path}`, { token: tokens.get(next.patient.id) });
      if (status !== 200 || !holds(bytes, next.content)) damaged.push(`${next.id} ${status}`);
    }
  };
  await Promise.all([open(), open(), open(), open()]);
  expect(damaged, 'files that do not open or differ from what was sent').toEqual([]);
}
