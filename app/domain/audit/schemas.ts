import { z } from 'zod';
import { optionalChoice, typedNumber, wholeNumber } from '~/domain/kernel/fields/choices';
import { isRealDay } from '~/domain/kernel/fields/days';
import { toLatinDigits } from '~/domain/kernel/fields/digits';
import { idSchema, key, searchText } from '~/domain/kernel/fields/fields';
import { auditActions } from '~/platform/enums';

const aDay = z
  .string({ error: key('form.text') })
  .transform((text) => toLatinDigits(text.trim()))
  .refine((text) => text === '' || isRealDay(text), key('form.day'))
  .optional()
  .transform((text) => text || undefined);

const lineId = typedNumber(wholeNumber).optional();

/**
 * What the audit log is searched by. Days are those of the clinic's clock, both included; `before`
 * and `after` are ids of lines.
 */
export const auditList = z.object({
  action: optionalChoice(auditActions),
  person: searchText,
  object: idSchema
    .transform((text) => text.trim())
    .optional()
    .transform((text) => text || undefined),
  from: aDay,
  to: aDay,
  before: lineId,
  after: lineId,
});

export type AuditAsked = z.infer<typeof auditList>;
