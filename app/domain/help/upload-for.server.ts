import { z } from 'zod';
import { noteTypedNumber } from '~/domain/identity/helper-bonds.server';
import { findViewerById } from '~/domain/identity/sessions.server';
import { operation } from '~/domain/kernel/operation';
import { toE164 } from '~/domain/kernel/phone';
import { Refusal, tooManyRefusal } from '~/domain/kernel/refusal';
import { maxPageBytes, maxPages, toCaseNumber } from '~/domain/report/report-constants';
import { storeReport } from '~/domain/upload/store-report.server';
import { consume, refund } from '~/platform/limits/limits.server';
import { requirePerson } from './helped-people.server';
import { uploadForCall, uploadForPage } from './schemas';

/** The report is about the owner of the account, who is on their own list of people. */
const aboutOwner = {
  personId: undefined,
  personName: undefined,
  birthYear: undefined,
  sex: undefined,
  relation: 'self',
  same: undefined,
} as const;

/**
 * Sends a report for somebody else: it is the patient's own from the beginning, counts on their
 * quota, and is about them (docs/requirements.md#accounts-without-e-mail). The helper can open
 * neither the file nor, without leave, the review.
 *
 * @throws Refusal: `notFound` and `tooMany` as `requirePerson` does; otherwise as an upload of one's
 *   own.
 */
export const uploadReportFor = operation({
  name: 'report.uploadFor',
  api: {
    summary: 'Upload a report for somebody else',
    text: 'For helpers, and keys with the scope `reports.send`. Uploads a report of one of the people you help (`userId`), or of anybody else by `clinicNumber`; `birthYear` has to be right for both. A key names every patient by `userId`. It counts on the quota of the patient, who consents in front of you: `mode` says how, and a spoken consent names a witness. For a patient who may be under 18, consent without `guardianName` is recorded as not given. You cannot open the file, and the review only if `mayRead` was sent.',
  },
  input: uploadForCall,
  inputOnPage: uploadForPage,
  output: z.object({
    data: z
      .object({
        _id: z.string().describe('ID of the report.'),
        reportId: z.string().describe('ID of the report, as `_id`.'),
        caseNumber: z
          .string()
          .meta({ description: 'Case number, to be told to the patient.', example: '47ER-K1H6' }),
        firstName: z.string().describe('First name of the patient.'),
      })
      .meta({
        description: 'The report that was sent.',
        example: {
          _id: '01k2zq5v7m8n9p0q1r2s3t4v5w',
          reportId: '01k2zq5v7m8n9p0q1r2s3t4v5w',
          caseNumber: '47ER-K1H6',
          firstName: 'Lakshmi',
        },
      }),
  }),
  refusals: ['notFound', 'conflict', 'tooMany'],
  policy: { idempotencyKey: 'honoured' },
  allow: 'help.send',
  file: {
    field: 'report',
    missingMessage: 'upload.report',
    description: 'One PDF, or up to 20 pictures, as for a report of your own.',
    maxFiles: maxPages,
    pages: { maxBytesEach: maxPageBytes },
    limit: 'helperUploads',
    slotField: 'uploads',
  },
  lists: ['uploads', 'dangerSigns'],
  successMessage: 'uploadFor.done',
  failureMessage: 'upload.failed',
  async run({ viewer, input, ...call }) {
    const { userId, clinicNumber, birthYear, mode, witness, mayRead = false, ...fields } = input;
    const account = await requirePerson(viewer, { userId, clinicNumber, birthYear });
    const owner = await findViewerById(account.id);
    if (!owner) throw new Refusal('notFound', 'help.notFound');
    const consent = { mode, witness: witness ?? null, mayRead };
    const number = toE164({ number: fields.phoneNumber, dialCode: fields.countryCode }) ?? null;
    // A key is no account, and sees nobody later.
    const steps = viewer.keyReaches
      ? []
      : [noteTypedNumber({ userId: owner.id, helperId: viewer.id, number })];
    const counted = `${viewer.id}/${owner.id}`;
    const wait = await consume('helperUploadsOfPatient', counted);
    if (wait > 0) throw tooManyRefusal(wait);
    try {
      const helper = { id: viewer.id, consent, steps };
      const row = await storeReport({ ...call, owner, input: { ...aboutOwner, ...fields }, helper });
      const caseNumber = toCaseNumber(row.id);
      return { data: { _id: row.id, reportId: row.id, caseNumber, firstName: account.firstName } };
    } catch (error) {
      await refund('helperUploadsOfPatient', counted);
      throw error;
    }
  },
});
