import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { purge } from '~/domain/clinic/purge.server';
import { beginChangeEpoch } from '~/domain/desk/report-changes.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reviewSteps } from '~/platform/db/core/tables/next-steps.server';
import { reports, translations } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import * as pendingPage from '~/routes/dashboard/pending-report';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { askAbout } from '../../support/questions';
import { readSql, runSql } from '../../support/raw';
import {
  amendReviewOf,
  aReportOf,
  aReviewedReportOf,
  correctReportOf,
  giveConsentFor,
  type Report,
  takeBackOf,
  withdrawConsentFor,
} from '../../support/reports';
import { apiRoute, callApi, getPage } from '../../support/requests';
import { isOnPostgres } from '../../support/test-database';
import { deleteByApi } from '../../support/visits';

let patient: Somebody;
let doctor: Somebody;
let admin: Somebody;
clinicForFile();
beforeAll(async () => {
  [doctor, admin] = [await an.expert(), await an.admin()];
});
beforeEach(async () => {
  patient = await a.patient();
});

type Answer = {
  data: Report[];
  meta: { total: number };
  changes?: { removed: string[]; cursor: string; hasMore: boolean };
  code?: string;
};
const own = () => ({ call: 'get-report-by-patientId', params: { patientId: patient.id } });
type List = { call: string; params?: { patientId: string } };

async function ask(viewer: Somebody, { call, params = undefined }: List, query: Record<string, string>) {
  const { status, json, headers } = await callApi(apiRoute(`report/${call}`), {
    path: `/api/v1/report/${call}?${new URLSearchParams(query)}`,
    params: params ?? {},
    token: viewer.token,
  });
  return { status, headers, ...(json as unknown as Answer) };
}

/**
 * Waits until every transaction on the server that was open is over, those of other databases too: on
 * PostgreSQL a cursor stops before the oldest of them.
 */
async function untilOthersEnd() {
  if (!isOnPostgres) return;
  const [own] = await readSql<{ xid: string }>('select cast(pg_current_xact_id() as text) as xid');
  const isOver = `select pg_snapshot_xmin(pg_current_snapshot()) > '${own?.xid}' as over`;
  await vi.waitUntil(async () => (await readSql<{ over: boolean }>(isOver))[0]?.over, { timeout: 30_000 });
}

/** Reads what changed since a cursor. */
async function changesOf(viewer: Somebody, list: List, changedSince = 'start', limit = '100') {
  await untilOthersEnd();
  const answer = await ask(viewer, list, { changedSince, limit });
  expect(answer.status).toBe(200);
  const { data, changes } = answer;
  return { ids: data.map(({ _id }) => _id), data, ...(changes as NonNullable<Answer['changes']>) };
}

const settle = () => runSql('update report_changes set hidden_until = 1 where hidden_until is not null');

/** Reviews a report as a server does on a page whose clock shows this time. */
const reviewAt = (reportId: string, now: number) =>
  execute(
    db()
      .update(reports)
      .set({
        status: 'Reviewed',
        review: 'Your iron is low.',
        expertId: doctor.id,
        expertFirstName: 'Meera',
        reviewedAt: new Date(now),
        hiddenUntil: new Date(now + 10_000),
        version: 1,
        updatedAt: new Date(now),
      })
      .where(eq(reports.id, reportId)),
  );
const undoReview = (reportId: string) =>
  execute(
    db()
      .update(reports)
      .set({ status: 'Pending', review: null, expertId: null, reviewedAt: null, hiddenUntil: null })
      .where(eq(reports.id, reportId)),
  );

