import { z } from 'zod';
import { idSchema, key } from '~/domain/kernel/fields/fields';

/** How many slots a report may be made of. */
const maxSlots = 1;

/** The IDs of slots as they came: a list, or a text with commas between them. */
export function slotIdsIn(came: unknown): string[] {
  const all = typeof came === 'string' ? came.split(',') : Array.isArray(came) ? came : [];
  return all.map(String).filter((id) => id !== '');
}

/** The slots that hold the file of a report, in place of the file. */
export const slotsField = z
  .union([z.array(idSchema).max(maxSlots, key('form.invalid')), z.string()], { error: key('form.invalid') })
  .transform(slotIdsIn)
  .pipe(z.array(idSchema).max(maxSlots, key('form.invalid')))
  .optional();

/** What announces a file that comes in pieces. */
export const newSlot = z.object({
  bytes: z.coerce
    .number({ error: key('form.invalid') })
    .int(key('form.invalid'))
    .min(0, key('form.invalid')),
  name: z.string().optional(),
});

export const slotOnly = z.object({ slotId: idSchema });

/** The next piece of a file: where it begins, and what kind of body it is. */
export const nextPiece = slotOnly.extend({
  offset: z.coerce
    .number({ error: key('form.invalid') })
    .int(key('form.invalid'))
    .min(0, key('form.invalid')),
  contentType: z.string().optional(),
});
