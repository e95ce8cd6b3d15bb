import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deskRung, ladderRules } from '~/domain/alerts/ladder';
import { climbLadders } from '~/domain/alerts/urgent-ladder.server';
import { alerts, quietTimes } from '~/platform/db/core/tables/alerts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { minuteMs } from '~/platform/durations';
import { passMinutes, toldOf } from '../../support/alerts';
import { claimFor, releaseFor } from '../../support/claims';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { listOpenAlerts } from '../../support/open-alerts';
import { answerTo, sendQuestion } from '../../support/questions';
import {
  amendReviewOf,
  aReportOf,
  giveConsentFor,
  sendReview,
  takeBackOf,
  withdrawConsentFor,
} from '../../support/reports';
import { apiRoute, callApi } from '../../support/requests';
import { isShort } from '../../support/short-form';
import { deleteByApi } from '../../support/visits';
import { type AlertModel, isQuiet, newAlertModel, raise, runJob } from './alert-model';

/** Number of moves. 10,000 take minutes. */
const moves = Number(process.env.MOVES ?? (isShort ? 120 : 400));
/** Seed of the walk. Equal seeds make equal walks. */
const seed = Number(process.env.SEED ?? 80);
const movesPerReport = 40;
/** Pauses that never end close before a time of the rules, so that a slow machine changes nothing. */
const pauses = [4, 16, 31, 125];

let clinic: Clinic;
let patient: Somebody;
let doctors: [Somebody, Somebody];
beforeAll(async () => {
  clinic = await openClinic({ LIMIT_SCALE: '1000000' });
  patient = await a.patient();
  doctors = [await an.expert(), await an.expert({ firstName: 'Ravi' })];
  await an.admin();
});
afterAll(() => clinic.close());

