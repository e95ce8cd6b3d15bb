import { z } from 'zod';
import { wholeNumber } from '~/domain/kernel/choices';
import { anyName, idSchema, key } from '~/domain/kernel/fields';
import { maxPages } from './report-constants';

const maxNameLength = 200;

/** The version of tus, the protocol for sending a file in pieces (https://tus.io). */
export const tusVersion = '1.0.0';

/** The protocol for sending a file in pieces. */
export const protocol = `tus ${tusVersion}`;

/** Parses the IDs of slots, from a list or from a text with commas. Duplicates count once. */
export function parseSlotIds(input: unknown): string[] {
  const ids = typeof input === 'string' ? input.split(',') : Array.isArray(input) ? input : [];
  return [...new Set(ids.map(String))].filter((id) => id !== '');
}

/** The slots that hold the files of a report, in order, sent instead of the files. */
export const slotsField = z
  .union(
    // A form sends them in one line.
    [z.array(idSchema).max(maxPages, key('upload.mostPages')), z.string().meta({ internal: true })],
    { error: key('form.wrongId') },
  )
  .transform(parseSlotIds)
  .pipe(z.array(idSchema).max(maxPages, key('upload.mostPages')))
  .optional()
  .meta({
    description:
      'Files sent in pieces to `report/uploads`, in order, used instead of `report`. Each is the last part of its `Location`.',
    example: ['01k2zq5v7m8n9p0q1r2s3t4v62'],
  });

/** The token of the session, provided by the channel and never typed. */
const ownToken = z.string();

/** Input that announces a file sent in pieces. */
export const newSlot = z.object({
  token: ownToken,
  bytes: wholeNumber,
  name: anyName(maxNameLength),
});

export const slotOnly = z.object({ slotId: idSchema });

/** The next piece of a file: its offset, and whether the request body is a piece. */
export const nextPiece = slotOnly.extend({
  token: ownToken,
  offset: wholeNumber,
  isPiece: z.boolean(),
});
