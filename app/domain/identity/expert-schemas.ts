import { z } from 'zod';
import { booleanField, optionalChoice, requiredBoolean } from '~/domain/kernel/choices';
import { clinicDay, isRealDay } from '~/domain/kernel/days';
import {
  key,
  listFields,
  optionalLine,
  optionalText,
  requiredId,
  requiredText,
  searchText,
  visibleText,
} from '~/domain/kernel/fields';
import { registrationMethods } from '~/platform/enums';
import { maxCredentialLength } from './account-constants';
import { isRegistrationNumber } from './account-schemas';
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

/** The fields of a check of an expert's registration, all optional. */
const checkFields = {
  shownNumber: visibleText.optional().meta({ internal: true }),
  registrationNumber: optionalLine(maxCredentialLength.registrationNumber)
    .refine((number) => number === undefined || isRegistrationNumber(number), key('credentials.shape'))
    .meta({
      description: "Registration number, if it differs from the expert's own.",
      example: 'MMC/2011/04217',
    }),
  council: optionalLine(maxCredentialLength.council).meta({
    description: "Medical council, if it differs from the expert's own.",
    example: 'Maharashtra Medical Council',
  }),
  qualification: optionalLine(maxCredentialLength.qualification).meta({
    description: "Degrees and specialty, if they differ from the expert's own.",
    example: 'MD (Radiology)',
  }),
  method: optionalChoice(registrationMethods).meta({
    description:
      "How you checked the number: in the council's register, on a certificate, by a call, or otherwise.",
    example: 'register',
  }),
  validUntil: optionalLine(10)
    .refine((day) => day === undefined || isRealDay(day), key('checkPage.day'))
    .refine(
      (day) => day === undefined || !isRealDay(day) || day >= clinicDay(Date.now()),
      key('checkPage.past'),
    )
    .meta({
      description: 'Last day of the registration at the clinic, today at the earliest. No end if omitted.',
      example: '2099-03-31',
    }),
  reason: reason.meta({
    description: 'Why the expert needs no registration number, if there is none. Only admins see it.',
    example: 'I have seen her certificate.',
  }),
};

/**
 * Input for approving an expert. `shownNumber` is the number that the page showed to the admin, and
 * only sent by the page.
 */
export const approveCall = expertIdOnly.extend(checkFields);

const isTicked = booleanField.refine((ticked) => ticked, key('approve.mustCheck'));

type CheckInput = Partial<Record<'shownNumber' | 'registrationNumber' | 'method' | 'reason', string>>;

/** Refuses a check on a page without a method for a number, or without a reason for none. */
function requireProof(
  { shownNumber, registrationNumber, method, reason: why }: CheckInput,
  context: z.RefinementCtx,
) {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (registrationNumber) {
    if (!method) refuse('method', key('checkPage.noMethod'));
  } else if (shownNumber) refuse('registrationNumber', key('credentials.number'));
  else if (!why) refuse('reason', key('judge.reason'));
}

/**
 * Input of the page for approving an expert: the admin confirms that they have checked the
 * identity, and says how they checked the number, or why none is needed.
 */
export const approveForm = approveCall
  .extend({
    shownNumber: visibleText.default(''),
    isChecked: z.preprocess((ticked) => ticked ?? false, isTicked),
  })
  .superRefine(requireProof);

/** Input for checking the registration of an approved expert again. */
export const checkCall = expertIdOnly.extend(checkFields);

/** Input of the page for the same. */
export const checkForm = checkCall.extend({ shownNumber: visibleText.default('') }).superRefine(requireProof);

/** Input for adding days to the end of a registration. */
export const extendCall = expertIdOnly.extend({
  reason: requiredText(key('judge.reason'), maxReasonLength).meta({
    description: 'Why the registration may be used for longer. Only admins and the expert see it.',
    example: 'The council confirmed that the renewal is on its way.',
  }),
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
