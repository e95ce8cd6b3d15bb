import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields';
import { reportProgress } from '~/platform/enums';
import { presentFile, presentQuestion, publicFile, publicQuestion } from './present-question';
import { presentVersion, publicVersion } from './present-version';
import { defineField, publicClaim } from './report-field';

/** The report fields about its path to the review, and about later changes of the review. */
export const deskFields = {
  progress: defineField({
    columns: ['askedAt', 'claimedBy', 'claimedUntil', 'heldAt', 'hiddenUntil', 'status', 'waitsFor'],
    shape: z
      .enum(reportProgress)
      .nullable()
      .describe('How far it has come; `status` is `Pending` in all but `reviewed`. Null where it is hidden.'),
    present: (_row, { progress }) => progress,
    hiddenAs: null,
    example: 'queued',
  }),
  claim: defineField({
    columns: ['claimedBy', 'claimedAt', 'claimedUntil'],
    shape: publicClaim
      .nullable()
      .describe('Who reads it in order to review it, for experts and admins; null where nobody does.'),
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
        'The version of the review: goes up with each change of it; 0 until there was one, null where it is hidden.',
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
        'When the review was last added to or corrected, in UTC; null where it was not, and where it is hidden.',
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
        'When its review was taken back, in UTC; null where it was not, once there is another one, and where it is hidden.',
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
        'Every version of the review, the oldest first, once it was changed; for the patient, the author and admins.',
      ),
    present: (_row, { versions }) => versions.map(presentVersion),
    hiddenAs: [],
    example: [],
  }),
  questions: defineField({
    columns: [],
    shape: z
      .array(publicQuestion)
      .describe('What was asked of the patient before the review, the oldest first.'),
    present: (_row, { questions }) => questions.map(presentQuestion),
    hiddenAs: [],
    example: [],
  }),
  files: defineField({
    columns: [],
    shape: z.array(publicFile).describe('The files that were added to it, by number.'),
    present: (_row, beside) => beside.files.map((file) => presentFile(file, beside)),
    hiddenAs: [],
    example: [],
  }),
};
