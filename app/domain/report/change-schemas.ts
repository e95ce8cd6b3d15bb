import { z } from 'zod';
import { reportListAnswer } from './present-report';

/** The position of a client in the changes of a list. */
export const publicChanges = z
  .object({
    removed: z
      .array(z.string())
      .describe(
        'IDs of reports that were deleted or are no longer in this list. May contain reports that you never received.',
      ),
    cursor: z.string().describe('Value of `changedSince` for the next call. Opaque, and yours alone.'),
    hasMore: z
      .boolean()
      .describe('Whether more changes are waiting. If so, `Link` has the address of the next call.'),
  })
  .meta({
    id: 'Changes',
    description: 'Position in the changes of a list.',
    example: { removed: ['01k2zq5v7m8n9p0q1r2s3t4v5w'], cursor: 'q3Zc9m…', hasMore: false },
  });

export type PublicChanges = z.infer<typeof publicChanges>;

/** The response of a list of reports, or of its changes. */
export const changeListAnswer = reportListAnswer.extend({
  changes: publicChanges.optional().describe('Present only if the call has `changedSince`.'),
});
