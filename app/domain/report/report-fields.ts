import { z } from 'zod';
import { toPicturePath } from '~/domain/identity/present-user';
import { archiveOwnerReason, exportedReason, notPersonalReason } from '~/domain/kernel/archive-reasons';
import { publicMoment } from '~/domain/kernel/fields';
import { toVisibleAddress } from '~/domain/kernel/no-email';
import { languageCodes } from '~/i18n/language-codes';
import { reportStatuses, reportTypes, resourceTypes } from '~/platform/enums';
import { aboutFields } from './about';
import { deskFields } from './desk-fields';
import { listNotesOfType } from './page-notes';
import { consentLineExample, presentConsent, publicConsent } from './present-consent';
import {
  presentCredentials,
  presentTranslation,
  publicReviewer,
  publicTranslation,
} from './present-translation';
import {
  type Columns,
  defineField,
  publicPageNote,
  publicPatient,
  publicQueuePlace,
  queuePlaceExample,
  type ReportColumn,
} from './report-field';

const maskedName = '******';
const maskedPhone = '**********';

const exampleId = '01k2zq5v7m8n9p0q1r2s3t4v5w';
const exampleMoment = '2026-03-05T08:30:00.000Z';

/**
 * Every field of a report in API responses, in their order (docs/requirements.md#api). Derived from
 * it are the columns that lists read, the public shape, the presenter, the mask, the archive of a
 * user's data, and the example in the API document.
 */
export const reportFields = {
  _id: defineField({
    columns: ['id'],
    shape: z.string().describe('ID of the report.'),
    present: ({ id }) => id,
    example: exampleId,
  }),
  reportType: defineField({
    columns: ['reportType'],
    shape: z.enum(reportTypes).describe('Type of the report.'),
    present: ({ reportType }) => reportType,
    example: 'Blood Test',
  }),
  reportUrl: defineField({
    columns: ['id', 'resourceType'],
    shape: z
      .string()
      .nullable()
      .describe('Address of the file, valid for 15 minutes. `null` if hidden or closed.'),
    present: ({ id, resourceType }, { linkTo }) => linkTo(`/files/${resourceType}/${id}`),
    hiddenAs: null,
    example: `https://clinic.example/files/raw/${exampleId}?viewer=…&until=…&signature=…`,
  }),
  thumbnailUrl: defineField({
    columns: ['id', 'thumbnailName'],
    shape: z
      .string()
      .nullable()
      .describe(
        'Address of a thumbnail of the first page, valid for 15 minutes. `null` if there is none, or if the file is hidden or closed.',
      ),
    present: ({ id, thumbnailName }, { linkTo }) => (thumbnailName ? linkTo(`/files/thumbnail/${id}`) : null),
    hiddenAs: null,
    example: null,
  }),
  resourceType: defineField({
    columns: ['resourceType'],
    shape: z.enum(resourceTypes).describe('Whether the file is a PDF (`raw`) or an image.'),
    present: ({ resourceType }) => resourceType,
    example: 'raw',
  }),
  pages: defineField({
    columns: ['pages'],
    shape: z
      .int()
      .nullable()
      .describe('Number of pages in the file. `null` until they are counted, or if hidden.'),
    present: ({ pages }) => pages,
    hiddenAs: null,
    example: 1,
  }),
  pageNotes: defineField({
    columns: ['pageNotes', 'reportType'],
    shape: z
      .array(publicPageNote)
      .describe(
        'Problems that may make photographed pages hard to read, and what the drawn pages of a PDF may lack.',
      ),
    present: ({ pageNotes, reportType }) => listNotesOfType(reportType, pageNotes ?? []),
    hiddenAs: [],
    example: [],
  }),
  description: defineField({
    columns: ['description'],
    shape: z
      .string()
      .nullable()
      .describe("Patient's note to the expert. `null` if there is none, or if hidden."),
    present: ({ description }) => description,
    hiddenAs: null,
    example: 'Tired for three weeks',
  }),
  phoneNumber: defineField({
    columns: ['phoneNumber'],
    shape: z.string().describe('Phone number for this report, in E.164. Asterisks if hidden.'),
    present: ({ phoneNumber }) => phoneNumber,
    hiddenAs: maskedPhone,
    example: '+919876543210',
  }),
  status: defineField({
    columns: ['status'],
    shape: z.enum(reportStatuses).describe('Whether the report is pending or reviewed.'),
    // The API has no status `Withdrawn` (docs/requirements.md#api): the report is pending, but no
    // expert gets it.
    present: ({ status }) => (status === 'Withdrawn' ? 'Pending' : status),
    example: 'Pending',
  }),
  review: defineField({
    columns: ['review'],
    shape: z.string().nullable().describe('Text of the review. `null` if there is none, or if hidden.'),
    present: ({ review }) => review,
    hiddenAs: null,
    example: null,
  }),
  patient: defineField({
    columns: [],
    shape: publicPatient.describe('Patient whose account sent the report.'),
    present: (_row, { patient: { id, firstName, lastName, email } }) => ({
      _id: id,
      firstName,
      lastName,
      email: toVisibleAddress(email),
    }),
    hiddenAs: { _id: null, firstName: maskedName, lastName: '', email: null },
    example: {
      _id: '01k2zq5v7m8n9p0q1r2s3t4v5x',
      firstName: 'Asha',
      lastName: 'Devi',
      email: 'asha@example.com',
    },
  }),
  expert: defineField({
    columns: ['expertId', 'expertFirstName', 'expertLastName', 'expertRegistration', 'expertCredentials'],
    shape: publicReviewer
      .nullable()
      .describe(
        'Expert who reviewed the report, as they were at that time. `null` if there is no review, or if hidden.',
      ),
    present: (row, { reviewer, linkTo }) => {
      const { expertId, expertFirstName, expertLastName, expertRegistration } = row;
      if (!expertId) return null;
      const pictureTag = reviewer?.pictureTag;
      return {
        _id: expertId,
        firstName: expertFirstName ?? '',
        lastName: expertLastName ?? '',
        registrationNumber: expertRegistration,
        ...presentCredentials(row),
        image: pictureTag ? linkTo(toPicturePath({ id: expertId, pictureTag })) : null,
      };
    },
    hiddenAs: null,
    example: null,
  }),
  createdAt: defineField({
    columns: ['createdAt'],
    shape: publicMoment.describe('Time the report was sent, in UTC.'),
    present: ({ createdAt }) => createdAt.toISOString(),
    example: exampleMoment,
  }),
  updatedAt: defineField({
    columns: ['updatedAt'],
    shape: publicMoment.describe('Time of the last change to the report or its review, in UTC.'),
    present: ({ updatedAt }) => updatedAt.toISOString(),
    example: exampleMoment,
  }),
  reviewedAt: defineField({
    columns: ['reviewedAt'],
    shape: publicMoment
      .nullable()
      .describe('Time of the review, in UTC. `null` if there is none, or if hidden.'),
    present: ({ reviewedAt }) => reviewedAt?.toISOString() ?? null,
    hiddenAs: null,
    example: null,
  }),
  // The last change of the patient's text. For reviewers it is the version of the report.
  correctedAt: defineField({
    columns: ['correctedAt'],
    shape: publicMoment
      .nullable()
      .describe("Time of the patient's last correction, in UTC. `null` if there is none, or if hidden."),
    present: ({ correctedAt }) => correctedAt?.toISOString() ?? null,
    hiddenAs: null,
    example: null,
  }),
  consent: defineField({
    columns: ['aboutName'],
    shape: publicConsent
      .nullable()
      .describe("The patient's consent. `null` for everyone except the patient, and if none was recorded."),
    present: ({ aboutName }, { consents }) => presentConsent(consents, aboutName),
    hiddenAs: null,
    example: { ...consentLineExample, earlier: [] },
  }),
  language: defineField({
    columns: ['language'],
    shape: z.enum(languageCodes).describe('Language that the patient reads.'),
    present: ({ language }) => language,
    example: 'hi',
  }),
  reviewLanguage: defineField({
    columns: ['review', 'reviewLanguage'],
    shape: z
      .enum(languageCodes)
      .nullable()
      .describe('Language of the review. `null` if there is none, or if hidden.'),
    present: ({ review, reviewLanguage }) => (review ? (reviewLanguage ?? 'en') : null),
    hiddenAs: null,
    example: null,
  }),
  translations: defineField({
    columns: [],
    shape: z.array(publicTranslation).describe('Translations of the current review, newest first.'),
    present: (_row, { translations }) => translations.map(presentTranslation),
    hiddenAs: [],
    example: [],
  }),
  queue: defineField({
    columns: [],
    shape: publicQueuePlace
      .nullable()
      .describe(
        'Place in the queue, shown to the patient while the report waits and no expert is reviewing it. `null` otherwise.',
      ),
    present: (_row, { queue }) => queue,
    hiddenAs: null,
    example: queuePlaceExample,
  }),
  ...deskFields,
  ...aboutFields,
};

