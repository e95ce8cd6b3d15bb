import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { verifyAudit } from '~/domain/audit/verify-chain.server';
import { clinicDay } from '~/domain/kernel/days';
import { listBoundFiles } from '~/domain/upload/known-files.server';
import { findDatabaseFault } from '~/platform/db/copy/copy-database.server';
import { OperatorError } from '~/platform/errors.server';
import { projectRoot } from '~/platform/project-root.server';
import { storage } from '~/platform/storage/current-storage.server';
import * as homePage from '~/routes/dashboard/home';
import * as raw from '~/routes/files/raw';
import { codeOf, logInWithCode } from '../../support/factors';
import { rowsIn, tamperWithFile } from '../../support/raw';
import { type Copy, closeCopy, copyOf, expectedOf, openCopy, releases } from '../../support/releases';
import { apiRoute, callApi, getPage, openFile } from '../../support/requests';
import { lossesIn, type Rows } from '../../support/row-losses';
import { isShort } from '../../support/short-form';
import { logInByApi, logInByPage } from '../../support/visits';

const yearMs = 365 * 86_400_000;

/** Tables that the product itself may add rows to while it opens a database. */
const growing = new Set(['__drizzle_migrations', 'keyring']);
const mayGrow = (table: string) => growing.has(table);

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Reads the size and hash of each sealed file's content, by file name. */
async function readSealedFiles() {
  const sizes: Record<string, { bytes: number; sha256: string }> = {};
  for (const { name, boundTo } of await listBoundFiles()) {
    const { stream } = await storage().open({ name, boundTo });
    const content = Buffer.concat(await stream.toArray());
    sizes[name] = { bytes: content.length, sha256: hashOf(content) };
  }
  return sizes;
}

const twice = (table: string) =>
  `create table one as select * from ${table} limit 1; update one set id = 'again'; insert into ${table} select * from one; drop table one`;

/** Sets the clock to a year later, so that everything with a limited life has expired. */
const setClock = (leftAt: string) =>
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(leftAt).getTime() + yearMs });

test('a clinic of a release is stored', () => {
  expect(releases().length).toBeGreaterThan(0);
});

