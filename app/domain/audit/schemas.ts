import { z } from 'zod';
import { optionalChoice, typedNumber, wholeNumber } from '~/domain/kernel/choices';
import { isRealDay } from '~/domain/kernel/days';
import { toLatinDigits } from '~/domain/kernel/digits';
import { idSchema, key, searchText } from '~/domain/kernel/fields';
import { auditActions } from '~/platform/enums';

const optionalDay = z
  .string({ error: key('form.text') })
  .transform((text) => toLatinDigits(text.trim()))
  .refine((text) => text === '' || isRealDay(text), key('form.day'))
  .optional()
  .transform((text) => text || undefined);

const lineId = typedNumber(wholeNumber).optional();

/**
 * Filters of the audit log. Days are in the clinic's time zone and inclusive; `before` and `after`
 * are IDs of entries.
 */
export const auditList = z.object({
  action: optionalChoice(auditActions).describe('Only entries with this action.'),
  person: searchText.describe(
    'Only actions by people whose name or e-mail address contains this text, or by the account with this ID.',
  ),
  object: idSchema
    .transform((text) => text.trim())
    .optional()
    .transform((text) => text || undefined)
    .describe('Only actions on the account, report or message with this ID.'),
  from: optionalDay.describe("First day, in the clinic's time zone, such as `2026-03-05`."),
  to: optionalDay.describe("Last day, in the clinic's time zone, such as `2026-03-05`."),
  before: lineId.describe('Only entries before the one with this ID.'),
  after: lineId.describe('Only entries after the one with this ID.'),
});

export type AuditQuery = z.infer<typeof auditList>;