describe('the changes of a list', () => {
  test('begin with the whole list, page by page, and then name only what changed', async () => {
    const sent = [await aReportOf(patient), await aReportOf(patient), await aReportOf(patient)].map(
      (one) => one._id,
    );
    await untilOthersEnd();
    const first = await ask(patient, own(), { changedSince: 'start', limit: '2' });
    expect(first.data.map(({ _id }) => _id)).toEqual(sent.slice(0, 2));
    expect(first.changes).toMatchObject({ removed: [], hasMore: true });
    expect(first.headers.get('Link')).toBe(
      `<http://clinic.test/api/v1/report/get-report-by-patientId?changedSince=${first.changes?.cursor}&limit=2>; rel="next"`,
    );
    const rest = await changesOf(patient, own(), first.changes?.cursor, '2');
    expect(rest).toMatchObject({ ids: sent.slice(2), removed: [], hasMore: false });
    await aReportOf(await a.patient());
    const none = await changesOf(patient, own(), rest.cursor);
    expect(none).toMatchObject({ ids: [], removed: [], hasMore: false });
    await correctReportOf(patient, sent[1] ?? '', { description: 'Corrected' });
    const next = await changesOf(patient, own(), none.cursor);
    expect(next.data).toMatchObject([{ _id: sent[1], description: 'Corrected' }]);
    expect(await changesOf(patient, own(), next.cursor)).toMatchObject({ ids: [], removed: [] });
    // A cursor may be used again after a lost answer.
    expect(await changesOf(patient, own(), none.cursor)).toMatchObject({ ids: [sent[1]] });
  });

  test('name a deleted report, to nobody who began later', async () => {
    const [kept, gone] = [(await aReportOf(patient))._id, (await aReportOf(patient))._id];
    const { cursor } = await changesOf(patient, own());
    const ofQueue = await changesOf(doctor, { call: 'get-pending-reports' });
    await deleteByApi(patient, gone);
    expect(await changesOf(patient, own(), cursor)).toMatchObject({ ids: [], removed: [gone] });
    expect(await changesOf(doctor, { call: 'get-pending-reports' }, ofQueue.cursor)).toMatchObject({
      removed: [gone],
    });
    expect(await changesOf(patient, own())).toMatchObject({ ids: [kept], removed: [] });
  });

  test('move a report from the queue to the lists of reviews, and back once it is taken back', async () => {
    const lists = [
      { viewer: doctor, call: 'get-pending-reports' },
      { viewer: doctor, call: 'get-report-by-expertId' },
      { viewer: admin, call: 'get-report-by-expertId' },
      { viewer: admin, call: 'get-all-reviewed-reports' },
    ];
    const cursors = await Promise.all(
      lists.map(async ({ viewer, call }) => (await changesOf(viewer, { call })).cursor),
    );
    const colleague = await an.expert();
    const ofColleague = await changesOf(colleague, { call: 'get-report-by-expertId' });
    const { _id } = await aReviewedReportOf(patient, doctor);
    const poll = () =>
      Promise.all(
        lists.map(async ({ viewer, call }, at) => {
          const { ids, removed, cursor } = await changesOf(viewer, { call }, cursors[at]);
          cursors[at] = cursor;
          return { ids, removed };
        }),
      );
    const [shown, hidden] = [
      { ids: [_id], removed: [] },
      { ids: [], removed: [_id] },
    ];
    expect(await poll()).toEqual([hidden, shown, shown, shown]);
    await takeBackOf(doctor, _id);
    expect(await poll()).toEqual([shown, hidden, hidden, hidden]);
    expect(await changesOf(colleague, { call: 'get-report-by-expertId' }, ofColleague.cursor)).toMatchObject({
      ids: [],
      removed: [],
    });
  });

  test('take a report whose consent is withdrawn from doctors, and leave it to its patient', async () => {
    const { _id } = await aReportOf(patient);
    const ofDoctor = await changesOf(doctor, own());
    const ofQueue = await changesOf(doctor, { call: 'get-pending-reports' });
    const ofPatient = await changesOf(patient, own());
    await aReportOf(patient);
    await withdrawConsentFor(patient, _id);
    const removed = await changesOf(doctor, own(), ofDoctor.cursor);
    expect(removed).toMatchObject({ removed: [_id] });
    expect(JSON.stringify(removed.data)).not.toContain(_id);
    expect(await changesOf(doctor, { call: 'get-pending-reports' }, ofQueue.cursor)).toMatchObject({
      removed: [_id],
    });
    expect((await changesOf(patient, own(), ofPatient.cursor)).ids).toContain(_id);
    expect(await changesOf(doctor, own())).toMatchObject({ removed: [] });
    await giveConsentFor(patient, _id);
    expect((await changesOf(doctor, own(), removed.cursor)).ids).toEqual([_id]);
  });

  test('hide from an expert who is not approved what their list hides', async () => {
    const newcomer = await an.unapprovedExpert();
    const { _id } = await aReportOf(patient, { description: 'Secret words' });
    const { data, cursor } = await changesOf(newcomer, { call: 'get-pending-reports' });
    const masked = data.find((report) => report._id === _id);
    expect(masked).toMatchObject({ description: null, reportUrl: null, patient: { _id: null } });
    // Once they are approved, they have to read the list again.
    await execute(db().update(users).set({ approved: true }).where(eq(users.id, newcomer.id)));
    const answer = await ask(newcomer, { call: 'get-pending-reports' }, { changedSince: cursor });
    expect([answer.status, answer.code]).toEqual([422, 'cursor_invalid']);
    await execute(db().update(users).set({ suspendedAt: new Date() }).where(eq(users.id, newcomer.id)));
    expect((await ask(newcomer, { call: 'get-pending-reports' }, { changedSince: cursor })).status).toBe(403);
  });

  test('record whose reports staff saw, and nothing while nothing changed', async () => {
    const { _id } = await aReportOf(patient);
    const manager = await an.admin();
    const linesOf = () => db().$count(audit, eq(audit.actorId, manager.id));
    const before = await linesOf();
    const { cursor } = await changesOf(manager, own());
    expect(await linesOf()).toBe(before + 1);
    await changesOf(manager, own(), cursor);
    expect(await linesOf()).toBe(before + 1);
    await correctReportOf(patient, _id, { description: 'Corrected' });
    await changesOf(manager, own(), cursor);
    expect(await linesOf()).toBe(before + 2);
  });

  test('are no part of the page of the list', async () => {
    await aReportOf(patient);
    const page = await getPage(pendingPage, {
      path: '/dashboard/pending-report?changedSince=start&limit=1',
      cookie: doctor.cookie,
    });
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('cursor');
  });
});

