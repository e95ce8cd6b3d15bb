import { z } from 'zod';
import { isRealDay } from '~/domain/kernel/fields/days';
import { idSchema, key, optionalChoice, searchText } from '~/domain/kernel/fields/fields';
import { auditActions } from '~/platform/enums';

const aDay = z
  .string({ error: key('form.invalid') })
  .refine((text) => text === '' || isRealDay(text), key('form.invalid'))
  .optional()
  .transform((text) => text || undefined);

const lineId = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();

/**
 * What the audit log is searched by. Days are those of the clinic's clock, both included; `before`
 * and `after` are ids of lines.
 */
export const auditList = z.object({
  action: optionalChoice(auditActions, key('form.invalid')),
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