export type ReportFields = typeof reportFields;

/**
 * The fields of a report shown to an expert who is not approved. Every other field is hidden and
 * does not compile without `hiddenAs`.
 */
export const fieldsForUnapproved = [
  '_id',
  'reportType',
  'resourceType',
  'status',
  'language',
  'urgent',
  'urgentFor',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof ReportFields)[];

type PresentedColumn = ReportFields[keyof ReportFields]['columns'][number];

/** The columns that are read to present a report. */
export type PresentedRow = Columns<PresentedColumn>;

/** Leaves out columns that are never shown, so that they are not even decrypted. */
export const presentedColumns = [
  ...new Set(Object.values(reportFields).flatMap(({ columns }): readonly PresentedColumn[] => columns)),
];

/**
 * The columns whose place in the archive of the owner's data differs from the default, or the
 * reason why they are left out. By default a column that a field is presented from is in the
 * archive.
 */
const archivedApart = {
  patientId: archiveOwnerReason,
  submissionKey: notPersonalReason,
  contentKey: notPersonalReason,
  personId: exportedReason,
  guardianName: exportedReason,
  countryCode: exportedReason,
  fileName: 'the file itself is in the archive',
  thumbnailName: 'the file itself is in the archive',
  originalName: exportedReason,
  mediaType: exportedReason,
  resourceType: 'the media type says it',
  bytes: exportedReason,
  pagesCounted: notPersonalReason,
  noticeId: notPersonalReason,
  claimedAfter: notPersonalReason,
  sentBy: exportedReason,
} as const satisfies Record<Exclude<ReportColumn, PresentedColumn>, string> &
  Partial<Record<PresentedColumn, string>>;

type Archived = Record<Exclude<PresentedColumn, keyof typeof archivedApart>, typeof exportedReason> &
  typeof archivedApart;

/** The treatment of each column of a report in the archive of its owner's data. */
export const archivedColumns = {
  ...Object.fromEntries(presentedColumns.map((column) => [column, exportedReason])),
  ...archivedApart,
} as Archived;