describe('what is shown with a report changes it:', () => {
  const writes: [string, (reportId: string) => Promise<unknown>][] = [
    ['a question', (id) => askAbout(doctor, id)],
    ['a withdrawn consent', (id) => withdrawConsentFor(patient, id)],
    [
      'the name of the patient',
      () => runSql(`update users set first_name = 'Usha' where id = '${patient.id}'`),
    ],
    [
      'a claim',
      (id) =>
        runSql(
          `update reports set claimed_by = '${doctor.id}', claimed_at = 1, claimed_until = 2 where id = '${id}'`,
        ),
    ],
    [
      'what an older server writes',
      (id) => runSql(`update reports set page_notes = null where id = '${id}'`),
    ],
  ];
  test.each(writes)('%s', async (_what, write) => {
    const { _id } = await aReportOf(patient);
    const { cursor } = await changesOf(patient, own());
    await write(_id);
    expect(await changesOf(patient, own(), cursor)).toMatchObject({ ids: [_id], removed: [] });
  });

  const at = new Date();
  const ofReview: [string, (reportId: string) => Promise<unknown>][] = [
    ['an addition', (id) => amendReviewOf(doctor, id, { kind: 'addition', text: 'Drink more water' })],
    [
      'a translation',
      (reportId) =>
        execute(
          db()
            .insert(translations)
            .values({
              ...{ id: `of ${reportId}`, reportId, language: 'hi', review: 'सब ठीक है', createdAt: at },
              ...{ expertId: doctor.id, expertFirstName: 'Meera', expertLastName: 'Nair' },
            }),
        ),
    ],
    [
      'a next step',
      (reportId) =>
        execute(db().insert(reviewSteps).values({ reportId, version: 1, step: 'none', chosenAt: at })),
    ],
  ];
  test.each(ofReview)('%s', async (_what, write) => {
    const { _id } = await aReviewedReportOf(patient, doctor);
    const before = await numberOf(_id);
    await write(_id);
    expect(await numberOf(_id)).toBeGreaterThan(before);
  });
});

/** Reads the number of the last change of a report in its patient's list. */
async function numberOf(reportId: string) {
  const [row] = await readSql<{ seq: number }>(
    `select seq from report_changes where report_id = '${reportId}' and list like 'patient/%'`,
  );
  return Number(row?.seq);
}

