import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields';
import { reportProgress } from '~/platform/enums';
import { dangerSigns, parseSigns } from './danger-signs';
import { publicNextStep } from './next-step';
import { presentFile, presentQuestion, publicFile, publicQuestion } from './present-question';
import { publicDoubt } from './present-translation';
import { presentVersion, publicVersion } from './present-version';
import { type Columns, defineField, publicClaim } from './report-field';
import { publicStepCheck } from './step-check';

/** Checks whether a report waits for a review and was marked as urgent. */
const isUrgent = ({ status, urgentAt }: Columns<'status' | 'urgentAt'>) =>
  status === 'Pending' && urgentAt !== null;

/** The report fields about its path to the review, and about later changes of the review. */
export const deskFields = {
  progress: defineField({
    columns: ['askedAt', 'claimedBy', 'claimedUntil', 'heldAt', 'hiddenUntil', 'status', 'waitsFor'],
    shape: z
      .enum(reportProgress)
      .nullable()
      .describe(
        'Progress of the report. `status` is `Pending` for every value except `reviewed`. `null` if hidden.',
      ),
    present: (_row, { progress }) => progress,
    hiddenAs: null,
    example: 'queued',
  }),
  urgent: defineField({
    columns: ['status', 'urgentAt'],
    shape: z
      .boolean()
      .describe(
        'Whether the report waits for a review and somebody said that it is urgent. `false` does not mean that it is not urgent.',
      ),
    present: (row) => isUrgent(row),
    example: false,
  }),
  urgentFor: defineField({
    columns: ['status', 'urgentAt'],
    shape: z
      .int()
      .min(0)
      .nullable()
      .describe('Whole minutes for which a waiting report has been urgent. `null` unless `urgent`.'),
    present: (row, { now }) =>
      isUrgent(row) ? Math.max(0, Math.floor((now - Number(row.urgentAt)) / 60_000)) : null,
    example: null,
  }),
  dangerSigns: defineField({
    columns: ['dangerSigns'],
    shape: z
      .array(z.enum(dangerSigns))
      .nullable()
      .describe(
        'Danger signs that were ticked at the upload. `null` for everybody but approved experts and admins, and for the account that sent the report.',
      ),
    present: (row, { seesSigns }) => (seesSigns ? parseSigns(row.dangerSigns) : null),
    hiddenAs: null,
    example: null,
  }),
  claim: defineField({
    columns: ['claimedBy', 'claimedAt', 'claimedUntil'],
    shape: publicClaim
      .nullable()
      .describe('Expert who is reviewing the report. `null` if there is none, and for patients.'),
    present: (_row, { claim }) => claim,
    hiddenAs: null,
    example: null,
  }),
  version: defineField({
    columns: ['version'],
    shape: z
      .int()
      .min(0)
      .nullable()
      .describe(
        'Version of the review, which increases with each change. 0 before the first review, `null` if hidden.',
      ),
    present: ({ version }) => version,
    hiddenAs: null,
    example: 0,
  }),
  amendedAt: defineField({
    columns: ['amendedAt'],
    shape: publicMoment
      .nullable()
      .describe(
        'Time of the last addition or correction to the review, in UTC. `null` if there is none, or if hidden.',
      ),
    present: ({ amendedAt }) => amendedAt?.toISOString() ?? null,
    hiddenAs: null,
    example: null,
  }),
  takenBackAt: defineField({
    columns: ['takenBackAt'],
    shape: publicMoment
      .nullable()
      .describe(
        'Time the review was taken back, in UTC. `null` if it was not, once there is a new review, or if hidden.',
      ),
    present: ({ takenBackAt }) => takenBackAt?.toISOString() ?? null,
    hiddenAs: null,
    example: null,
  }),
  versions: defineField({
    columns: [],
    shape: z
      .array(publicVersion)
      .describe(
        'All versions of a changed review, oldest first. Empty unless you are the patient, the author or an admin.',
      ),
    present: (_row, { versions }) => versions.map(presentVersion),
    hiddenAs: [],
    example: [],
  }),
  nextStep: defineField({
    columns: [],
    shape: publicNextStep
      .nullable()
      .describe(
        'What the patient should do next. `null` if the author of the current review stated nothing, or if hidden.',
      ),
    present: (_row, { nextStep }) => nextStep,
    hiddenAs: null,
    example: null,
  }),
  stepCheck: defineField({
    columns: [],
    shape: publicStepCheck
      .nullable()
      .describe(
        'Whether the patient has taken a `nextStep` of four days or more. `null` until its last day has passed, for 60 days after it at the longest without an answer, and for everyone except the patient, approved experts and admins.',
      ),
    present: (_row, { stepCheck }) => stepCheck,
    hiddenAs: null,
    example: null,
  }),
  doubtNote: defineField({
    columns: ['expertId'],
    shape: publicDoubt
      .nullable()
      .describe(
        'Show it before the next step and the review: the clinic no longer vouches for the author. `null` otherwise, or if hidden.',
      ),
    present: (_row, { doubtNote }) => doubtNote,
    hiddenAs: null,
    example: null,
  }),
  doubtOver: defineField({
    columns: ['doubtChangedAt', 'reviewedAt', 'amendedAt'],
    shape: z
      .string()
      .nullable()
      .describe(
        'Sentence that says that the clinic vouches for the answer again, for a patient who has read the warning. `null` otherwise, or if hidden.',
      ),
    present: (_row, { doubtOver }) => doubtOver,
    hiddenAs: null,
    example: null,
  }),
  questions: defineField({
    columns: [],
    shape: z.array(publicQuestion).describe('Questions to the patient before the review, oldest first.'),
    present: (_row, { questions }) => questions.map(presentQuestion),
    hiddenAs: [],
    example: [],
  }),
  files: defineField({
    columns: [],
    shape: z.array(publicFile).describe('Files that were added to the report, by number.'),
    present: (_row, beside) => beside.files.map((file) => presentFile(file, beside)),
    hiddenAs: [],
    example: [],
  }),
};
