import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { asc, eq } from 'drizzle-orm';
import { readPicture } from '~/domain/accounts/display-picture.server';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { exportDataForm } from '~/domain/identity/password-schemas';
import { clinicDay } from '~/domain/kernel/days';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { Refusal, tooManyRefusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { checkOwnPassword } from '~/domain/log-in/change-password.server';
import type { PublicNextStep } from '~/domain/report/next-step';
import { toCaseNumber } from '~/domain/report/report-constants';
import {
  selectAddedFiles,
  selectQuestions,
  selectSteps,
  selectTranslations,
  selectVersions,
} from '~/domain/report/rows-of-reports.server';
import { listReportFiles, type ReportFile } from '~/domain/report-view/added-files.server';
import { findBarredAuthors, isInDoubt } from '~/domain/report-view/barred-authors.server';
import { openNamedFile } from '~/domain/report-view/named-file.server';
import { presentNextSteps, type StepContext } from '~/domain/report-view/present-next-steps.server';
import { hideUndoableReview, listCurrentTranslations } from '~/domain/report-view/present-reports.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { consume } from '~/platform/limits/limits.server';
import { extensionOf } from '~/platform/media-types';
import { logIncident } from '~/platform/observability/log.server';
import { type ZipEntry, zipOf } from '~/platform/zip-archive.server';
import { presentOwnDetails } from './own-records.server';
import { listOwnRecords, type Report } from './own-work.server';
import { readablePage } from './readable-page';

/** A file that is built while it is sent: its name, its type and its content. */
export type Download = {
  name: string;
  mediaType: 'application/zip' | 'text/csv; charset=utf-8';
  content: Readable;
};

/**
 * Exports all data stored about the user as one ZIP archive: `index.html` for people,
 * `my-data.json` for programs, and the files they sent (docs/requirements.md#reports-and-files).
 * The archive is streamed, so its size does not change the memory it needs.
 *
 * @throws Refusal: `invalid` beside `password`; `tooMany` after wrong passwords, and after ten
 *   archives in a day.
 */
export const exportData = operation({
  name: 'account.exportData',
  api: {
    summary: 'Download your data',
    text: 'Returns all data stored about you as a ZIP archive: `index.html` to read, `my-data.json` for programs, and the files you sent. Limited to ten times a day. The response is the archive itself, without an envelope.',
  },
  input: exportDataForm,
  policy: { answer: 'download' },
  allow: 'account.own',
  secretFields: ['password'],
  successMessage: 'exportData.done',
  failureMessage: 'exportData.failed',
  async run({ viewer, input: { password }, context }) {
    await checkOwnPassword({ viewer, password, context, field: 'password' });
    const wait = await consume('exports', viewer.id);
    if (wait > 0) throw tooManyRefusal(wait);
    await execute(auditEntry({ action: 'data.exported', actorId: viewer.id, objectId: viewer.id }));
    const name = `my-data-${clinicDay(Date.now())}.zip`;
    const content = await zipOf(entriesOf(viewer, context));
    return { data: { name, mediaType: 'application/zip', content } satisfies Download as Download };
  },
});

type Say = Pick<CallContext, 'sentence'> & StepContext;

/**
 * Yields the files first, then the data for people and for programs. The data says which file is
 * which, and which could not be read.
 */
async function* entriesOf(viewer: Viewer, context: Say): AsyncGenerator<ZipEntry> {
  const now = new Date();
  const account = await requireOwnRow(viewer);
  const rows = await db()
    .select()
    .from(reports)
    .where(eq(reports.patientId, viewer.id))
    .orderBy(asc(reports.createdAt), asc(reports.id));
  const ownReports = rows.map((row) => hideUndoableReview(viewer, row));
  const picture = await readIfPossible('account.exportPicture', () => readPicture(account));
  if (picture) {
    yield { name: 'picture.webp', at: account.updatedAt, content: Readable.from([picture]), isPacked: true };
  }
  const nameOf = new Map<string, string>();
  for (const [at, row] of ownReports.entries()) {
    for (const file of await listReportFiles(row)) {
      const content = await readIfPossible('account.exportFile', () => openWhole(file));
      if (!content) continue;
      const name = toArchivePath(row, at + 1, file);
      nameOf.set(file.boundTo, name);
      yield { name, at: row.createdAt, content, isPacked: true };
    }
  }
  const ids = ownReports.map(({ id }) => id);
  const [translations, questions, added, steps, versions] = await Promise.all([
    selectTranslations(ids),
    selectQuestions(ids),
    selectAddedFiles(ids),
    selectSteps(ids),
    selectVersions(ids),
  ]);
  const barred = await findBarredAuthors([
    ...ownReports.map(({ expertId }) => expertId),
    ...[...translations.values()].flat().map(({ expertId }) => expertId),
  ]);
  const nextSteps = await presentNextSteps(ownReports, { steps, versions, barred }, context);
  const toDoubt = (authorId: string | null) =>
    isInDoubt(barred, authorId) ? context.describeDoubt().sentence : null;
  const page = readablePage(
    account,
    ownReports.map((row) => ({
      ...row,
      file: nameOf.get(row.id) ?? null,
      doubt: toDoubt(row.expertId),
      nextStep: toStepText(nextSteps.get(row.id)),
      translations: listCurrentTranslations(row, translations.get(row.id)).map((translation) => ({
        ...translation,
        doubt: toDoubt(translation.expertId),
      })),
      questions: questions.get(row.id) ?? [],
      added: (added.get(row.id) ?? []).flatMap(({ id }) => nameOf.get(id) ?? []),
    })),
    context,
  );
  yield { name: 'index.html', at: now, content: Readable.from([page]) };
  const details = await presentOwnDetails(viewer, {
    account,
    picture: picture ? 'picture.webp' : null,
    ownReports,
    nameOf,
  });
  yield {
    name: 'my-data.json',
    at: now,
    content: Readable.from(jsonOf(details, listOwnRecords(viewer, ownReports))),
  };
}

/** Joins the sentences of a step; the English one is added while nobody has checked the other one. */
const toStepText = (step: PublicNextStep | undefined) =>
  step
    ? [
        step.earlier,
        step.sentence,
        ...(step.uncheckedNote ? [step.sentenceInEnglish, step.uncheckedNote] : []),
      ]
        .filter(Boolean)
        .join('\n')
    : null;

/**
 * Reads a file, and returns undefined if that fails: one unreadable file must not keep the others
 * from their owner. Logs an incident unless the file was deleted meanwhile.
 */
export async function readIfPossible<Found>(
  where: string,
  read: () => Promise<Found>,
): Promise<Found | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Refusal)) logIncident(where, error);
    return undefined;
  }
}

