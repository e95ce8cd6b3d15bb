import { eq, getTableColumns, getTableName, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportedReason } from '~/domain/kernel/archive-reasons';
import { personalData } from '~/domain/own-data/personal-data';
import { fieldsForUnapproved, reportFields } from '~/domain/report/report-fields';
import * as accountabilityTables from '~/platform/db/core/tables/accountability.server';
import * as accountTables from '~/platform/db/core/tables/accounts.server';
import * as alertTables from '~/platform/db/core/tables/alerts.server';
import * as clinicTables from '~/platform/db/core/tables/clinic.server';
import * as disputeTables from '~/platform/db/core/tables/disputes.server';
import * as dutyTables from '~/platform/db/core/tables/duty.server';
import * as keyTables from '~/platform/db/core/tables/keys.server';
import * as stepTables from '~/platform/db/core/tables/next-steps.server';
import * as notificationTables from '~/platform/db/core/tables/notifications.server';
import * as reportTables from '~/platform/db/core/tables/reports.server';
import * as shareTables from '~/platform/db/core/tables/shares.server';
import * as slipTables from '~/platform/db/core/tables/slips.server';
import * as toTellTables from '~/platform/db/core/tables/to-tell.server';
import * as uploadTables from '~/platform/db/core/tables/uploads.server';
import { db, execute } from '~/platform/db/db.server';
import { a, an, type Clinic, openClinic, password, type Somebody } from '../support/clinic';
import { aComplaint } from '../support/complaints';
import { addPasskeyTo } from '../support/passkeys';
import { aPersonOf } from '../support/people';
import { subscribe } from '../support/phones';
import { aReportOf, aReviewedReportOf } from '../support/reports';
import { apiRoute, callApi, openFile } from '../support/requests';
import { aShareOf, openShareBy } from '../support/shares';
import { visit } from '../support/url-map';
import { unzip } from '../support/zip';

/** The tables whose rows are in no archive, each with the reason. */
const tablesNotExported: Record<string, string> = {
  keyring: 'keys of the clinic',
  heldSignups: 'there is no account yet, and after 30 minutes there is no row',
  codes: 'a hash that is worth ten minutes',
  passwordResets: 'a hash that is worth 30 minutes',
  loginTries: 'counters under a keyed hash',
  outbox: 'the e-mails were sent to the person, and leave after a week',
  messages: 'kept without the account; by what was typed alone nobody is known',
  complaintSubjects:
    'a complaint is never shown to those whom it names, so that nobody who complains has to fear them',
  idempotencyKeys:
    'keyed hashes that live for a day, and what came of forms, sealed under keys that only their browsers have',
  recoveryCodes: 'hashes that open the account',
  pendingLogins: 'a hash that is worth minutes',
  passkeyChallenges: 'a hash that is worth five minutes',
  codeTries: 'counters under a keyed hash',
  loginCeilings: 'counters under a keyed hash',
  uploadSlots:
    'what has not become a report yet; it leaves after three days, and the report is in the archive',
  uploadPieces: 'parts of such a file',
  slips: 'hashes that open an answer; the lines of the audit log say who issued them',
  reportChecks: 'codes of printed summaries, which say nothing but which version was printed',
  apiKeys:
    'keys of other programs; the lines of the audit log say who made them, and what was read with them',
  waitingKeys: 'keys that live for three days, of reports that wait in a browser and are in no table yet',
  drawingChecks: 'which reports were looked at; pageNotes has what was found',
  reportDays: 'counts of reports that name nobody but a reviewer by ID',
  clinicDetails: 'what pages say about the clinic; no data about an account',
  restores: 'when the clinic was restored; the lines of the audit log say who resumed sending',
  clinicRules: 'rules of the whole clinic; no data about an account',
  partsTurnedOn: 'a choice for the whole clinic; no data about an account',
  checkedSentences: 'who checked the sentences of the clinic; no data about an account',
  breaches:
    'what happened to the clinic; the lines of the audit log say who noted it and whose data was seen',
  alerts: 'how far the clinic was told of a report; the archive has when it became urgent and was answered',
  reportTargets: 'a choice for the whole clinic; no data about an account',
  quietTimes: 'a choice for the whole clinic; the lines of the audit log say who made it',
  reportReadings:
    'which state of a corrected report an expert was shown; the audit log says what they opened',
  auditSeen: 'whose reports somebody saw in a list stands in the lines of the audit log',
  leases: 'which server does what, and nobody',
  moves: 'from where to where the clinic was moved, and nobody',
  servers: 'which servers there are, and nobody',
  textCounts: 'counts of the texts of a day under keyed hashes, which leave the day after',
  knownNetworks: 'keyed hashes of networks that nobody can turn back',
};

