import { z } from 'zod';
import { booleanField, optionalChoice, requiredBoolean } from '~/domain/kernel/choices';
import {
  key,
  listFields,
  optionalText,
  requiredId,
  requiredText,
  searchText,
  visibleText,
} from '~/domain/kernel/fields';
import { expertPages, listedStatuses, maxReasonLength } from './expert-constants';

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

const reason = optionalText(maxReasonLength);

/**
 * Input for approving an expert. The registration number is the one shown to the admin, and only
 * sent by the page.
 */
export const approveCall = expertIdOnly.extend({
  registrationNumber: visibleText.optional().meta({ internal: true }),
  reason: reason.meta({
    description: 'Reason for approving an expert without a registration number. Only admins see it.',
    example: 'I have seen her certificate.',
  }),
});

const isTicked = booleanField.refine((ticked) => ticked, key('approve.mustCheck'));

/**
 * Input of the page for approving an expert: the admin confirms that they have checked the
 * identity, and gives a reason if no number was shown, which an empty one means.
 */
export const approveForm = approveCall
  .extend({
    registrationNumber: visibleText.default(''),
    isChecked: z.preprocess((ticked) => ticked ?? false, isTicked),
  })
  .superRefine(({ registrationNumber, reason: why }, context) => {
    if (registrationNumber === '' && !why)
      context.addIssue({ code: 'custom', path: ['reason'], message: key('judge.reason') });
  });

/** Input for rejecting or suspending an expert, who is told the reason. */
export const judgeCall = z.object({
  expertId,
  reason: requiredText(key('judge.reason'), maxReasonLength).meta({
    description: 'Short reason, shown to the expert.',
    example: 'The number is not in the register.',
  }),
  answersInDoubt: booleanField.optional().meta({
    description:
      "Whether the expert's earlier answers are in doubt. Their patients then read a warning. If omitted, it counts as `false` until an admin decides.",
    example: false,
  }),
});

/** Input of the page that suspends an expert. */
export const suspendForm = judgeCall.extend({
  answersInDoubt: requiredBoolean(key('doubt.missing')),
});

/** Input of the decision about the earlier answers of a suspended or rejected expert. */
export const doubtForm = z.object({
  expertId,
  answersInDoubt: requiredBoolean(key('doubt.missing')).meta({
    description: "Whether the expert's earlier answers are in doubt.",
    example: true,
  }),
});

export const expertToJudge = z.object({ expertId: requiredId, to: z.enum(expertPages) });
