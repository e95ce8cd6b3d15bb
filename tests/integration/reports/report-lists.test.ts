import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { findSeenPatients } from '~/domain/audit/audit-entry.server';
import { patientList, pendingList, reviewedList } from '~/domain/report/list-schemas';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import type { ReportType } from '~/platform/enums';
import * as approvedPage from '~/routes/dashboard/admin/approved-expert';
import * as pendingExpertPage from '~/routes/dashboard/admin/pending-expert';
import * as home from '~/routes/dashboard/home';
import * as pendingPage from '~/routes/dashboard/pending-report';
import * as ofPatientPage from '~/routes/dashboard/previous-report';
import * as ownReviewedPage from '~/routes/dashboard/previous-reviewed-report';
import * as allReviewedPage from '~/routes/dashboard/previous-reviewed-reports';
import { choiceNames } from '~/ui/lists/list-filters';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { runSql } from '../../support/raw';
import { apiRoute, callApi, getPage, type Params, type RouteModule } from '../../support/requests';

const getApproved = apiRoute('expert/get-approved-expert');
const getPendingExperts = apiRoute('expert/get-pending-expert');
const getAllReviewed = apiRoute('report/get-all-reviewed-reports');
const getPending = apiRoute('report/get-pending-reports');
const getOwnReviewed = apiRoute('report/get-report-by-expertId');
const getOfPatient = apiRoute('report/get-report-by-patientId');

let asha: Somebody;
let emile: Somebody;
let meera: Somebody;
let priya: Somebody;
let dev: Somebody;
let admin: Somebody;

clinicForFile();
beforeAll(async () => {
  [asha, emile] = [await a.patient({ firstName: 'Asha' }), await a.patient({ firstName: 'Émile_5%' })];
  [meera, priya] = [await an.expert({ firstName: 'Meera' }), await an.expert({ firstName: 'Priya' })];
  [dev, admin] = [await an.unapprovedExpert(), await an.admin()];
  const rows = [
    aReport('w1', asha, 'ECG'),
    aReport('w2', emile, 'MRI'),
    aReport('w3', asha, 'MRI'),
    aReport('r1', asha, 'ECG', meera),
    aReport('r2', emile, 'MRI', meera),
    aReport('r3', asha, 'MRI', priya),
  ];
  await execute(db().insert(reports).values(rows));
});

const start = Date.UTC(2026, 2, 5, 10);
let serial = 0;
/** Builds a row of a report, a minute newer than the row before. */
function aReport(id: string, patient: Somebody, reportType: ReportType, expert?: Somebody) {
  serial += 1;
  const at = new Date(start + serial * 60_000);
  return {
    id,
    patientId: patient.id,
    reportType,
    phoneNumber: '+919876543210',
    fileName: id,
    mediaType: 'application/pdf' as const,
    resourceType: 'raw' as const,
    bytes: 1,
    createdAt: at,
    updatedAt: at,
    ...(expert && {
      status: 'Reviewed' as const,
      review: `Review of ${id}`,
      expertId: expert.id,
      expertFirstName: expert.firstName,
      expertLastName: expert.lastName,
      reviewedAt: at,
    }),
  };
}

type List = {
  data: { _id: string; firstName?: string }[];
  meta: { page: number; limit: number; total: number };
};
const idsOf = ({ data }: List) => data.map(({ _id }) => _id);

async function atBothDoors(
  [api, page]: readonly [RouteModule, RouteModule],
  { token, cookie }: Somebody,
  query = '',
  params: Params = {},
) {
  const called = await callApi(api, { token, params, path: `/x${query}` });
  expect(called.status).toBe(200);
  const opened = await getPage(page, { cookie, params, path: `/x${query}` });
  const [apiList, pageList] = [called.json as unknown as List, opened.data as List];
  expect(idsOf(pageList), 'the page and the API agree').toEqual(idsOf(apiList));
  // By default, the API returns more rows at once than the page.
  expect({ ...pageList.meta, limit: apiList.meta.limit }).toEqual(apiList.meta);
  return Object.assign(idsOf(apiList), { message: called.json.message, total: apiList.meta.total });
}

const pending = [getPending, pendingPage] as const;
const ownReviewed = [getOwnReviewed, ownReviewedPage] as const;
const allReviewed = [getAllReviewed, allReviewedPage] as const;
const ofPatient = [getOfPatient, ofPatientPage] as const;
const pendingExperts = [getPendingExperts, pendingExpertPage] as const;
const approved = [getApproved, approvedPage] as const;
type Channels = readonly [RouteModule, RouteModule];
/** Fields of a list that choose its page or its patient. */
const notFilters = ['changedSince', 'page', 'limit', 'patientId'];
/** Checks whether a filter is free text rather than a choice among a few values. */
const isTyped = (filter: string) => ['q', 'person'].includes(filter);