const tables = {
  ...accountabilityTables,
  ...clinicTables,
  ...accountTables,
  ...alertTables,
  ...reportTables,
  ...shareTables,
  ...slipTables,
  ...disputeTables,
  ...dutyTables,
  ...keyTables,
  ...notificationTables,
  ...stepTables,
  ...toTellTables,
  ...uploadTables,
};

const handled: Record<string, Record<string, string>> = personalData;
const everyTable = Object.entries(tables as Record<string, unknown>).filter(
  (entry): entry is [string, SQLiteTable] => is(entry[1], SQLiteTable),
);

describe('the tables of personal data:', () => {
  test.each(everyTable)('%s documents each of its columns', (name, table) => {
    if (tablesNotExported[name]) return expect(handled[name]).toBeUndefined();
    const folder = 'app/domain';
    const file =
      name === 'reports'
        ? `${folder}/reports/report-fields.ts`
        : `${folder}/accounts/own-data/personal-data.ts`;
    expect(
      handled[name],
      `${getTableName(table)} is new: list its columns in ${file}, or the reason why no archive has its rows`,
    ).toBeDefined();
    const columns = Object.keys(getTableColumns(table)).sort();
    expect(
      Object.keys(handled[name] ?? {}).sort(),
      `a column of ${getTableName(table)} was added or removed: state in ${file} whether its owner's archive has it`,
    ).toEqual(columns);
    return undefined;
  });

  test('every documented table exists', () => {
    const names = everyTable.map(([name]) => name);
    for (const name of [...Object.keys(handled), ...Object.keys(tablesNotExported)])
      expect(names).toContain(name);
  });
});

