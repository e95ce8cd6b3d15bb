import { z } from 'zod';
import { anId, key, listFields, optionalChoice, requiredText, searchText } from '../fields';
import { judgements, reasonMost, shownStandings } from './catalogue';

export const expertList = z.object({ ...listFields, q: searchText });

/** The list of approved experts; admins can ask for those of another standing. */
export const approvedList = expertList.extend({
  standing: optionalChoice(shownStandings, key('form.invalid')),
});

const expertId = anId.min(1, key('form.invalid'));

export const expertIdOnly = z.object({ expertId });

/** Rejecting or suspending: the expert is told why. */
export const judgeForm = z.object({ expertId, reason: requiredText(key('judge.reason'), reasonMost) });

export const expertToJudge = z.object({ expertId, to: z.enum(judgements) });