describe('who sees what', () => {
  test.each<[what: string, channels: Channels, who: () => Somebody, ids: string[]]>([
    ['a doctor: their own reviews, the newest first', ownReviewed, () => meera, ['r2', 'r1']],
    ['another doctor: only theirs', ownReviewed, () => priya, ['r3']],
    ['a doctor not yet approved: none', ownReviewed, () => dev, []],
    ['an admin: everybody’s reviews', ownReviewed, () => admin, ['r3', 'r2', 'r1']],
    ['an admin: all reviewed reports', allReviewed, () => admin, ['r3', 'r2', 'r1']],
    ['a doctor: what waits, the longest waiting first', pending, () => meera, ['w1', 'w2', 'w3']],
  ])('%s', async (_what, channels, who, ids) => {
    expect([...(await atBothDoors(channels, who()))]).toEqual(ids);
  });

  test('a doctor whose approval was withdrawn no longer sees what they reviewed', async () => {
    await execute(
      db()
        .insert(reports)
        .values(aReport('gone', asha, 'ECG', dev)),
    );
    expect([...(await atBothDoors(ownReviewed, dev))]).toEqual([]);
    await execute(db().delete(reports).where(eq(reports.id, 'gone')));
  });

  test('the calls answer in the exact words', async () => {
    expect((await atBothDoors(ownReviewed, meera)).message).toBe('Report Fetched Successfully');
    expect((await atBothDoors(allReviewed, admin)).message).toBe('Successfully fetched the report');
    await runSql(`alter table reports rename to reports_gone`);
    const failed = await Promise.all([
      callApi(getOwnReviewed, { token: meera.token }),
      callApi(getAllReviewed, { token: admin.token }),
    ]);
    const page = await getPage(pendingPage, { cookie: meera.cookie });
    await runSql(`alter table reports_gone rename to reports`);
    expect(failed.map(({ status, json }) => [status, json.message])).toEqual([
      [500, 'Could not fetch the report'],
      [500, 'Could not fetch all Reports'],
    ]);
    expect([page.status, page.message]).toEqual([500, 'Could Not Fetch PEnding report']);
    expect((page.data as { incident: string }).incident).toMatch(/^[0-9a-z]{10}$/);
    expect([...(await atBothDoors(pending, meera))], 'the list still works afterwards').toEqual([
      'w1',
      'w2',
      'w3',
    ]);
  });

  test('a reviewed report comes with review, patient, expert and the moment of the review', async () => {
    const { json } = await callApi(getAllReviewed, { token: admin.token });
    expect((json as unknown as List).data[0]).toMatchObject({
      _id: 'r3',
      review: 'Review of r3',
      status: 'Reviewed',
      phoneNumber: '+919876543210',
      patient: { firstName: 'Asha', email: asha.email },
      expert: { _id: priya.id, firstName: 'Priya' },
      reviewedAt: new Date(start + 6 * 60_000).toISOString(),
    });
  });

  test('an approved expert is shown to colleagues without gender and date of birth', async () => {
    for (const who of [dev, meera, admin]) {
      expect([...(await atBothDoors(approved, who))]).toEqual([meera.id, priya.id]);
    }
    const { json } = await callApi(getApproved, { token: dev.token });
    expect((json as unknown as List).data[0]).toMatchObject({
      firstName: 'Meera',
      email: meera.email,
      contactNumber: '+919876543210',
      accountType: 'Expert',
      approved: true,
      additionalDetails: { gender: null, dateOfBirth: null },
    });
    expect([...(await atBothDoors(pendingExperts, admin))]).toEqual([dev.id]);
  });

  test('the audit log names the patients seen in a list, but not for masked rows', async () => {
    const seenBy = async ({ id }: Somebody) => {
      const lines = await db().select().from(audit).where(eq(audit.actorId, id)).orderBy(audit.id);
      const looks = lines.filter(({ action }) => action === 'report.listed');
      const seen = await findSeenPatients(looks);
      return looks.flatMap(({ id: line, objectId }) => seen.get(line) ?? [objectId]);
    };
    await callApi(getPending, { token: priya.token });
    expect(new Set(await seenBy(priya))).toEqual(new Set([asha.id, emile.id]));
    await callApi(getPending, { token: dev.token });
    expect(await seenBy(dev)).toEqual([]);
  });
});