describe('the documented data', () => {
  let clinic: Clinic;
  let her: Somebody;
  let doctor: Somebody;
  let ids: { waiting: string; reviewed: string };
  beforeAll(async () => {
    clinic = await openClinic();
    [her, doctor] = [await a.patient(), await an.expert()];
    await addPasskeyTo(her);
    ids = {
      waiting: (await aReportOf(her, { urgent: 'on' }))._id,
      reviewed: (await aReviewedReportOf(her, doctor))._id,
    };
    await execute(
      db()
        .insert(tables.translations)
        .values({
          id: 'translation',
          reportId: ids.reviewed,
          ...{ language: 'hi', review: 'सब ठीक है', expertId: doctor.id },
          ...{ expertFirstName: 'Meera', expertLastName: 'Nair', expertRegistration: 'X1' },
          createdAt: new Date(),
        }),
    );
    await execute(
      db()
        .insert(tables.reviewVersions)
        .values({
          id: 'version',
          reportId: ids.reviewed,
          ...{ number: 1, kind: 'review', language: 'hi', expertId: doctor.id },
          ...{ expertFirstName: 'Meera', expertLastName: 'Nair', createdAt: new Date() },
        }),
    );
    await execute(
      db()
        .insert(tables.questions)
        .values({
          id: 'question',
          reportId: ids.waiting,
          ...{ expertId: doctor.id, expertFirstName: 'Meera', expertLastName: 'Nair' },
          ...{ kind: 'detail', language: 'hi', askedAt: new Date() },
        }),
    );
    await execute(
      db()
        .insert(tables.reportFiles)
        .values({
          id: 'added',
          reportId: ids.waiting,
          ...{ questionId: 'question', number: 2, fileName: 'added-file', mediaType: 'image/jpeg' },
          ...{ resourceType: 'image', bytes: 1, pages: 1, addedAt: new Date() },
        }),
    );
    await execute(
      db().insert(tables.reviewDrafts).values({
        expertId: her.id,
        reportId: ids.reviewed,
        text: 'draft',
        updatedAt: new Date(),
      }),
    );
    await execute(
      db()
        .insert(tables.reviewSteps)
        .values({ reportId: ids.reviewed, version: 1, step: 'seeDoctor', chosenAt: new Date() }),
    );
    await execute(
      db().insert(tables.followUps).values({ reportId: ids.reviewed, since: new Date(), dueAt: new Date() }),
    );
    await aPersonOf(her);
    await execute(
      db()
        .insert(tables.phrases)
        .values({
          id: 'phrase',
          expertId: her.id,
          ...{ reportType: 'ECG', language: 'en', text: 'All is well', position: 1 },
        }),
    );
    await execute(
      db()
        .insert(tables.toTell)
        .values({
          id: 'telling',
          userId: her.id,
          reportId: ids.reviewed,
          ...{ kind: 'answer', subject: '1', outcome: 'told', toldAt: new Date(), dueAt: new Date() },
        }),
    );
    await execute(
      db().insert(tables.messageConsents).values({ userId: her.id, numberHash: 'x', at: new Date() }),
    );
    const choice = { channel: 'mail' as const, isOn: true, at: new Date() };
    await execute(
      db()
        .insert(tables.channelChoices)
        .values({ userId: her.id, ...choice }),
    );
    await execute(
      db()
        .update(tables.complaints)
        .set({ userId: her.id })
        .where(eq(tables.complaints.id, await aComplaint())),
    );
    await subscribe(her);
    await execute(
      db()
        .insert(tables.helperBonds)
        .values({ userId: her.id, helperId: doctor.id, number: '+919812345678' }),
    );
    await openShareBy(await aShareOf(her, [ids.reviewed]));
    await execute(db().insert(tables.digests).values({ userId: her.id, lastAt: new Date() }));
    const shown = { userId: her.id, version: 'x', language: 'te' as const, seenAt: new Date() };
    await execute(db().insert(tables.noticesSeen).values(shown));
    const now = new Date();
    await execute(db().insert(tables.duty).values({ userId: her.id, fromAt: now, toAt: now }));
    await execute(
      db()
        .insert(tables.registrationChecks)
        .values({ id: 'check', userId: her.id, checkedAt: now, checkedBy: doctor.id }),
    );
    await execute(db().insert(tables.away).values({ userId: her.id, fromDay: 'x', toDay: 'y' }));
    const asked = { tokenHash: 'x', askedBy: doctor.id, askedAt: new Date() };
    await execute(
      db()
        .insert(tables.addressDisputes)
        .values({ userId: her.id, ...asked }),
    );
    for (const [name, table] of everyTable) if (handled[name]) await fill(name, table);
  });
  afterAll(() => clinic.close());

  /**
   * Columns whose values the product interprets. They keep their values, as do columns with few
   * possible values.
   */
  const meant =
    /^(id|tokenHash|hash|email|passwordHash|approved|totp.*|given|bytes|pages|number|version|ofVersion|told|claimed.*|hiddenUntil|fileName|thumbnailName|pictureName|reads|counter|withPasskey|mustChangePassword|mayRead|since|attempts|tries|.*Since|.*Id|.*At|pageNotes|at)$/;
  const canaryOf = (name: string, column: string) => `canary-${name}-${column}-end`;

  /** Writes a unique text into each column that accepts any text. */
  async function fill(name: string, table: SQLiteTable) {
    const texts = Object.entries(getTableColumns(table)).flatMap(([column, { enumValues }]) =>
      enumValues?.length || meant.test(column) ? [] : [column],
    );
    if (texts.length === 0) return;
    const values = Object.fromEntries(texts.map((column) => [column, canaryOf(name, column)]));
    const where = name === 'users' ? eq(tables.users.id, her.id) : undefined;
    // Updates a single row, as the keys of submissions are unique.
    const condition = name === 'reports' ? eq(tables.reports.id, ids.waiting) : where;
    await execute(db().update(table).set(values).where(condition));
  }

  type ReportRows = Record<
    'consents' | 'translations' | 'versions' | 'steps' | 'stepChecks' | 'questions' | 'files',
    object[]
  > & {
    followUp: object | null;
  };
  /** The objects of the archive that contain a table's rows. */
  type Archive = {
    account: object;
    reports: ({ id: string } & ReportRows)[];
    people: object[];
    phrases: object[];
    shares: { reports: object[]; openings: object[] }[];
    told: object[];
    messageConsents: object[];
    complaints: object[];
    channelChoices: object[];
    noticesSeen: object[];
    pushMessages: object[];
    helpers: object[];
    drafts: object[];
    sessions: object[];
    passkeys: object[];
    audit: object[];
    digest: object;
    duty: object[];
    away: object[];
    registrationChecks: object[];
    addressDispute: object;
  };
  const placeOf: Record<string, (data: Archive) => object | undefined> = {
    users: ({ account }) => account,
    people: ({ people }) => people[0],
    phrases: ({ phrases }) => phrases[0],
    shares: ({ shares }) => shares[0],
    shareReports: ({ shares }) => shares[0]?.reports[0],
    shareOpenings: ({ shares }) => shares[0]?.openings[0],
    toTell: ({ told }) => told[0],
    messageConsents: ({ messageConsents }) => messageConsents[0],
    complaints: ({ complaints }) => complaints[0],
    channelChoices: ({ channelChoices }) => channelChoices[0],
    noticesSeen: ({ noticesSeen: seen }) => seen[0],
    pushSubscriptions: ({ pushMessages }) => pushMessages[0],
    helperBonds: ({ helpers }) => helpers[0],
    reports: (data) => data.reports.find(({ id }) => id === ids.waiting),
    consents: (data) => data.reports.flatMap(({ consents }) => consents)[0],
    translations: (data) => data.reports.flatMap(({ translations }) => translations)[0],
    reviewVersions: (data) => data.reports.flatMap(({ versions }) => versions)[0],
    reviewSteps: (data) => data.reports.flatMap(({ steps }) => steps)[0],
    followUps: (data) => data.reports.flatMap(({ followUp }) => followUp ?? [])[0],
    stepChecks: (data) => data.reports.flatMap(({ stepChecks }) => stepChecks)[0],
    unreadAnswers: () => ({}),
    questions: (data) => data.reports.flatMap(({ questions }) => questions)[0],
    reportFiles: (data) => data.reports.flatMap(({ files }) => files)[0],
    reviewDrafts: ({ drafts }) => drafts[0],
    sessions: ({ sessions }) => sessions[0],
    passkeys: ({ passkeys }) => passkeys[0],
    audit: ({ audit }) => audit[0],
    digests: ({ digest }) => digest,
    duty: (data) => data.duty[0],
    away: (data) => data.away[0],
    registrationChecks: (data) => data.registrationChecks[0],
    addressDisputes: ({ addressDispute }) => addressDispute,
  };
  /** Columns with another name in the archive. */
  const renamed: Record<string, string> = {
    'users.totpSince': 'secondFactorSince',
    ...Object.fromEntries(
      ['reports', 'translations', 'reviewVersions'].flatMap((name) => [
        [`${name}.expertId`, 'expert'],
        [`${name}.expertFirstName`, 'expert'],
        [`${name}.expertLastName`, 'expert'],
        [`${name}.expertRegistration`, 'expert'],
        [`${name}.expertCredentials`, 'expert'],
      ]),
    ),
  };

  test('is in the archive of its owner, and nothing else', async () => {
    const answer = await openFile(apiRoute('profile/export-data'), {
      method: 'POST',
      token: her.token,
      body: { password },
    });
    const text =
      unzip(Buffer.from(await answer.arrayBuffer()))
        .get('my-data.json')
        ?.toString('utf8') ?? '';
    const data = JSON.parse(text);
    for (const [name, columns] of Object.entries(handled)) {
      const place = placeOf[name]?.(data);
      expect(place, `the archive has no ${name}`).toBeTruthy();
      for (const [column, reason] of Object.entries(columns)) {
        const key = renamed[`${name}.${column}`] ?? column;
        const isThere = Object.hasOwn(place ?? {}, key);
        expect([`${name}.${column}`, isThere]).toEqual([`${name}.${column}`, reason === exportedReason]);
        if (reason !== exportedReason) expect(text).not.toContain(canaryOf(name, column));
      }
    }
    for (const canary of ['description', 'phoneNumber', 'countryCode', 'originalName'])
      expect(text).toContain(canaryOf('reports', canary));
  });

  test('is all that an unapproved expert is shown', async () => {
    const newcomer = await an.unapprovedExpert();
    const list = apiRoute('report/get-pending-reports');
    const { text, json } = await callApi(list, { token: newcomer.token });
    const page = await visit('/dashboard/pending-report/:part?', newcomer);
    const [report] = json.data as Record<string, unknown>[];
    expect(report?._id).toBe(ids.waiting);
    const shownFields: readonly string[] = fieldsForUnapproved;
    const shownColumns: string[] = fieldsForUnapproved.flatMap((field) => reportFields[field].columns);
    const hidden = new Set([
      null,
      '**********',
      '[]',
      '{"_id":null,"firstName":"******","lastName":"","email":null}',
    ]);
    for (const [field, value] of Object.entries(report ?? {})) {
      const plain = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
      expect([field, !hidden.has(plain as string)]).toEqual([field, shownFields.includes(field)]);
    }
    for (const [name, columns] of Object.entries(handled)) {
      for (const column of Object.keys(columns)) {
        if (name === 'reports' && shownColumns.includes(column)) continue;
        expect(text).not.toContain(canaryOf(name, column));
        expect(page.text).not.toContain(canaryOf(name, column));
      }
    }
    for (const secret of [her.id, her.email, her.lastName]) {
      expect(text).not.toContain(secret);
      expect(page.text).not.toContain(secret);
    }
  });
});
