import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyAudit } from '~/domain/audit/verify-chain.server';
import { withOtherDatabase } from '~/platform/db/db.server';
import { OperatorError } from '~/platform/errors.server';
import { limitTable, take } from '~/platform/limits/limits.server';
import { a, an, type Clinic, openClinic } from '../support/clinic';
import { startPgBouncer } from '../support/pgbouncer';
import { readSql } from '../support/raw';
import { aReportOf, sendReview } from '../support/reports';
import { returnDatabase, takeDatabase } from '../support/test-database';
import { logInByApi, pendingFor, reportsOf } from '../support/visits';
import { isThere } from '../tools/programs/apt.mjs';

const many = 16;
const atOnce = <Result>(act: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: many }, (_, at) => act(at)));

describe.skipIf(!isThere('pgbouncer'))('PgBouncer, which gives each transaction another connection', () => {
  let database: string;
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>>;
  let clinic: Clinic;
  beforeAll(async () => {
    database = await takeDatabase();
    bouncer = await startPgBouncer(database);
    clinic = await openClinic({
      DATABASE_URL: bouncer.url,
      DATABASE_PREPARE: 'no',
      DATABASE_POOL: `${many}`,
      LIMIT_SCALE: '1',
    });
  });
  afterAll(async () => {
    await clinic?.close();
    await bouncer?.stop();
    returnDatabase(database);
  });

  test('lets sixteen clients at once log in, upload, list and review, with a valid audit log', async () => {
    const people = await atOnce(async () => ({ patient: await a.patient(), expert: await an.expert() }));
    const statuses = await atOnce(async (at) => {
      const { patient, expert } = people[at] as (typeof people)[number];
      const logIn = await logInByApi(patient.email);
      const report = await aReportOf(patient, { description: `Number ${at}` });
      const pending = await pendingFor(expert);
      const review = await sendReview({ reportId: report._id, token: expert.token, review: `Text ${at}` });
      const ownReports = await reportsOf(patient.id, patient);
      const listed = (ownReports.json.data as { review: string }[]).map((one) => one.review);
      expect(listed).toEqual([`Text ${at}`]);
      return [logIn, pending, review, ownReports].map(({ status }) => status);
    });
    expect(statuses).toEqual(Array(many).fill([200, 200, 200, 200]));
    const [counted] = await readSql<{ n: number }>(
      "select count(*)::int as n from reports where status = 'Reviewed'",
    );
    expect(counted?.n).toBe(many);
    const { lines, flaw } = await verifyAudit();
    expect(flaw).toBeNull();
    expect(lines).toBeGreaterThan(3 * many);
  });

  test('lets exactly the allowed number of calls through', async () => {
    const taken = await Promise.all([1, 2, 3].map(() => atOnce(() => take('messages', 'one network'))));
    const allowed = taken.flat().filter(({ isExceeded }) => !isExceeded);
    expect(allowed).toHaveLength(limitTable.messages.points);
  });

  test('is refused in a sentence by a server that is not configured for it', async () => {
    const start = withOtherDatabase(
      { url: bouncer.url, fileKey: Buffer.alloc(32, 7) },
      async () => undefined,
    );
    await expect(start).rejects.toThrow(/cannot be opened: .*DATABASE_PREPARE=no/);
    await expect(start).rejects.toThrow(OperatorError);
  });
});