describe('filters', () => {
  const rows: [what: string, query: string, channels: Channels, who: () => Somebody, ids: string[]][] = [
    ['pending reports', '?reportType=MRI', pending, () => meera, ['w2', 'w3']],
    ['pending reports', '?q=asha', pending, () => meera, ['w1', 'w3']],
    ['pending reports', '?q=asha&reportType=MRI', pending, () => meera, ['w3']],
    ['pending reports', '?reportType=&q=', pending, () => meera, ['w1', 'w2', 'w3']],
    ['pending reports', '?language=hi', pending, () => meera, []],
    ['pending reports', '?language=en', pending, () => meera, ['w1', 'w2', 'w3']],
    ['pending reports', '?waitsFor=admin', pending, () => meera, []],
    ['pending reports', '?urgent=yes', pending, () => meera, []],
    ['a patient’s reports', '?status=Reviewed&reportType=ECG', ofPatient, () => asha, ['r1']],
    ['a patient’s reports', '?person=none', ofPatient, () => asha, ['r3', 'r1', 'w3', 'w1']],
    ['a patient’s reports', '?person=somebody', ofPatient, () => asha, []],
    ['reviewed reports', '?reportType=ECG', ownReviewed, () => meera, ['r1']],
    ['reviewed reports', '?q=ASHA', ownReviewed, () => meera, ['r1']],
    ['reviewed reports', '?q=priya', ownReviewed, () => meera, []],
    ['reviewed reports', '?reportType=MRI', ownReviewed, () => admin, ['r3', 'r2']],
    ['reviewed reports', '?stepAnswer=none', ownReviewed, () => meera, []],
    ['all reviewed reports', '?stepAnswer=none', allReviewed, () => admin, []],
    ['all reviewed reports', '?q=meera', allReviewed, () => admin, ['r2', 'r1']],
    ['all reviewed reports', '?q=Asha', allReviewed, () => admin, ['r3', 'r1']],
    ['all reviewed reports', '?q=meera&reportType=MRI', allReviewed, () => admin, ['r2']],
    ['all reviewed reports', '?q=Review', allReviewed, () => admin, []],
    ['approved experts', '?q=meera', approved, () => dev, ['Meera']],
    ['approved experts', '?q=expert1%25', approved, () => dev, []],
    ['pending experts', '?q=dev', pendingExperts, () => admin, ['Dev']],
    ['pending experts', '?q=CLINIC.test', pendingExperts, () => admin, ['Dev']],
    ['pending experts', '?q=meera', pendingExperts, () => admin, []],
  ];
  test.each(rows)('%s with %s', async (_what, query, channels, who, ids) => {
    const foundIds = await atBothDoors(
      channels,
      who(),
      query,
      channels === ofPatient ? { patientId: who().id } : {},
    );
    const names = new Map([
      [meera.id, 'Meera'],
      [dev.id, 'Dev'],
    ]);
    expect(foundIds.map((id) => names.get(id) ?? id)).toEqual(ids);
    expect(foundIds.total).toBe(ids.length);
  });

  test.each([
    ['pendingList', pendingList, pending],
    ['reviewedList', reviewedList, ownReviewed],
    ['reviewedList', reviewedList, allReviewed],
    ['patientList', patientList, ofPatient],
  ] as const)('each filter of %s has a row', (name, schema, channels) => {
    const tried = rows
      .filter((row) => row[2] === channels)
      .flatMap(([, query]) => [...new URLSearchParams(query).keys()]);
    const filters = Object.keys(schema.shape).filter((filter) => !notFilters.includes(filter));
    const wordless = filters.filter(
      (filter) => !isTyped(filter) && !choiceNames.some((one) => one === filter),
    );
    expect(wordless, 'Add a label for each new filter to app/ui/lists/list-filters.ts').toEqual([]);
    const missing = filters.filter((filter) => !tried.includes(filter));
    expect(
      missing,
      `Add a row for each new filter of ${name} to tests/integration/reports/report-lists.test.ts`,
    ).toEqual([]);
  });

  test.each(['%', '_', 'a%', '\\', "'", 'Émile\\_5', ','])(
    'a search for %s matches these exact characters',
    async (q) => {
      expect([...(await atBothDoors(pending, meera, `?q=${encodeURIComponent(q)}`))]).toEqual(
        q === '%' || q === '_' ? ['w2'] : [],
      );
    },
  );

  test.each(['Émile_5%', 'mile', 'ÉMILE_5%'])('finds Émile by %s', async (q) => {
    expect([...(await atBothDoors(pending, meera, `?q=${encodeURIComponent(q)}`))]).toEqual(['w2']);
  });

  test('a whole name is found by its words in any order, with any number of spaces', async () => {
    const { lastName } = asha;
    for (const typed of [
      ` asha   ${lastName} `,
      `${lastName} Asha`,
      `${lastName}, ASHA`,
      `sha ${lastName}،`,
    ]) {
      const q = encodeURIComponent(typed);
      expect([...(await atBothDoors(pending, meera, `?q=${q}`))], typed).toEqual(['w1', 'w3']);
    }
    const q = encodeURIComponent(`asha ${lastName} mile`);
    expect([...(await atBothDoors(pending, meera, `?q=${q}`))], 'every word counts').toEqual([]);
  });

  test('a case number is found in every spelling, in every staff list that has it', async () => {
    const cased = [
      aReport('zr1vscgz0000000000000waits', asha, 'ECG'),
      aReport('zr1vscg00000000000000other', asha, 'ECG'),
      aReport('2b0rn0t2000000000reviewed', emile, 'MRI', meera),
      aReport('karth1ke000000000000waits', emile, 'MRI'),
    ];
    await execute(db().insert(reports).values(cased));
    const find = async (channels: Channels, who: Somebody, q: string) => [
      ...(await atBothDoors(channels, who, `?q=${encodeURIComponent(q)}`)),
    ];
    for (const q of ['ZR1V-SCGZ', 'zr1vscgz', 'ZRIV SCGZ', 'zrlv–scgz']) {
      expect(await find(pending, meera, q)).toEqual(['zr1vscgz0000000000000waits']);
      expect(await find(ownReviewed, meera, q)).toEqual([]);
    }
    for (const [channels, who] of [
      [ownReviewed, meera],
      [allReviewed, admin],
    ] as const) {
      expect(await find(channels, who, '2BOR-NOT2')).toEqual(['2b0rn0t2000000000reviewed']);
    }
    expect(await find(ownReviewed, priya, '2BOR-NOT2'), 'the review of another doctor').toEqual([]);
    const namesake = await a.patient({ firstName: 'Karthike' });
    await execute(
      db()
        .insert(reports)
        .values(aReport('named', namesake, 'ECG')),
    );
    expect(await find(pending, meera, 'karthike'), 'a name may look like one').toEqual([
      'karth1ke000000000000waits',
      'named',
    ]);
    expect(await find(pending, dev, 'ZR1V-SCGZ'), 'an unapproved expert cannot search').toHaveLength(7);
    const ids = [...cased.map(({ id }) => id), 'named'];
    await execute(db().delete(reports).where(inArray(reports.id, ids)));
  });

  test('the reports of a patient by type and by status', async () => {
    const params = { patientId: asha.id };
    const of = async (query: string) => [...(await atBothDoors(ofPatient, asha, query, params))];
    expect(await of('')).toEqual(['r3', 'r1', 'w3', 'w1']);
    expect(await of('?status=Pending')).toEqual(['w3', 'w1']);
    expect(await of('?status=Reviewed&reportType=ECG')).toEqual(['r1']);
    expect(await of('?status=&reportType=')).toHaveLength(4);
  });
});

