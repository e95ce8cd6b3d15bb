import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import {
  aDecoder,
  fixtures,
  programs,
  setUpDecoders,
  writeStandIn,
} from '../../../../../tests/support/decoders.ts';
import type { Decoder } from '../decoder.server.ts';
import { openDecoderTurns, type Turn } from './turns.server.ts';

setUpDecoders();

describe('turns of accounts', () => {
  /** Opens a decoder whose program finishes one job at a time, so that a test sees the order. */
  async function oneAtATime() {
    const decoder = aDecoder({
      workers: 1,
      program: await writeStandIn(
        `const found = Buffer.from('{"pages":1,"width":1,"height":1,"thumbnailBytes":1}');
         length.writeUInt32BE(found.length);
         process.stdin.on('data', (piece) => {
           if (piece.includes('!')) writeSync(3, Buffer.concat([length, found, Buffer.from('x')]));
         });`,
      ),
    });
    const order: string[] = [];
    const requested: Promise<unknown>[] = [];
    const ask = (name: string, turn: Turn) => {
      const contents = new PassThrough();
      const open = async () => {
        order.push(name);
        // Write in the next round, so that all jobs are queued when the first one ends.
        setTimeout(() => contents.end('!'), 20);
        return contents;
      };
      const job = { mediaType: 'image/png', bytes: 1, page: 1, side: 9, turn } as const;
      requested.push(decoder.drawPage(open, job));
      return turn;
    };
    return { decoder, order, ask, all: () => Promise.all(requested) };
  }
  const of = (accountId: string, isUrgent = false): Turn => ({ accountId, isUrgent });

  test('alternate between waiting accounts, however many files one of them has', async () => {
    const { order, ask, all } = await oneAtATime();
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask(name, of('a'));
    for (const name of ['b1', 'b2']) ask(name, of('b'));
    ask('c1', of('c'));
    await all();
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('put urgent work before the rest, in turns too, and after running work', async () => {
    const { order, ask, all } = await oneAtATime();
    for (const name of ['a1', 'a2', 'a3']) ask(name, of('a'));
    for (const name of ['x1', 'x2']) ask(name, of('x', true));
    ask('y1', of('y', true));
    await all();
    expect(order).toEqual(['a1', 'x1', 'y1', 'x2', 'a2', 'a3']);
  });

  test('let waiting work become urgent', async () => {
    const { order, ask, all } = await oneAtATime();
    ask('a1', of('a'));
    ask('b1', of('b'));
    const late = ask('c1', of('c'));
    Object.assign(late, of('x', true));
    await all();
    expect(order).toEqual(['a1', 'c1', 'b1']);
  });

  test('give an account one of several places, and the rest to other accounts', async () => {
    const order: string[] = [];
    let isIdle = false;
    const turns = openDecoderTurns({
      places: 2,
      onIdle: () => {
        isIdle = true;
      },
    });
    const take = async (name: string, turn: Turn) => {
      const endTurn = await turns.take(turn);
      order.push(name);
      return endTurn;
    };
    const first = take('a1', of('a'));
    const second = take('a2', of('a'));
    const otherTurns = [take('b1', of('b')), take('c1', of('c'))];
    const [endFirst, endOther] = await Promise.all([first, otherTurns[0]]);
    expect([order, turns.waiting()]).toEqual([['a1', 'b1'], 2]);
    endOther?.();
    const endLast = await otherTurns[1];
    expect(order).toEqual(['a1', 'b1', 'c1']);
    endFirst();
    const endSecond = await second;
    expect([order, turns.waiting(), isIdle]).toEqual([['a1', 'b1', 'c1', 'a2'], 0, false]);
    endLast?.();
    endSecond();
    expect(isIdle).toBe(true);
  });

  test('skip an abandoned job without a program, and go on with the next one', async () => {
    const { decoder, order, ask, all } = await oneAtATime();
    ask('a1', of('a'));
    let spent = 0;
    const closed = decoder.drawPage(() => Promise.reject(new Error('closed')), {
      mediaType: 'image/png',
      bytes: 1,
      page: 1,
      side: 9,
      onSpent: (ms) => {
        spent += ms;
      },
    });
    ask('b1', of('b'));
    await expect(closed).rejects.toThrow('closed');
    await all();
    expect([order, spent]).toEqual([['a1', 'b1'], 0]);
    expect((await programs()).length).toBe(1);
  });

  test('report how long a program was busy, whatever the result', async () => {
    const spentOn = async (name: string, decoder: Decoder) => {
      let spent = -1;
      const content = await readFile(join(fixtures, name));
      const job = { mediaType: 'application/pdf', bytes: content.length, page: 1, side: 900 } as const;
      const drawn = await decoder.drawPage(async () => Readable.from([content]), {
        ...job,
        onSpent: (ms) => {
          spent = ms;
        },
      });
      return [spent, 'refused' in drawn ? drawn.refused : 'drawn'] as const;
    };
    const [slow, why] = await spentOn('endless.pdf', aDecoder({ processorMs: 700 }));
    expect([slow > 650, why]).toEqual([true, 'tooSlow']);
    const [quick, refused] = await spentOn('no-pages.pdf', aDecoder());
    expect([quick > 0 && quick < 60_000, refused]).toEqual([true, 'empty']);
  });
});
