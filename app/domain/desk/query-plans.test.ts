import Database from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isAboutPatient } from '~/domain/audit/audit-entry.server';
import { readDashboard } from '~/domain/clinic/dashboard.server';
import { apiChannel } from '~/domain/kernel/channels';
import type { CallContext } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { readPhoneHealth } from '~/domain/notifications/phone-health.server';
import { setSmsRules } from '~/domain/notifications/phone-targets.server';
import { pendingReports } from '~/domain/queue/report-list.server';
import { listsOfUnchecked } from '~/domain/report-view/check-drawings.server';
import { drawMissingThumbnails } from '~/domain/report-view/thumbnails.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { closeDatabase, db, execute, openDatabase } from '~/platform/db/db.server';
import { setSessionSecret } from '~/platform/secrets/secrets.server';
import { listOpenAlerts } from '../../../tests/support/open-alerts';
import { readSql } from '../../../tests/support/raw';
import { listsInIndexes } from '../../../tests/support/report-lists';
import { listDesk } from './list-desk.server';
import { countReports, readReportPage } from './read-report-page.server';
import { readChanges } from './report-changes.server';
import { listPendingReports } from './report-lists.server';
import { matchesPatientOrCase } from './report-search.server';
import { listUrgent } from './urgent-reports.server';

const apiContext = { ...apiChannel, language: 'en', linkTo: (path: string) => path } as CallContext;
const executedSelects = new Set<string>();
beforeAll(async () => {
  const prepare = Database.prototype.prepare;
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    text: string,
  ) {
    if (/^select/i.test(text)) executedSelects.add(text);
    return prepare.call(this, text);
  });
  await openDatabase({ url: ':memory:', fileKey: Buffer.alloc(32, 1) });
  const at = new Date(1_700_000_000_000);
  const patient = { id: 'asha', accountType: 'Patient' as const, firstName: 'Asha', lastName: 'Rao' };
  const dates = { createdAt: at, updatedAt: at };
  await execute(
    db()
      .insert(users)
      .values({ ...patient, email: 'asha@clinic.test', passwordHash: 'x', ...dates }),
  );
  for (let row = 0; row < 2500; row += 1) {
    const isReviewed = row % 2 === 0;
    const review = {
      status: 'Reviewed' as const,
      expertId: 'meera',
      reviewedAt: new Date(at.getTime() + row),
    };
    const kind = { mediaType: 'application/pdf', resourceType: 'raw' } as const;
    const file = { ...kind, fileName: `${row}`, bytes: 1 };
    await execute(
      db()
        .insert(reports)
        .values({
          id: `${row}`,
          patientId: 'asha',
          reportType: 'ECG',
          phoneNumber: '+919876543210',
          ...file,
          ...(isReviewed && review),
          ...(row % 4 === 1 && { waitsFor: 'patient' as const }),
          ...(row % 4 === 3 && row > 100 && { urgentAt: at }),
          createdAt: new Date(at.getTime() + row),
          updatedAt: at,
        }),
    );
  }
});
afterAll(async () => {
  vi.restoreAllMocks();
  await closeDatabase();
});

test.each(listsInIndexes)(
  '%s are read from an index on every page, without scanning others and without sorting',
  async (_what, listOf) => {
    const list = await listOf();
    executedSelects.clear();
    const total = await countReports(list);
    for (const page of [1, 30, Math.ceil(total / 20)]) {
      const { rows } = await readReportPage(list, { page, limit: 20 }, apiChannel);
      expect(rows.length, 'Give the reports of this file values of the new filter').toBeGreaterThan(0);
    }
    const queries = [...executedSelects].filter((text) => text.includes('"reports"'));
    const plans = await plansOf(queries);
    expect(plans.length).toBeGreaterThan(1);
    // A partial index holds only waiting, or only reviewed, reports; `found` is the page itself.
    const isOfTheList =
      /^SCAN (?:reports USING COVERING INDEX|reports USING INDEX reports_(?:pending|reviewed) |found|json_each)/;
    const isUnindexed = (step: string) => /TEMP B-TREE|^SCAN/.test(step) && !isOfTheList.test(step);
    expect(plans.filter(isUnindexed)).toEqual([]);
  },
);

test('changes are read from the index of their list at any depth, without sorting', async () => {
  setSessionSecret('a secret of thirty-two characters');
  const [list, boundTo] = [pendingReports(), 'the queue'];
  let changedSince = 'start';
  executedSelects.clear();
  for (let page = 1; page <= 20; page += 1) {
    const { rows, changes } = await readChanges(list, { boundTo, changedSince, limit: 20 });
    expect(rows).toHaveLength(20);
    changedSince = changes.cursor;
  }
  const steps = await plansOf([...executedSelects].filter((text) => text.includes('"report_changes"')));
  expect(steps.join()).toMatch(/INDEX report_changes_list \(list=\? AND xid=\? AND (?:seq|rowid)>\?\)/);
  expect(steps.filter((step) => /TEMP B-TREE|^SCAN/.test(step))).toEqual([]);
});