describe('pages', () => {
  test('follow one another, and the API returns nothing after the last', async () => {
    const of = async (query: string) => [...(await atBothDoors(ownReviewed, admin, query))];
    expect(await of('?limit=2')).toEqual(['r3', 'r2']);
    expect(await of('?limit=2&page=2')).toEqual(['r1']);
    const behind = await callApi(getOwnReviewed, { token: admin.token, path: '/x?limit=2&page=3' });
    expect(behind.json).toMatchObject({ data: [], meta: { page: 3, limit: 2, total: 3 } });
  });

  test.each<[what: string, module: RouteModule, who: () => Somebody, ids: () => string[]]>([
    ['reviewed reports', ownReviewedPage, () => admin, () => ['r1']],
    ['pending reports', pendingPage, () => meera, () => ['w3']],
    ['approved experts', approvedPage, () => admin, () => [priya.id]],
  ])('a page after the last one shows the last one: %s', async (_what, module, who, ids) => {
    const { data } = await getPage(module, { cookie: who().cookie, path: '/x?limit=2&page=900000' });
    const list = data as List;
    expect(idsOf(list).slice(-1)).toEqual(ids());
    expect(list.meta.page).toBe(Math.ceil(list.meta.total / 2));
  });

  test.each(['page=0', 'page=x', 'limit=1000', 'reportType=Horoscope', `q=${'a'.repeat(101)}`, 'nothing=1'])(
    'a page ignores wrong parts of its address (%s) and keeps the others',
    async (wrong) => {
      const right = wrong.startsWith('reportType') ? 'q=asha' : 'reportType=ECG';
      const { data } = await getPage(pendingPage, { cookie: meera.cookie, path: `/x?${right}&${wrong}` });
      expect(idsOf(data as List)).toEqual(right === 'q=asha' ? ['w1', 'w3'] : ['w1']);
      const all = await getPage(pendingPage, { cookie: meera.cookie, path: `/x?${wrong}&limit=nine` });
      expect((all.data as List).meta).toEqual({ page: 1, limit: 20, total: 3 });
    },
  );

  test('the API names everything that is wrong', async () => {
    const path = '/x?page=0&limit=x&reportType=Horoscope';
    const { status, json } = await callApi(getAllReviewed, { token: admin.token, path });
    expect([status, Object.keys(json.errors ?? {}).sort()]).toEqual([422, ['limit', 'page', 'reportType']]);
  });

  test('the address cannot choose whose reports a page shows', async () => {
    const params = { patientId: emile.id };
    const path = `/x?patientId=${asha.id}`;
    const { data } = await getPage(ofPatientPage, { cookie: emile.cookie, params, path });
    expect(idsOf(data as List)).toEqual(['r2', 'w2']);
  });
});

