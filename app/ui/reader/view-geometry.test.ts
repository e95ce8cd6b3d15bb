import { describe, expect, test } from 'vitest';
import {
  isCoarse,
  limitZoom,
  nextTurn,
  stepLook,
  stepZoom,
  toBoxPoint,
  toPicturePart,
  turns,
  wheelFactor,
} from './view-geometry';

const sheet = { width: 1272, height: 1800 };

describe('a point of a picture', () => {
  const boxes = [
    { width: 700, height: 990 },
    { width: 2100, height: 1485 },
    { width: 700, height: 400 },
  ];

  test.each(turns)('is found again in any box when the picture is turned by %i°', (turn) => {
    for (const box of boxes) {
      for (const part of [
        { x: 0.5, y: 0.5 },
        { x: 0.1, y: 0.8 },
        { x: 1, y: 0 },
      ]) {
        const shown = { picture: sheet, box, turn };
        const again = toPicturePart(toBoxPoint(part, shown), shown);
        expect(again.x).toBeCloseTo(part.x);
        expect(again.y).toBeCloseTo(part.y);
      }
    }
  });

  test('moves to the right with its corner when the picture is turned', () => {
    const topLeft = { x: 0, y: 0 };
    const at = (turn: 0 | 90 | 180 | 270, box: { width: number; height: number }) =>
      Object.values(toBoxPoint(topLeft, { picture: { width: 200, height: 100 }, box, turn }));
    expect(at(0, { width: 200, height: 100 })).toEqual([0, 0]);
    expect(at(90, { width: 100, height: 200 })).toEqual([100, 0]);
    expect(at(180, { width: 200, height: 100 })).toEqual([200, 100]);
    expect(at(270, { width: 100, height: 200 })).toEqual([0, 200]);
  });

  test('is on the picture, even for a point in the margin beside it', () => {
    const shown = {
      picture: { width: 100, height: 200 },
      box: { width: 400, height: 200 },
      turn: 0,
    } as const;
    expect(toPicturePart({ x: 10, y: 100 }, shown)).toEqual({ x: 0, y: 0.5 });
    expect(toPicturePart({ x: 200, y: 250 }, shown)).toEqual({ x: 0.5, y: 1 });
  });
});

describe('the magnification', () => {
  test('steps from any value to the next, and stays within its limits', () => {
    expect([1, 1.2, 1.5, 3, 4].map((zoom) => stepZoom(zoom, 1))).toEqual([1.5, 1.5, 2, 4, 4]);
    expect([1, 1.2, 1.5, 3, 4].map((zoom) => stepZoom(zoom, -1))).toEqual([1, 1, 1, 2, 3]);
    expect([0.2, 1.7, 9].map(limitZoom)).toEqual([1, 1.7, 4]);
  });

  test('grows by a quarter with a notch of the wheel, however the browser counts it', () => {
    expect(wheelFactor({ deltaY: -120, deltaMode: 0 })).toBeCloseTo(1.28, 1);
    expect(wheelFactor({ deltaY: -3, deltaMode: 1 })).toBeCloseTo(1.28, 1);
    expect(wheelFactor({ deltaY: 120, deltaMode: 0 })).toBeCloseTo(0.78, 1);
    expect(wheelFactor({ deltaY: -1, deltaMode: 0 })).toBeCloseTo(1.01, 2);
  });
});

test('brightness and contrast step by a tenth, between a half and double', () => {
  expect([stepLook(100, 1), stepLook(100, -1), stepLook(200, 1), stepLook(50, -3)]).toEqual([
    110, 90, 200, 50,
  ]);
});

test('a turn follows the other, and the first the last', () => {
  expect(turns.map(nextTurn)).toEqual([90, 180, 270, 0]);
});

test('a page is coarse above 150 %, or shown larger than it was drawn', () => {
  const coarse = (zoom: number, width: number, picture = sheet) =>
    isCoarse(zoom, { picture, box: { width, height: width * 1.415 }, turn: 0 });
  expect([coarse(1.5, 1050), coarse(1.51, 1060), coarse(1, 1200), coarse(1, 1400)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect(coarse(1, 1400, { width: 480, height: 360 }), 'a photo that was never made smaller').toBe(false);
});
