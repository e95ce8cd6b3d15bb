import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listOpenFollowUps } from '~/domain/desk/follow-ups.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db, execute } from '~/platform/db/db.server';
import { getSettings, setSettings } from '~/platform/settings/env.server';
import { postSettings } from '../../support/accounts';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { aReportOf, type Report } from '../../support/reports';
import { apiRoute, callApi } from '../../support/requests';
import { isShort } from '../../support/short-form';
import { deleteByApi, pendingFor } from '../../support/visits';
import {
  adminCalls,
  advanceTimes,
  doctorCalls,
  patientCalls,
  type ReportState,
  toTranslation,
  translatorCalls,
} from './clinic-moves';
import {
  adminMoves,
  type Doctor,
  doctorMoves,
  holder,
  isClosedTo,
  isHidden,
  isQueued,
  isTranslated,
  type Model,
  markOpened,
  markRead,
  newModel,
  patientMoves,
  pauses,
  progressOf,
  type Step,
  translatorMoves,
  undoSeconds,
} from './model';

/** Number of moves. 10,000 walk the whole table. */
const moves = Number(process.env.MOVES ?? (isShort ? 180 : 400));
/** Seed of the walk. Equal seeds make equal walks. */
const seed = Number(process.env.SEED ?? 21);
const movesPerReport = 60;

let clinic: Clinic;
let people: Record<'patient' | 'translator' | 'admin' | Doctor, Somebody>;
beforeAll(async () => {
  clinic = await openClinic({ LIMIT_SCALE: '1000000' });
  setSettings({ ...getSettings(), UNDO_SECONDS: undoSeconds });
  people = {
    patient: await a.patient(),
    translator: await an.expert({ firstName: 'Tara' }),
    admin: await an.admin(),
    meera: await an.expert(),
    ravi: await an.expert({ firstName: 'Ravi' }),
  };
  await execute(db().update(users).set({ language: 'ta' }).where(eq(users.id, people.patient.id)));
  await postSettings(people.translator, 'languages', { en: 'on', ta: 'on' });
  // The clock stands still, so that a busy machine does not change the timing.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterAll(async () => {
  vi.useRealTimers();
  await clinic.close();
});

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

const keysOf = <Of extends object>(of: Of) => Object.keys(of) as (keyof Of)[];
const doctors: Doctor[] = ['meera', 'ravi'];

/** Every move, with its function in the model and in the clinic. */
const table: [
  name: string,
  inModel: (model: Model) => number,
  inClinic: (at: ReportState) => Promise<number>,
][] = [
  ...keysOf(patientMoves).map(
    (name) =>
      [
        `patient.${name}`,
        (model: Model) => patientMoves[name](model),
        (at: ReportState) => patientCalls[name](people.patient, at),
      ] as (typeof table)[number],
  ),
  ...doctors.flatMap((who) =>
    keysOf(doctorMoves).map(
      (name) =>
        [
          `${who}.${name}`,
          // A suspension ends the session.
          (model: Model) => (model.suspended === who ? 401 : doctorMoves[name](model, who)),
          (at: ReportState) => doctorCalls[name](people[who], at),
        ] as (typeof table)[number],
    ),
  ),
  ...keysOf(translatorMoves).map(
    (name) =>
      [
        `translator.${name}`,
        (model: Model) => translatorMoves[name](model),
        (at: ReportState) => translatorCalls[name](people.translator, at),
      ] as (typeof table)[number],
  ),
  ...keysOf(adminMoves).map(
    (name) =>
      [
        `admin.${name}`,
        (model: Model) => adminMoves[name](model),
        (at: ReportState) => adminCalls[name](people, at),
      ] as (typeof table)[number],
  ),
];

/** Maps an API status to that of a page, where every refusal counts as 409. */
const onPage = (status: number) => (status === 200 ? 200 : 409);

const read = async ({ token }: Somebody, reportId: string) =>
  (await callApi(apiRoute('report/get-report'), { token, params: { reportId } })).json.data as
    | (Report & {
        progress: string;
        version: number;
        claim: { expert: { _id: string } } | null;
        nextStep: Step;
      })
    | undefined;

/** The review in force, its translation, and the texts that the patient never sees again. */
type Texts = { current: string; translation: string; removed: string[] };