/**
 * Opens a report's file once all of it is known to be readable, since an entry cannot be removed
 * from an archive.
 */
export async function openWhole({ boundTo, fileName: name, bytes }: ReportFile) {
  const tried = await openNamedFile({ name, boundTo, bytes });
  await finished(tried.resume());
  return openNamedFile({ name, boundTo, bytes });
}

/**
 * Builds the path of a file in the archive from the report, its number (from 1) and the file. No
 * part of it was typed by a user, so it is a safe path on every machine.
 */
export function toArchivePath(
  { id, reportType, createdAt }: Pick<Report, 'id' | 'reportType' | 'createdAt'>,
  number: number,
  file: ReportFile,
) {
  const { mediaType, number: part } = file;
  const words = [clinicDay(createdAt.getTime()), reportType, toCaseNumber(id), ...(part > 1 ? [part] : [])];
  const name = `${String(number).padStart(3, '0')} ${words.join(' ')}`.replace(/[^\w -]/g, '');
  return `reports/${name}.${extensionOf(mediaType)}`;
}

/** Yields an object as JSON in pieces: its fields, then each list row by row. */
async function* jsonOf(fields: object, lists: Record<string, AsyncIterable<unknown>>) {
  yield JSON.stringify(fields, null, 2).replace(/\n\}$/, '');
  for (const [name, rows] of Object.entries(lists)) {
    yield `,\n  ${JSON.stringify(name)}: [`;
    let between = '\n    ';
    for await (const row of rows) {
      yield `${between}${JSON.stringify(row)}`;
      between = ',\n    ';
    }
    yield '\n  ]';
  }
  yield '\n}\n';
}