describe('a doctor who is not approved', () => {
  test.each(['?q=Asha', '?q=Nobody', '?q=%25', '?q=Asha&page=1'])(
    'learns nothing from a search: %s',
    async (query) => {
      const unsearched = `/x${query.replace(/q=[^&]*&?/, '')}`;
      const all = await callApi(getPending, { token: dev.token, path: unsearched });
      expect((await callApi(getPending, { token: dev.token, path: `/x${query}` })).text).toBe(all.text);
      const page = await getPage(pendingPage, { cookie: dev.cookie, path: `/x${query}` });
      const withoutTime = ({ text }: { text: string }) => text.replace(/"asOf":\d+/, '');
      expect(withoutTime(page)).toBe(withoutTime(await getPage(pendingPage, { cookie: dev.cookie })));
      for (const secret of [asha.firstName, asha.lastName, asha.email, '9876543210']) {
        expect(page.text).not.toContain(secret);
      }
    },
  );

  test('may filter by type, which is not hidden', async () => {
    expect((await atBothDoors(pending, dev, '?reportType=MRI')).total).toBe(2);
  });
});

test('the dashboard shows each user what waits for them, and nothing else', async () => {
  const factsFor = async ({ cookie }: Somebody) => {
    type Counts = Record<string, unknown> | undefined;
    const {
      patient,
      expert,
      admin: decisions,
    } = (await getPage(home, { cookie })).data as Record<string, Counts>;
    return {
      newest: patient?.newest,
      reportsWaiting: expert?.reportsWaiting,
      expertsWaiting: decisions?.expertsWaiting,
    };
  };
  expect(await factsFor(asha)).toEqual({
    // A newer report of theirs is reviewed.
    newest: {
      id: 'w3',
      reportType: 'MRI',
      createdAt: expect.any(String),
      progress: 'queued',
      queue: { before: 2, usualSeconds: null },
    },
  });
  expect(await factsFor(await a.patient())).toEqual({ newest: null });
  expect(await factsFor(meera)).toEqual({ reportsWaiting: 3 });
  expect(await factsFor(dev)).toEqual({ reportsWaiting: 3 });
  expect(await factsFor(admin)).toEqual({ expertsWaiting: 1 });
});

test('an unapproved expert sees what to do in the meantime, and nobody else does', async () => {
  const stepsFor = async ({ cookie }: Somebody) =>
    ((await getPage(home, { cookie })).data as { whileWaiting?: unknown }).whileWaiting;
  expect(await stepsFor(dev)).toEqual({ registration: false, languages: false, twoStep: false });
  const setUp = { registrationNumber: 'KMC 1234', reads: ['hi' as const], totpSince: new Date() };
  await execute(db().update(users).set(setUp).where(eq(users.id, dev.id)));
  expect(await stepsFor(dev)).toEqual({ registration: true, languages: true, twoStep: true });
  for (const other of [asha, meera, admin]) expect(await stepsFor(other)).toBeUndefined();
});