/** Compares what each user sees with the model. */
async function compare(model: Model, { reportId }: ReportState, texts: Texts) {
  const whole = await read(people.admin, reportId);
  const by = model.status === 'Pending' ? holder(model) : null;
  expect(whole).toMatchObject({
    status: model.status === 'Reviewed' ? 'Reviewed' : 'Pending',
    progress: progressOf(model),
    version: model.version,
    claim: by ? { expert: { _id: people[by].id } } : null,
    nextStep: model.step,
  });
  const seen = await read(people.patient, reportId);
  const shows = model.status === 'Reviewed' && !isHidden(model);
  expect(seen).toMatchObject({
    status: shows ? 'Reviewed' : 'Pending',
    nextStep: shows ? model.step : null,
    translations: isTranslated(model) ? [{ language: 'ta', review: texts.translation }] : [],
  });
  const isFollowed = (await listOpenFollowUps()).some((row) => row.reportId === reportId);
  expect(isFollowed, 'somebody looks after "go today" while it is in force').toBe(
    shows && model.step?.step === 'goToday',
  );
  const patientText = JSON.stringify(seen);
  expect(patientText.includes(texts.current), 'the patient reads the review once it is visible').toBe(shows);
  for (const words of texts.removed)
    expect(patientText, 'no text that was undone or taken back').not.toContain(words);
  for (const who of doctors.filter((one) => one !== model.suspended)) {
    const list = (await pendingFor(people[who], '?limit=100')).json.data as Report[];
    expect(
      list.some(({ _id }) => _id === reportId),
      `in the queue of ${who}`,
    ).toBe(isQueued(model));
    if (isQueued(model)) markRead(model, who);
    if (!isClosedTo(model, who)) continue;
    const shown = await read(people[who], reportId);
    expect(shown?.reportUrl ?? null).toBeNull();
    if (!shown) continue;
    markOpened(model, who);
    if (shown.status === 'Pending') markRead(model, who);
  }
}

test(`${moves} random moves of a patient, two doctors, a translator and an admin lead to no state outside the table`, async () => {
  const chance = randomNumbers(seed);
  const anyOf = <One>(some: readonly One[]) => some[Math.floor(chance() * some.length)] as One;
  const tally = new Map<string, number>();
  let model = newModel();
  let at: ReportState = { reportId: '', version: 0, text: '' };
  let texts: Texts = { current: '', translation: '', removed: [] };
  let walked: string[] = [];
  for (let count = 0; count < moves; count += 1) {
    if (count % movesPerReport === 0) {
      const { suspended } = model;
      // Each walk leaves a clinic without reports, so that long tests do not read ever longer lists.
      if (at.reportId) expect((await deleteByApi(people.patient, at.reportId)).status).toBe(200);
      model = { ...newModel(), suspended };
      const { _id } = await aReportOf(people.patient, { file: 'rash.png', description: `Move ${count}` });
      at = { ...at, reportId: _id };
      texts = { current: 'no review', translation: '', removed: [] };
      walked = [];
    }
    at = { ...at, version: model.version, text: `words-of-move-${count}- and what the patient has to know` };
    const before = { status: model.status, author: model.author };
    if (chance() < 0.15) {
      const pause = anyOf(keysOf(pauses));
      walked.push(pause);
      pauses[pause](model);
      await advanceTimes[pause](at);
    } else {
      // Half the moves are picked from the allowed ones, since most are refused: first a progress,
      // then a move that leads to it, because many moves lead to a review and few to a question.
      const allowed = table.flatMap((move) => {
        const after = structuredClone(model);
        return move[1](after) === 200 ? [{ move, progress: progressOf(after) }] : [];
      });
      const next = anyOf([...new Set(allowed.map(({ progress }) => progress))]);
      const leading = allowed.filter(({ progress }) => progress === next).map(({ move }) => move);
      const [name, inModel, inClinic] = anyOf(chance() < 0.5 ? leading : table);
      walked.push(name);
      const isPage = /OnPage|undo/i.test(name);
      const expected = isPage ? onPage(inModel(model)) : inModel(model);
      const trail = `seed ${seed}: ${walked.join(', ')}`;
      expect(await inClinic(at), trail).toBe(expected);
      tally.set(`${name} ${expected}`, (tally.get(`${name} ${expected}`) ?? 0) + 1);
      if (name.startsWith('translator') && expected === 200) texts.translation = toTranslation(at.text);
      if (before.status !== 'Reviewed' && model.status === 'Reviewed') texts.current = at.text;
      // The patient never again sees a text that was undone or taken back.
      if (before.status === 'Reviewed' && model.status !== 'Reviewed') {
        texts.removed.push(texts.current);
        texts.current = 'no review';
      }
    }
    try {
      await compare(model, at, texts);
    } catch (error) {
      throw new Error(`seed ${seed}: ${walked.join(', ')}`, { cause: error });
    }
  }
  // A walk of mostly refused moves would prove little.
  const succeeded = [...tally.entries()].filter(([name]) => name.endsWith(' 200'));
  const neverDone = table.flatMap(([name]) => (tally.has(`${name} 200`) ? [] : name));
  if (moves >= 10_000) expect(neverDone).toEqual([]);
  process.stdout.write(`  ${moves} moves: ${succeeded.reduce((sum, [, times]) => sum + times, 0)} done, `);
  process.stdout.write(`${tally.size} kinds of answers\n`);
}, 1_800_000);
