import { z } from 'zod';
import { booleanField, optionalChoice } from '~/domain/kernel/choices';
import { key, listFields, requiredId, requiredText, searchText, visibleText } from '~/domain/kernel/fields';
import { judgements, listedStatuses, maxReasonLength } from './expert-constants';

export const expertList = z.object({
  ...listFields,
  q: searchText.meta({
    description: 'Only experts whose name or e-mail address contains this text.',
    example: 'meera',
  }),
});

/** Input of the list of approved experts. Admins can ask for another status. */
export const approvedList = expertList.extend({
  standing: optionalChoice(listedStatuses).meta({
    description: 'For admins: only experts with this status. Defaults to `approved`.',
    example: 'suspended',
  }),
});

const expertId = requiredId.meta({
  description: 'ID of the expert: `_id` in the lists of experts.',
  example: '01k2zq5v7m8n9p0q1r2s3t4v5y',
});

export const expertIdOnly = z.object({ expertId });

/**
 * Input for approving an expert. The registration number is the one shown to the admin, and only
 * sent by the page.
 */
export const approveCall = expertIdOnly.extend({
  registrationNumber: visibleText.optional().meta({ internal: true }),
});

const isTicked = booleanField.refine((ticked) => ticked, key('approve.mustCheck'));

/**
 * Input of the page for approving an expert: the admin confirms that they have checked the
 * identity. An empty number means that none was shown.
 */
export const approveForm = approveCall.extend({
  registrationNumber: visibleText.default(''),
  isChecked: z.preprocess((ticked) => ticked ?? false, isTicked),
});

/** Input for rejecting or suspending an expert, who is told the reason. */
export const judgeForm = z.object({
  expertId,
  reason: requiredText(key('judge.reason'), maxReasonLength).meta({
    description: 'Short reason, shown to the expert.',
    example: 'The number is not in the register.',
  }),
});

export const expertToJudge = z.object({ expertId: requiredId, to: z.enum(judgements) });
