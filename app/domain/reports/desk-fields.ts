import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields/fields';
import { reportProgress } from '~/platform/enums';
import { presentFile, presentQuestion, publicFile, publicQuestion } from './present-question';
import { presentVersion, publicVersion } from './present-version';
import { field, publicClaim } from './report-field';

/** What a report says of its way to the review and of what becomes of that. */
export const deskFields = {
  progress: field({
    columns: ['askedAt', 'claimedBy', 'claimedUntil', 'heldAt', 'hiddenUntil', 'status', 'waitsFor'],
    shape: z.enum(reportProgress).nullable(),
    present: (_row, { progress }) => progress,
    hiddenAs: null,
    example: 'queued',
  }),
  // For those who review, and for admins.
  claim: field({
    columns: ['claimedBy', 'claimedAt', 'claimedUntil'],
    shape: publicClaim.nullable(),
    present: (_row, { claim }) => claim,
    hiddenAs: null,
    example: null,
  }),
  version: field({
    columns: ['version'],
    shape: z.int().min(0).nullable(),
    present: ({ version }) => version,
    hiddenAs: null,
    example: 0,
  }),
  amendedAt: field({
    columns: ['amendedAt'],
    shape: publicMoment.nullable(),
    present: ({ amendedAt }) => amendedAt?.toISOString() ?? null,
    hiddenAs: null,
    example: null,
  }),
  takenBackAt: field({
    columns: ['takenBackAt'],
    shape: publicMoment.nullable(),
    present: ({ takenBackAt }) => takenBackAt?.toISOString() ?? null,
    hiddenAs: null,
    example: null,
  }),
  // For its owner, its author and admins.
  versions: field({
    columns: [],
    shape: z.array(publicVersion),
    present: (_row, { versions }) => versions.map(presentVersion),
    hiddenAs: [],
    example: [],
  }),
  questions: field({
    columns: [],
    shape: z.array(publicQuestion),
    present: (_row, { questions }) => questions.map(presentQuestion),
    hiddenAs: [],
    example: [],
  }),
  files: field({
    columns: [],
    shape: z.array(publicFile),
    present: (_row, beside) => beside.files.map((file) => presentFile(file, beside)),
    hiddenAs: [],
    example: [],
  }),
};
