import { z } from 'zod';
import { booleanField, optionalChoice } from '~/domain/kernel/choices';
import { key, listFields, requiredId, requiredText, searchText, shownText } from '~/domain/kernel/fields';
import { judgements, listedStatuses, maxReasonLength } from './expert-constants';

export const expertList = z.object({
  ...listFields,
  q: searchText.meta({
    description: 'Only experts whose name or e-mail address holds this text.',
    example: 'meera',
  }),
});

/** The list of approved experts; admins can ask for those of another standing. */
export const approvedList = expertList.extend({
  standing: optionalChoice(listedStatuses).meta({
    description: 'For admins: only experts of this status. Without it, `approved`.',
    example: 'suspended',
  }),
});

const expertId = requiredId.meta({
  description: 'The ID of the expert: `_id` in the lists of experts.',
  example: '01k2zq5v7m8n9p0q1r2s3t4v5y',
});

export const expertIdOnly = z.object({ expertId });

/**
 * Approving. The registration number is the one that was shown to whoever approves, for pages
 * alone.
 */
export const approveCall = expertIdOnly.extend({
  registrationNumber: shownText.optional().meta({ internal: true }),
});

const isTicked = booleanField.refine((ticked) => ticked, key('approve.mustCheck'));

/**
 * Approving on the page: somebody says that they have checked who it is. An empty number says that
 * none was shown.
 */
export const approveForm = approveCall.extend({
  registrationNumber: shownText.default(''),
  isChecked: z.preprocess((ticked) => ticked ?? false, isTicked),
});

/** Rejecting or suspending: the expert is told why. */
export const judgeForm = z.object({
  expertId,
  reason: requiredText(key('judge.reason'), maxReasonLength).meta({
    description: 'Why, in a few words; the expert reads it.',
    example: 'The number is not in the register.',
  }),
});

export const expertToJudge = z.object({ expertId: requiredId, to: z.enum(judgements) });
