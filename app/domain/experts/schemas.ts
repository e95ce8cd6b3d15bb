import { z } from 'zod';
import { booleanField, optionalChoice } from '~/domain/kernel/fields/choices';
import {
  key,
  listFields,
  requiredId,
  requiredText,
  searchText,
  shownText,
} from '~/domain/kernel/fields/fields';
import { judgements, listedStatuses, maxReasonLength } from './constants';

export const expertList = z.object({ ...listFields, q: searchText });

/** The list of approved experts; admins can ask for those of another standing. */
export const approvedList = expertList.extend({
  standing: optionalChoice(listedStatuses),
});

export const expertIdOnly = z.object({ expertId: requiredId });

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
  expertId: requiredId,
  reason: requiredText(key('judge.reason'), maxReasonLength),
});

export const expertToJudge = z.object({ expertId: requiredId, to: z.enum(judgements) });
