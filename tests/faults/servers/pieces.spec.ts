import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHaproxy } from '../../support/balancers.ts';
import { reportsOf } from '../support/calls.ts';
import { hashOf, largeReport } from '../support/files.ts';
import { downloadOf, sendByTus, submitSlot } from '../support/pieces.ts';
import { printFigures, timeoutFor } from '../support/scale.ts';
import { compareRowsAndObjects } from './rows-and-objects.ts';
import { openSeveral, type Several } from './several.ts';

let several: Several;
beforeAll(async () => {
  several = await openSeveral({ balance: startHaproxy });
});
afterAll(() => several?.close());

test(
  'makes one report of pieces sent to two servers in turn while one is killed, with nothing left over',
  async () => {
    const { servers, clinic } = several;
    const [patient] = clinic.patients;
    if (!patient) throw new Error('The clinic has no patient');
    const content = await largeReport(2, 'pdf');
    let turn = 0;
    let pieces = 0;
    const urlNow = () => servers[turn]?.url ?? '';
    const slotId = await sendByTus({
      url: urlNow,
      token: patient.token,
      name: 'in-turns.pdf',
      content,
      pieceBytes: 200_000,
      async onPiece() {
        pieces += 1;
        turn = pieces % 2;
        if (pieces !== 4) return;
        // The idle server is killed now, and is back for the next piece but one.
        await several.kill(1 - turn);
        await several.startAgain(1 - turn);
      },
    });
    const key = 'pieces taken in turns';
    const [first, again] = [
      await submitSlot(urlNow(), { token: patient.token, slotId, key }),
      await submitSlot(servers[1 - turn]?.url ?? '', { token: patient.token, slotId, key }),
    ];
    expect([first.status, again.json.data]).toEqual([
      200,
      { ...first.json.data, ...linksOf(again.json.data) },
    ]);
    expect(hashOf(await downloadOf(urlNow(), first.json.data))).toBe(hashOf(content));
    const mine = await reportsOf(urlNow(), patient);
    expect(mine.filter(({ description }) => description === key)).toHaveLength(1);
    expect(await several.database.rows('select slot_id from upload_pieces')).toEqual([]);
    // Both servers may draw the thumbnail; the slower one removes its own again.
    await expect
      .poll(() => compareRowsAndObjects(several), { timeout: 120_000, interval: 250 })
      .toMatchObject({ objects: 2, rowsWithoutObject: [], objectsWithoutRow: [] });
    printFigures('pieces taken in turns', { pieces, kills: 1, 'reports lost or doubled': 0 });
  },
  timeoutFor(3),
);

/**
 * Picks the fields that differ: each answer signs new links, and a thumbnail only comes after the
 * first one.
 */
const linksOf = ({ reportUrl, thumbnailUrl }: Record<string, unknown>) => ({ reportUrl, thumbnailUrl });
