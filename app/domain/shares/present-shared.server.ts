import { z } from 'zod';
import { formatFullName } from '~/domain/identity/full-name';
import { publicMoment } from '~/domain/kernel/fields';
import type { CallContext } from '~/domain/kernel/operation';
import { publicAbout, toAbout } from '~/domain/report/about';
import { listDrawingNotes } from '~/domain/report/page-notes';
import { toCaseNumber } from '~/domain/report/report-constants';
import { publicPageNote } from '~/domain/report/report-field';
import { listReportFiles } from '~/domain/report-view/added-files.server';
import { answerExample, presentAnswer, publicAnswer } from '~/domain/report-view/present-answer.server';
import { reportTypes, resourceTypes } from '~/platform/enums';
import type { listLiveReports } from './live-shares.server';
import { toShareHolder } from './share-pass.server';

export const sharedReportExample = {
  _id: '01k2zq5v7m8n9p0q1r2s3t4v5w',
  caseNumber: '47ER-K1H6',
  reportType: 'Blood Test',
  sentAt: '2026-03-05T08:30:00.000Z',
  sentBy: 'Asha Rao',
  about: { name: 'Ravi', birthYear: 2019, age: 7, sex: 'male', relation: 'child' },
  description: 'Tired for two weeks.',
  ...answerExample,
  isReviewHidden: false,
  pageNotes: [],
  files: [
    {
      number: 1,
      url: 'https://clinic.example/files/shared/01k2zq5v7m8n9p0q1r2s3t4v5y/01k2zq5v7m8n9p0q1r2s3t4v5w?viewer=…&until=…&signature=…',
      resourceType: 'raw',
      pages: 2,
    },
  ],
};

/** A report as another doctor reads it: without phone number, e-mail address and any other report. */
export const sharedReport = z
  .object({
    _id: z.string().describe('ID of the report.'),
    caseNumber: z.string().describe('Case number.'),
    reportType: z.enum(reportTypes).describe('Type of the report.'),
    sentAt: publicMoment.describe('Time the report was sent, in UTC.'),
    sentBy: z.string().describe('Name of the patient whose account sent it.'),
    about: publicAbout
      .nullable()
      .describe('Person the report is about. `null` if nobody was named: it is about the patient.'),
    description: z.string().describe('What the patient wrote. May be empty.'),
    ...publicAnswer.shape,
    isReviewHidden: z.boolean().describe('Whether the review is not shown because its author is suspended.'),
    pageNotes: z.array(publicPageNote).describe('What the drawn pages of a PDF may lack.'),
    files: z
      .array(
        z.object({
          number: z.int().min(1).describe('Number of the file, starting at 1.'),
          url: z.string().describe('Address of the file. It ends with the share.'),
          resourceType: z.enum(resourceTypes).describe('`raw` for a PDF, `image` for a picture.'),
          pages: z.int().min(1).describe('Number of pages.'),
        }),
      )
      .describe('Files of the report.'),
  })
  .meta({
    id: 'SharedReport',
    description: 'A report that a patient shows to another doctor.',
    example: sharedReportExample,
  });

export type SharedReport = z.infer<typeof sharedReport>;

/** A report of a share with its patient, as `listLiveReports` reads it. */
export type LiveRow = Awaited<ReturnType<typeof listLiveReports>>[number];

/** Presents the reports of a share. */
export async function presentSharedReports(
  shareId: string,
  rows: LiveRow[],
  context: CallContext,
): Promise<SharedReport[]> {
  return Promise.all(
    rows.map(async ({ report, patient }) => {
      const answer = await presentAnswer(report, context);
      const files = await listReportFiles(report);
      return {
        _id: report.id,
        caseNumber: toCaseNumber(report.id),
        reportType: report.reportType,
        sentAt: report.createdAt.toISOString(),
        sentBy: formatFullName(patient),
        about: toAbout(report),
        description: report.description ?? '',
        ...answer,
        isReviewHidden: answer.status === 'Reviewed' && answer.review === null,
        pageNotes: listDrawingNotes(report.pageNotes ?? []),
        files: files.map(({ number, mediaType, pages }) => ({
          number,
          url: context.linkTo(
            `/files/shared/${shareId}/${report.id}${number === 1 ? '' : `/${number}`}`,
            toShareHolder(shareId),
          ),
          resourceType: mediaType === 'application/pdf' ? ('raw' as const) : ('image' as const),
          pages,
        })),
      };
    }),
  );
}