describe.each(releases())('a clinic of release %s, opened by this release', (name) => {
  const expected = expectedOf(name);
  const { people, lists } = expected;
  let copy: ReturnType<typeof copyOf>;
  let before: Rows;
  const somebody = (who: string) => {
    const person = people[who];
    if (!person) throw new Error(`The clinic has no user called ${who}`);
    return person;
  };

  beforeAll(async () => {
    setClock(expected.leftAt);
    copy = copyOf(name);
    before = rowsIn(copy.path);
    await openCopy(copy);
  });
  afterAll(async () => {
    await closeCopy();
    copy.remove();
    vi.useRealTimers();
  });

  test('is the stored clinic', () => {
    const counts = Object.entries(before).map(([table, { length }]) => [table, length]);
    expect(Object.fromEntries(counts)).toEqual(expected.rows);
  });

  // Runs before the tests that log in, since a log-in writes.
  test('has every row, and every value of it', () => {
    expect(lossesIn(before, rowsIn(copy.path), { mayGrow })).toEqual([]);
  });

  test('is brought to the newest migration, after a copy', () => {
    const journal = readFileSync(join(projectRoot(), 'drizzle', 'meta', '_journal.json'), 'utf8');
    const tags = (JSON.parse(journal).entries as { tag: string }[]).map(({ tag }) => tag);
    expect(rowsIn(copy.path).__drizzle_migrations).toHaveLength(tags.length);
    const next = tags[tags.indexOf(expected.lastMigration) + 1];
    expect(tags).toContain(expected.lastMigration);
    const copies = join(dirname(copy.path), 'migrations');
    const [earlier, ...laterCopies] = existsSync(copies) ? readdirSync(copies) : [];
    expect(laterCopies).toEqual([]);
    expect(earlier?.startsWith(`before-${next}-`)).toBe(next && true);
    if (earlier) expect(rowsIn(join(copies, earlier))).toEqual(before);
  });

  test('is whole, and no row has lost its parent', async () => {
    expect(await findDatabaseFault(copy.path)).toBeNull();
  });

  test('has its whole audit log, to the noted entry', async () => {
    const { lines, end } = expected.audit;
    expect(await verifyAudit(end)).toEqual({ lines, older: 0, end, flaw: null });
  });

  test('has every sealed file, and each opens as before', async () => {
    expect(await readSealedFiles()).toEqual(expected.files);
  });

  const tokens = new Map<string, string>();
  /** Logs a user in with their stored password and returns the token. */
  async function tokenOf(who: string) {
    const { email, password, totpSecret } = somebody(who);
    const knownToken = tokens.get(who);
    if (knownToken) return knownToken;
    const login = totpSecret
      ? logInWithCode(email, codeOf(totpSecret), password)
      : logInByApi(email, password);
    const { status, json } = await login;
    expect(status, `${who}: ${json.message}`).toBe(200);
    const token = json.token as string;
    tokens.set(who, token);
    return token;
  }
  const get = async (who: string, path: string, query = '', params = {}) => {
    const call = { token: await tokenOf(who), path: `/api/v1/${path}${query}`, params };
    const { status, json } = await callApi(apiRoute(path), call);
    expect(status, json.message).toBe(200);
    return json as typeof json & { data?: unknown; meta?: { total: number } };
  };
  const totalOf = async (...call: Parameters<typeof get>) => (await get(...call)).meta?.total;
  const totalsOf = async (names: string[], total: (one: string) => Promise<number | undefined>) => {
    const found: Record<string, number | undefined> = {};
    for (const one of names) found[one] = await total(one);
    return found;
  };

  test('lets every user in with their old password, and with no other', async () => {
    const [first] = Object.values(people);
    expect((await logInByApi(first?.email ?? '', 'not the password')).status).toBe(401);
    for (const who of Object.keys(people)) {
      await tokenOf(who);
      const { data } = await get(who, 'profile/get-user-details');
      expect(data).toMatchObject({ _id: somebody(who).id, accountType: somebody(who).accountType });
    }
  });

  test('opens the pages to a user who logs in', async () => {
    const { email, password } = somebody(expected.profile.of);
    const { cookies } = await logInByPage(email, password);
    expect((await getPage(homePage, { path: '/dashboard/home', cookie: cookies })).status).toBe(200);
  });

  test('takes each recovery code once', async () => {
    const [who] = Object.values(people).filter(({ totpSecret }) => totpSecret);
    const [code = ''] = expected.recoveryCodes;
    const { email = '', password = '' } = who ?? {};
    expect((await logInWithCode(email, code, password)).status).toBe(200);
    expect((await logInWithCode(email, code, password)).status).toBe(401);
  });

  test('lists waiting and reviewed reports, by type, doctor and patient', async () => {
    const pending = 'report/get-pending-reports';
    const reviewed = 'report/get-all-reviewed-reports';
    const byType = (path: string) => (type: string) =>
      totalOf('admin', path, `?${new URLSearchParams({ reportType: type })}`);
    const ofPatient = (who: string) =>
      totalOf(who, 'report/get-report-by-patientId', '', { patientId: somebody(who).id });
    const ofExpert = (who: string) => totalOf(who, 'report/get-report-by-expertId');
    // Suspended and unapproved experts see no list of their own reviews.
    const working = Object.keys(lists.reviewedByExpert).filter((who) => lists.experts.approved.includes(who));
    expect(await totalOf(working[0] ?? '', pending)).toBe(lists.pending);
    expect(await totalOf('admin', reviewed)).toBe(lists.reviewed);
    expect({
      pending: await totalsOf(Object.keys(lists.pendingByType), byType(pending)),
      reviewed: await totalsOf(Object.keys(lists.reviewedByType), byType(reviewed)),
      ofPatient: await totalsOf(Object.keys(lists.reportsOfPatient), ofPatient),
      ofExpert: await totalsOf(working, ofExpert),
    }).toEqual({
      pending: lists.pendingByType,
      reviewed: lists.reviewedByType,
      ofPatient: lists.reportsOfPatient,
      ofExpert: Object.fromEntries(working.map((who) => [who, lists.reviewedByExpert[who]])),
    });
  });

  test('lists the experts by standing, the messages by state, and the failed e-mails', async () => {
    const namesIn = async (path: string, query = '') =>
      ((await get('admin', path, query)).data as { firstName: string }[]).map(({ firstName }) => firstName);
    const approved = 'expert/get-approved-expert';
    expect({
      pending: await namesIn('expert/get-pending-expert'),
      approved: (await namesIn(approved)).sort(),
      suspended: await namesIn(approved, '?standing=suspended'),
      rejected: await namesIn(approved, '?standing=rejected'),
    }).toEqual({ ...lists.experts, approved: lists.experts.approved.toSorted() });
    for (const [state, total] of Object.entries(lists.messages))
      expect(await totalOf('admin', 'message/get-messages', `?state=${state}`), state).toBe(total);
    const { data } = await get('admin', 'system/get-unsent-emails');
    expect(data).toHaveLength(lists.emailsGivenUp);
  });

  test('lets an admin require a registration, which nobody of it has checked', async () => {
    const rule = apiRoute('system/registrations');
    const token = await tokenOf('admin');
    const { password } = somebody('admin');
    const fromDay = clinicDay(Date.now() + 30 * 24 * 3_600_000);
    const { status } = await callApi(rule, { method: 'PUT', token, body: { fromDay, password } });
    expect(status).toBe(200);
    const { data } = await get('admin', 'system/registrations');
    const { fromDay: firstDay, experts: barred } = data as {
      fromDay: string;
      experts: { name: string; lack: string; from: string }[];
    };
    expect(firstDay).toBe(fromDay);
    for (const expert of barred) {
      expect(expert).toMatchObject({ lack: 'missing', from: fromDay });
      expect(lists.experts.approved).toContain(expert.name.split(' ')[0]);
    }
    expect((await callApi(rule, { method: 'DELETE', token, body: { password } })).status).toBe(200);
  });

  test('reads its encrypted values: a review, its translation, a description, a profile', async () => {
    const { review, profile } = expected;
    const params = { reportId: review.reportId };
    const { data } = await get(review.patient, 'report/get-report', '', params);
    const { language, text, expert } = review.translation;
    expect(data).toMatchObject({
      description: review.description,
      review: review.text,
      expert: { _id: somebody(review.expert).id, firstName: review.expert },
      translations: [{ language, review: text, expert: { _id: somebody(expert).id } }],
    });
    const { contactNumber, dateOfBirth } = profile;
    const details = await get(profile.of, 'profile/get-user-details');
    expect(details.data).toMatchObject({ contactNumber, additionalDetails: { contactNumber, dateOfBirth } });
  });

  test('gives a patient the file they sent', async () => {
    const { by, reportId, sha256 } = expected.open;
    const answer = await openFile(raw, { token: await tokenOf(by), params: { reportId } });
    expect(answer.status).toBe(200);
    expect(hashOf(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256);
  });
});

// Tampering is noticed alike in every release, so the short form tests only the newest.
const tamperedWith = isShort ? releases().slice(-1) : releases();

describe.each(tamperedWith)('tampering with a clinic of release %s is noticed:', (name) => {
  const expected = expectedOf(name);
  let copy: ReturnType<typeof copyOf>;
  let before: Rows;
  beforeEach(() => {
    setClock(expected.leftAt);
    copy = copyOf(name);
    before = rowsIn(copy.path);
  });
  afterEach(() => {
    copy.remove();
    vi.useRealTimers();
  });
  /** Opens the copy, and closes it even if `look` throws. */
  async function withOpenCopy<Result>(look: () => Result | Promise<Result>, keys: Copy['keys'] = copy.keys) {
    await openCopy({ ...copy, keys });
    try {
      return await look();
    } finally {
      await closeCopy();
    }
  }

  // Releases with triggers number each change of a report.
  const changed = expected.rows.report_changes
    ? [expect.stringMatching(/^report_changes has lost or changed/)]
    : [];
  test.each([
    ['a consent is gone', 'delete from consents where rowid = 1', ['consents has lost or changed 1 rows']],
    ['a consent is there twice', twice('consents'), ['consents has 1 rows more', ...changed]],
    [
      'reports have lost who reviewed them',
      "update reports set expert_id = null where status = 'Reviewed'",
      [
        `reports has lost or changed ${expected.lists.reviewed} rows`,
        // Releases with counts by day also count the reviews of each expert.
        ...(expected.rows.report_days ? [expect.stringMatching(/^report_days has lost or changed/)] : []),
        ...changed,
      ],
    ],
    [
      'a column is gone',
      'alter table messages drop column text',
      [`messages has lost or changed ${expected.rows.messages} rows`],
    ],
    ['a table is gone', 'drop table translations', ['translations is gone']],
  ])('%s', (_what, sql, losses) => {
    expect(lossesIn(before, before, { mayGrow })).toEqual([]);
    tamperWithFile(copy.path, sql);
    expect(lossesIn(before, rowsIn(copy.path), { mayGrow })).toEqual(losses);
  });

  const { lines, end } = expected.audit;
  test.each([
    [
      'a line of the audit log that says somebody else',
      7,
      "update audit set actor_id = 'me' where id = 7",
      'line',
    ],
    ['one that is gone', 9, 'delete from audit where id = 8', 'line'],
    ['the last one that is gone', lines - 1, `delete from audit where id = ${lines}`, 'end'],
  ])('%s', async (_what, id, sql, kind) => {
    tamperWithFile(copy.path, sql);
    const { flaw } = await withOpenCopy(() => verifyAudit(end));
    expect(flaw).toEqual({ kind, id });
  });

  test('a row without its parent', async () => {
    tamperWithFile(copy.path, "pragma foreign_keys = off; delete from users where account_type = 'Patient'");
    expect(await findDatabaseFault(copy.path)).toMatch(/rows without a parent row/);
  });

  test('another key, which opens nothing and changes nothing', async () => {
    const keys = { ...copy.keys, FILE_KEY: 'ab'.repeat(32) };
    await expect(openCopy({ ...copy, keys })).rejects.toThrow(OperatorError);
    expect(lossesIn(before, rowsIn(copy.path), { mayGrow })).toEqual([]);
  });

  test('a sealed file with one bit changed', async () => {
    const [file = ''] = Object.keys(expected.files);
    const path = join(copy.uploads, file.slice(0, 2), file);
    const content = readFileSync(path);
    content.writeUInt8(content.readUInt8(content.length - 20) ^ 1, content.length - 20);
    writeFileSync(path, content);
    await expect(withOpenCopy(readSealedFiles)).rejects.toThrow();
  });
});
