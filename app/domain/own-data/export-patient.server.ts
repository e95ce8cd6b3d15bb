import { Readable } from 'node:stream';
import { and, asc, eq, ne } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { clinicDay } from '~/domain/kernel/days';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { Refusal, tooManyRefusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { patientIdOnly } from '~/domain/programs/key-schemas';
import { findListedPatient } from '~/domain/programs/list-patients.server';
import { listReportFiles } from '~/domain/report-view/added-files.server';
import { noteOpenedByKey } from '~/domain/report-view/key-openings.server';
import { isHeldForKey, presentReports, withoutFiles } from '~/domain/report-view/present-reports.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { consume } from '~/platform/limits/limits.server';
import { type ZipEntry, zipOf } from '~/platform/zip-archive.server';
import { type Download, openWhole, readIfPossible, toArchivePath } from './export-data.server';

/**
 * Exports the reports of one patient for a program as a ZIP archive: `patient.json` and the files.
 * It has what a key with every reading scope sees, and nothing more: no report whose consent is
 * withdrawn, no review that can still be undone, no file that is held.
 *
 * @throws Refusal: `notFound`; `tooMany` after sixty archives in an hour.
 */
export const exportPatient = operation({
  name: 'patient.export',
  api: {
    summary: "Download a patient's reports",
    text: 'For keys with the scope `export`. Returns a ZIP archive with `patient.json` and the files of the reports. Reports whose consent is withdrawn are left out, and so are the files of reports that are held. Limited to 60 an hour. The response is the archive itself, without an envelope.',
  },
  input: patientIdOnly,
  refusals: ['notFound'],
  policy: { answer: 'download' },
  allow: 'patient.export',
  successMessage: 'exportData.done',
  failureMessage: 'exportData.failed',
  async run({ viewer, input: { userId }, context }) {
    const patient = await findListedPatient(userId);
    if (!patient) throw new Refusal('notFound', 'patients.notFound');
    const wait = await consume('patientExports', viewer.id);
    if (wait > 0) throw tooManyRefusal(wait);
    const rows = await readExportedReports(userId);
    await execute(auditEntry({ action: 'patient.exported', actorId: viewer.id, objectId: userId }));
    await noteOpenedByKey(
      viewer,
      rows.map(({ report }) => report.id),
    );
    const content = await zipOf(entriesOf({ viewer, patient, rows, context }));
    const name = `patient-${clinicDay(Date.now())}.zip`;
    return { data: { name, mediaType: 'application/zip', content } satisfies Download as Download };
  },
});

const readExportedReports = (userId: string) =>
  db()
    .select({
      report: reports,
      patient: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
      },
    })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(and(eq(reports.patientId, userId), ne(reports.status, 'Withdrawn')))
    .orderBy(asc(reports.createdAt), asc(reports.id));

type Export = {
  viewer: Viewer;
  patient: NonNullable<Awaited<ReturnType<typeof findListedPatient>>>;
  rows: Awaited<ReturnType<typeof readExportedReports>>;
  context: CallContext;
};

async function* entriesOf({ viewer, patient, rows, context }: Export): AsyncGenerator<ZipEntry> {
  const presented = await presentReports(viewer, rows, context);
  const pathsOf = new Map<string, string[]>();
  for (const [at, { report }] of rows.entries()) {
    if (isHeldForKey(viewer, report)) continue;
    for (const file of await listReportFiles(report)) {
      const content = await readIfPossible('patient.exportFile', () => openWhole(file));
      if (!content) continue;
      const name = toArchivePath(report, at + 1, file);
      pathsOf.set(report.id, [...(pathsOf.get(report.id) ?? []), name]);
      yield { name, at: report.createdAt, content, isPacked: true };
    }
  }
  const data = {
    exportedAt: new Date().toISOString(),
    patient,
    reports: presented.map((report) => ({
      ...withoutFiles(report),
      filesInArchive: pathsOf.get(report._id) ?? [],
    })),
  };
  yield { name: 'patient.json', at: new Date(), content: Readable.from([JSON.stringify(data, null, 2)]) };
}