describe('a review that can be undone', () => {
  const clocks = [0, -300_000, 300_000];
  test.each(clocks)(
    'is shown once that time is over, and holds nobody up: a clock off by %i ms',
    async (wrongBy) => {
      const { _id } = await aReportOf(patient);
      const { cursor } = await changesOf(patient, own());
      await reviewAt(_id, Date.now() + wrongBy);
      const other = (await aReportOf(patient))._id;
      const waiting = await changesOf(patient, own(), cursor);
      expect(waiting).toMatchObject({ ids: [other], removed: [], hasMore: false });
      expect(await changesOf(admin, { call: 'get-all-reviewed-reports' })).not.toMatchObject({
        ids: expect.arrayContaining([_id]),
      });
      await settle();
      const shown = await changesOf(patient, own(), waiting.cursor);
      expect(shown.data).toMatchObject([{ _id, status: 'Reviewed', review: 'Your iron is low.' }]);
      expect(await changesOf(patient, own(), shown.cursor)).toMatchObject({ ids: [], removed: [] });
    },
  );

  test('is never shown once it is undone, and the report stays in the queue', async () => {
    const { _id } = await aReportOf(patient);
    const ofPatient = await changesOf(patient, own());
    const ofQueue = await changesOf(doctor, { call: 'get-pending-reports' });
    await reviewAt(_id, Date.now());
    const between = await changesOf(patient, own(), ofPatient.cursor);
    const queueBetween = await changesOf(doctor, { call: 'get-pending-reports' }, ofQueue.cursor);
    expect([between.ids, queueBetween.removed]).toEqual([[], []]);
    await undoReview(_id);
    await settle();
    expect((await changesOf(patient, own(), between.cursor)).data).toMatchObject([
      { _id, status: 'Pending', review: null },
    ]);
    const queue = await changesOf(doctor, { call: 'get-pending-reports' }, queueBetween.cursor);
    expect(queue.ids).toContain(_id);
    expect(queue.removed).not.toContain(_id);
  });

  test('waits longer after an extension', async () => {
    const { _id } = await aReportOf(patient);
    const endOf = async () =>
      Number(
        (
          await readSql<{ at: number }>(
            `select max(hidden_until) as at from report_changes where report_id = '${_id}'`,
          )
        )[0]?.at,
      );
    await reviewAt(_id, Date.now() - 300_000);
    const before = await endOf();
    await runSql(`update reports set hidden_until = hidden_until + 20000 where id = '${_id}'`);
    expect((await endOf()) - before).toBe(20_000);
  });

  test('leaves the queue for its readers only when it shows', async () => {
    const { _id } = await aReportOf(patient);
    const { cursor } = await changesOf(doctor, { call: 'get-pending-reports' });
    await reviewAt(_id, Date.now());
    const waiting = await changesOf(doctor, { call: 'get-pending-reports' }, cursor);
    expect(waiting.removed).toEqual([]);
    await settle();
    const shown = await changesOf(doctor, { call: 'get-pending-reports' }, waiting.cursor);
    expect(shown.removed).toContain(_id);
  });
});

describe('a cursor', () => {
  const refusalOf = async (viewer: Somebody, list: List, query: Record<string, string>) => {
    const { status, code } = await ask(viewer, list, query);
    return [status, code];
  };

  test('is for one list and one viewer, and cannot be changed', async () => {
    const { cursor } = await changesOf(patient, own());
    const neighbour = await a.patient();
    const invalid = [422, 'cursor_invalid'];
    const changed = `${cursor.slice(0, -2)}${cursor.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const changedSince of [changed, `${cursor}A`])
      expect(await refusalOf(patient, own(), { changedSince })).toEqual(invalid);
    expect(await refusalOf(patient, own(), { changedSince: 'yesterday' })).toEqual(invalid);
    expect(await refusalOf(admin, own(), { changedSince: cursor })).toEqual(invalid);
    const ofQueue = await changesOf(admin, { call: 'get-pending-reports' });
    expect(
      await refusalOf(admin, { call: 'get-all-reviewed-reports' }, { changedSince: ofQueue.cursor }),
    ).toEqual(invalid);
    expect((await refusalOf(neighbour, own(), { changedSince: cursor }))[0]).toBe(404);
  });

  test.each(['page=1', 'reportType=ECG', 'status=Pending'])('is refused beside %s', async (field) => {
    const { status, json } = await callApi(apiRoute('report/get-report-by-patientId'), {
      path: `/?changedSince=start&${field}`,
      params: { patientId: patient.id },
      token: patient.token,
    });
    expect([status, json.errors]).toEqual([
      422,
      { changedSince: 'Changes cannot be combined with a page or a filter' },
    ]);
  });

  test('expires once removals after it are forgotten, 90 days later', async () => {
    const { _id } = await aReportOf(patient);
    const early = await changesOf(patient, own());
    await deleteByApi(patient, _id);
    const late = await changesOf(patient, own(), early.cursor);
    expect(late.removed).toEqual([_id]);
    await runSql(`update report_changes set gone_at = gone_at - 7776000000 where report_id = '${_id}'`);
    await purge();
    expect(await readSql(`select seq from report_changes where report_id = '${_id}'`)).toEqual([]);
    expect(await refusalOf(patient, own(), { changedSince: early.cursor })).toEqual([422, 'cursor_expired']);
    expect(await changesOf(patient, own(), late.cursor)).toMatchObject({ ids: [], removed: [] });
  });

  test('expires when the database is put back to an earlier state', async () => {
    const { cursor } = await changesOf(patient, own());
    await beginChangeEpoch();
    expect(await refusalOf(patient, own(), { changedSince: cursor })).toEqual([422, 'cursor_expired']);
    expect((await changesOf(patient, own())).hasMore).toBe(false);
  });
});

test('the rows of a deleted account go with it', async () => {
  await runSql(`insert into report_changes (list, report_id) values ('patient/${patient.id}', 'gone')`);
  await runSql(`delete from sessions where user_id = '${patient.id}'`);
  await runSql(`delete from users where id = '${patient.id}'`);
  expect(await readSql(`select seq from report_changes where list = 'patient/${patient.id}'`)).toEqual([]);
});