test('the desk of an expert is read without scanning all waiting reports or all their reviews', async () => {
  executedSelects.clear();
  const meera = { id: 'meera', accountType: 'Expert', approved: true } as Viewer;
  await listDesk.run({ viewer: meera, input: listPendingReports.input.parse({}), context: apiContext });
  const ofDesk = [...executedSelects].filter((text) => /review_drafts|"hidden_until" >/.test(text));
  expect(ofDesk).toHaveLength(2);
  const steps = (await plansOf(ofDesk)).filter((step) => /^(?:SCAN|SEARCH) reports/.test(step));
  const few =
    /INDEX (?:sqlite_autoindex_reports_1 \(id=|reports_claimed \(claimed_by=|reports_expert \(expert_id=\? AND reviewed_at>)/;
  expect(steps.filter((step) => !few.test(step))).toEqual([]);
  expect(steps.length).toBeGreaterThan(2);
});

test('the urgent reports above the list are read from their index, and an account’s earlier ones too', async () => {
  executedSelects.clear();
  const meera = { id: 'meera', accountType: 'Expert', approved: true } as Viewer;
  const desk = [{ _id: 'another', urgent: false, progress: 'claimed' as const }];
  const { reports: shown, more } = await listUrgent(meera, desk);
  // All are of one account, which has three places.
  expect([shown.length, more]).toEqual([3, 597]);
  const steps = await plansOf([...executedSelects].filter((text) => text.includes('"reports"')));
  expect(steps.filter((step) => /TEMP B-TREE/.test(step))).toEqual([]);
  const ofReports = steps.filter((step) => /^(?:SCAN|SEARCH) (?:reports|earlier)\b/.test(step));
  const few =
    /^SEARCH reports USING INDEX reports_pending_urgent \(waits_for=\?\)|^SEARCH earlier USING COVERING INDEX reports_urgent_patient \(patient_id=\?/;
  expect(ofReports.filter((step) => !few.test(step))).toEqual([]);
  expect(ofReports).toHaveLength(2);
});

test('alerts are read from the index of what is urgent or open, in its order', async () => {
  executedSelects.clear();
  expect(await listOpenAlerts('urgent')).toHaveLength(600);
  expect(await listOpenAlerts('overdue')).toEqual([]);
  const steps = await plansOf([...executedSelects].filter((text) => /^select/i.test(text)));
  expect(steps.filter((step) => /TEMP B-TREE/.test(step))).toEqual([]);
  const first = steps.filter((step) =>
    /^(?:SCAN|SEARCH) (?:reports USING (?:COVERING )?INDEX reports_u|alerts USING INDEX alerts_o)/.test(step),
  );
  expect(first.join()).toMatch(/reports_urgent_open.*alerts_open \(kind=\?\)/);
  expect(steps.filter((step) => /^SCAN/.test(step) && !step.includes('reports_urgent_open'))).toEqual([]);
});

test('the home pages of doctors and admins read counts from indexes, without scanning all reports', async () => {
  await execute(
    db()
      .insert(users)
      .values({
        id: 'meera',
        accountType: 'Expert',
        approved: true,
        reads: ['en', 'hi'],
        firstName: 'Meera',
        lastName: 'Nair',
        email: 'meera@clinic.test',
        passwordHash: 'x',
        createdAt: new Date(0),
        updatedAt: new Date(0),
      }),
  );
  const [meera] = await db().select().from(users).where(eq(users.id, 'meera'));
  executedSelects.clear();
  const call = { input: {}, context: apiContext };
  await readDashboard.run({ ...call, viewer: { ...meera, suspended: false } as unknown as Viewer });
  expect(executedSelects.size).toBeLessThanOrEqual(8);
  const ofDoctor = [...executedSelects];
  executedSelects.clear();
  const owner = { id: 'owner', accountType: 'Admin', approved: true, suspended: false };
  const context = { ...apiContext, listSignSentences: () => ['Fits'] };
  await readDashboard.run({ ...call, context, viewer: owner as Viewer });
  // The untranslated reviews of all time are counted by reading all reviews.
  const ofAdmin = [...executedSelects].filter((text) => !text.includes('"translations"'));
  expect(ofAdmin.length).toBeLessThanOrEqual(20);
  const steps = await plansOf([...ofDoctor, ...ofAdmin]);
  const few =
    /^SEARCH (?:reports|outbox|messages) USING (?:COVERING )?INDEX|^SCAN (?:reports USING COVERING INDEX reports_(?:pending|waiting)|messages USING (?:COVERING )?INDEX messages_open|outbox USING INDEX outbox_given_up)/;
  const isOfMany = (step: string) => /^(?:SCAN|SEARCH) (?:reports|outbox|messages)\b/.test(step);
  expect(steps.filter((step) => isOfMany(step) && !few.test(step))).toEqual([]);
  expect(steps.filter(isOfMany).length).toBeGreaterThan(6);
  // Reads the entries of this report, and not all entries that say that an answer was seen.
  const ofSeen = steps.filter(
    (step) => step.includes('review.seen') && /^(?:SCAN|SEARCH) audit\b/.test(step),
  );
  expect(ofSeen.filter((step) => !/INDEX audit_(?:object|actor) /.test(step))).toEqual([]);
  expect(ofSeen.length).toBeGreaterThan(0);
});

test('a case number is looked up by ID, without scanning names', async () => {
  const [first] = await db().select().from(reports).limit(1);
  await execute(
    db()
      .insert(reports)
      .values({
        ...first,
        id: 'zr1vscgz',
        fileName: 'zr1vscgz',
        status: 'Pending',
      } as typeof reports.$inferInsert),
  );
  executedSelects.clear();
  const list = pendingReports({ search: await matchesPatientOrCase('ZR1V-SCGZ') });
  const { rows } = await readReportPage(list, { page: 1, limit: 20 }, apiChannel);
  expect(rows.map(({ report }) => report.id)).toEqual(['zr1vscgz']);
  const plans = await plansOf([...executedSelects]);
  const byId = /^SEARCH (?:reports|users) USING (?:COVERING )?INDEX sqlite_autoindex_\w+ \(id/;
  expect(plans.filter((step) => /^(?:SCAN|SEARCH) (?:reports|users)/.test(step) && !byId.test(step))).toEqual(
    [],
  );
  expect(plans.length).toBeGreaterThan(2);
});

test('reports without a thumbnail are searched for among the waiting ones', async () => {
  executedSelects.clear();
  await drawMissingThumbnails();
  const steps = (await plansOf([...executedSelects])).filter((step) => /^(?:SCAN|SEARCH) reports/.test(step));
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.filter((step) => !/INDEX reports_(?:pending|waiting) \(/.test(step))).toEqual([]);
});

test('reports whose drawings were not checked are read from an index, batch by batch', async () => {
  const [last] = await db().select().from(reports).where(eq(reports.id, '2000'));
  executedSelects.clear();
  for (const list of listsOfUnchecked) await list(last);
  const steps = (await plansOf([...executedSelects])).filter((step) => /^(?:SCAN|SEARCH) reports/.test(step));
  expect(steps).toHaveLength(3);
  expect(steps.filter((step) => !/INDEX reports_(?:pending|waiting|reviewed)\b/.test(step))).toEqual([]);
});

test('the system page counts texts through the index of those for an account', async () => {
  setSmsRules({ isServed: () => true, dailyMax: 200 });
  executedSelects.clear();
  await readPhoneHealth();
  setSmsRules(undefined);
  const steps = (await plansOf([...executedSelects])).filter((step) => /^(?:SCAN|SEARCH) outbox/.test(step));
  expect(steps.map((step) => step.split(' (')[0])).toEqual(['SEARCH outbox USING INDEX outbox_user']);
  expect(executedSelects.size).toBe(3);
});

test('list views are found by patient through the index of seen patients', async () => {
  executedSelects.clear();
  await db()
    .select()
    .from(audit)
    .where(isAboutPatient(['asha'], 'asha'));
  const steps = (await plansOf([...executedSelects])).filter((step) => /^(?:SCAN|SEARCH) audit/.test(step));
  const indexedStep = /^SEARCH (?:audit USING I|audit_seen USING COVERING INDEX)/;
  expect(steps.filter((step) => !indexedStep.test(step))).toEqual([]);
  expect(steps.join('\n')).toMatch(/audit_seen_patient \(<expr>=\? AND patient_id=\?\)/);
});

/** Returns each step of the query plans of some texts, with its text. */
async function plansOf(texts: string[]): Promise<string[]> {
  const plans = texts.map(async (text) => (await planOf(text)).map((step) => `${step} — ${text}`));
  return (await Promise.all(plans)).flat();
}

async function planOf(text: string): Promise<string[]> {
  const steps = await readSql<{ detail: string }>(`explain query plan ${text.replaceAll('?', '1')}`);
  return steps.map(({ detail }) => detail);
}