/** Returns a generator of pseudo-random numbers from 0 to 1 (mulberry32). */
function randomNumbers(from: number) {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Rules = typeof ladderRules;
type Walk = { model: AlertModel; reportId: string; urgentSince: number; count: number; rules: Rules };

const readReport = async (reportId: string) =>
  (await db().select().from(reports).where(eq(reports.id, reportId)))[0];
const setReport = (reportId: string, values: Partial<typeof reports.$inferInsert>) =>
  execute(db().update(reports).set(values).where(eq(reports.id, reportId)));
const words = ({ count }: Walk) => `All of this is normal for your age, as of move ${count}.`;
const versionOf = async ({ reportId }: Walk) => (await readReport(reportId))?.version ?? 1;

async function runOn(walk: Walk, servers: number) {
  await Promise.all(Array.from({ length: servers }, () => climbLadders(walk.rules)));
  const report = await readReport(walk.reportId);
  if (report) runJob(walk.model, report, walk.urgentSince);
}

async function mark(walk: Walk) {
  const before = await readReport(walk.reportId);
  const params = { reportId: walk.reportId };
  await callApi(apiRoute('report/mark-urgent'), { method: 'POST', token: patient.token, params });
  const after = await readReport(walk.reportId);
  if (after?.urgentAt) raise(walk.model, before?.urgentAt !== null);
}

type Move = (walk: Walk, doctor: Somebody) => Promise<unknown>;

/** Every move, of people, of a server that knows no alerts, of the job, and of time. */
const table: Record<string, Move> = {
  mark,
  async olderMark(walk) {
    if ((await readReport(walk.reportId))?.urgentAt !== null) return;
    await setReport(walk.reportId, { urgentAt: new Date() });
    walk.urgentSince = walk.model.now;
  },
  claim: ({ reportId }, doctor) => claimFor(doctor, reportId),
  release: ({ reportId }, doctor) => releaseFor(doctor, reportId),
  ask: ({ reportId }, doctor) =>
    sendQuestion(doctor, reportId, { kind: 'detail', text: 'Since when is that?' }),
  answer: ({ reportId }) => answerTo(patient, reportId, { text: 'Since yesterday' }),
  review: (walk, { token }) => sendReview({ reportId: walk.reportId, token, review: words(walk) }),
  async undoableReview(walk, doctor) {
    const sent = await sendReview({ reportId: walk.reportId, token: doctor.token, review: words(walk) });
    if (sent.status === 200)
      await setReport(walk.reportId, { hiddenUntil: new Date(Date.now() + 5 * minuteMs) });
  },
  async olderUndo({ reportId }) {
    const report = await readReport(reportId);
    if (report?.status === 'Reviewed' && Number(report.hiddenUntil) > Date.now())
      await setReport(reportId, { status: 'Pending', hiddenUntil: null, review: null, reviewedAt: null });
  },
  amend: async (walk, doctor) =>
    amendReviewOf(doctor, walk.reportId, { text: words(walk), version: await versionOf(walk) }),
  takeBack: async (walk, doctor) => takeBackOf(doctor, walk.reportId, await versionOf(walk)),
  withdraw: ({ reportId }) => withdrawConsentFor(patient, reportId),
  giveConsent: ({ reportId }) => giveConsentFor(patient, reportId),
  async quieten(walk) {
    const { model } = walk;
    if (isQuiet(model)) return;
    const at = new Date();
    const until = new Date(at.getTime() + 60 * minuteMs);
    await execute(
      db()
        .insert(quietTimes)
        .values({ id: `quiet ${walk.count}`, at, until, by: 'an admin' }),
    );
    model.quietUntil = model.now + 60;
  },
  job: (walk) => runOn(walk, 1),
  jobAgain: (walk) => runOn(walk, 1),
  twoServers: (walk) => runOn(walk, 2),
};

const countsOf = async (letter: string) =>
  (await toldOf(letter)).reduce((sum, { count = 1 }) => sum + count, 0);

/** Compares the alert, the list of alerts and every notification with the model. */
async function compare({ model, reportId }: Walk, doctorCount: number) {
  const report = await readReport(reportId);
  const rows = await db().select().from(alerts).where(eq(alerts.reportId, reportId));
  expect(
    rows.map(({ rung, endedAt, acknowledgedBy }) => ({ rung, isEnded: endedAt !== null, acknowledgedBy })),
  ).toEqual(
    model.alert
      ? [
          {
            rung: model.alert.rung,
            isEnded: model.alert.isEnded,
            acknowledgedBy: model.alert.acknowledgedBy,
          },
        ]
      : [],
  );
  const rung = model.alert && !model.alert.isEnded ? model.alert.rung : -1;
  const isOpen = report?.status === 'Pending' && report.urgentAt !== null;
  expect((await listOpenAlerts('urgent')).map((alert) => [alert.reportId, alert.rung])).toEqual(
    isOpen ? [[reportId, rung]] : [],
  );
  expect({
    doctor: (await countsOf('urgentWaits')) / doctorCount,
    desk: await countsOf('urgentUnread'),
    patient: (await toldOf('lookNow')).length,
  }).toEqual(model.told);
}

/** Walks at random. Throws an error with the seed and the moves at the first difference. */
async function walkAtRandom(count: number, from: number, rules: Rules = ladderRules) {
  const chance = randomNumbers(from);
  const anyOf = <One>(some: readonly One[]) => some[Math.floor(chance() * some.length)] as One;
  const done = new Map<string, number>();
  let walk: Walk | undefined;
  let trail: string[] = [];
  for (let at = 0; at < count; at += 1) {
    try {
      if (!walk || at % movesPerReport === 0 || (trail.length > 8 && chance() < 0.02)) {
        if (walk) await deleteByApi(patient, walk.reportId);
        await execute(db().delete(outbox));
        await execute(db().delete(quietTimes));
        const isUrgent = chance() < 0.7;
        const fields = { file: 'rash.png', description: `Move ${at}`, ...(isUrgent && { urgent: 'on' }) };
        const { _id: reportId } = await aReportOf(patient, fields);
        walk = { model: newAlertModel(), reportId, urgentSince: 0, count: at, rules };
        if (isUrgent) raise(walk.model, false);
        trail = [isUrgent ? 'uploadUrgent' : 'upload'];
      } else if (chance() < 0.25) {
        const minutes = anyOf(pauses);
        trail.push(`${minutes} minutes`);
        await passMinutes(minutes);
        walk.model.now += minutes;
      } else {
        walk.count = at;
        const name = chance() < 0.3 ? 'job' : anyOf(Object.keys(table));
        trail.push(name);
        done.set(name, (done.get(name) ?? 0) + 1);
        await table[name]?.(walk, anyOf(doctors));
      }
      await compare(walk, doctors.length);
    } catch (error) {
      throw new Error(`seed ${from}: ${trail.join(', ')}: ${(error as Error).message}`, { cause: error });
    }
  }
  if (walk) await deleteByApi(patient, walk.reportId);
  return done;
}

test(`${moves} random moves lead to no alert, and tell nobody, outside the model`, async () => {
  const done = await walkAtRandom(moves, seed);
  if (moves >= 1000) expect(Object.keys(table).filter((name) => !done.has(name))).toEqual([]);
}, 1_800_000);

describe('the walk finds', () => {
  const { climb, findEnding } = ladderRules;
  const faults: Record<string, Rules> = {
    'a rung that was lost': {
      findEnding,
      climb(ladder, now) {
        const step = climb(ladder, now);
        return { ...step, raised: step.raised.filter((rung) => rung !== deskRung) };
      },
    },
    'a message that was sent twice': {
      findEnding,
      climb(ladder, now) {
        const step = climb(ladder, now);
        return step.rung === 1 ? { ...step, rung: ladder.rung, dueAt: ladder.dueAt } : step;
      },
    },
    'an alert that the clock ended': {
      climb,
      findEnding(row, now) {
        const { since } = row as typeof row & { since: Date };
        return now.getTime() - since.getTime() > 100 * minuteMs ? 'reviewed' : findEnding(row, now);
      },
    },
  };
  test.each(Object.entries(faults))(
    '%s',
    async (_name, rules) => {
      await expect(walkAtRandom(2000, seed, rules)).rejects.toThrow(/^seed /);
    },
    600_000,
  );
});
