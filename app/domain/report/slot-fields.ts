import { z } from 'zod';
import { wholeNumber } from '~/domain/kernel/choices';
import { anyName, idSchema, key } from '~/domain/kernel/fields';
import { mostPages } from './report-constants';

const maxNameLength = 200;

/** What is spoken where a file is sent in pieces. */
export const protocol = 'tus 1.0.0';

/**
 * The IDs of slots as they came: a list, or a text with commas between them. One that is named
 * twice counts once.
 */
export function slotIdsIn(came: unknown): string[] {
  const all = typeof came === 'string' ? came.split(',') : Array.isArray(came) ? came : [];
  return [...new Set(all.map(String))].filter((id) => id !== '');
}

/** The slots that hold the files of a report, in place of them and in their order. */
export const slotsField = z
  .union(
    // A form has them in one line.
    [z.array(idSchema).max(mostPages, key('upload.mostPages')), z.string().meta({ internal: true })],
    { error: key('form.wrongId') },
  )
  .transform(slotIdsIn)
  .pipe(z.array(idSchema).max(mostPages, key('upload.mostPages')))
  .optional()
  .meta({
    description:
      'In place of `report`: the files that were sent in pieces to `report/uploads`, in their order, each by the last part of its `Location`.',
    example: ['01k2zq5v7m8n9p0q1r2s3t4v62'],
  });

/** The token of the session that sends; the channel knows it, and nobody types it. */
const ownToken = z.string();

/** What announces a file that comes in pieces. */
export const newSlot = z.object({
  token: ownToken,
  bytes: wholeNumber,
  name: anyName(maxNameLength),
});

export const slotOnly = z.object({ slotId: idSchema });

/** The next piece of a file: where it begins, and whether the body is one. */
export const nextPiece = slotOnly.extend({
  token: ownToken,
  offset: wholeNumber,
  isPiece: z.boolean(),
});
