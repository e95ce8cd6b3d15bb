import { wholeSide } from '~/platform/storage/decoder/picture-shape.mjs';

/** A point or a distance in pixels, or in parts of a picture. */
export type Point = { x: number; y: number };
export type Size = { width: number; height: number };
export type Turn = 0 | 90 | 180 | 270;

export const turns: readonly Turn[] = [0, 90, 180, 270];
/** The magnifications that keys step through; any value between the first and the last is possible. */
const zoomSteps: readonly number[] = [1, 1.5, 2, 3, 4];
/** The brightness and contrast of a picture in percent, and one step of a key. */
export const looks = { min: 50, max: 200, step: 10, usual: 100 } as const;

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** Limits a magnification to the possible ones. */
export const limitZoom = (zoom: number) => clamp(zoom, zoomSteps[0] ?? 1, zoomSteps.at(-1) ?? 1);

/** Returns the next larger step of magnification, or the next smaller one. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  const next =
    direction > 0 ? zoomSteps.find((step) => step > zoom) : zoomSteps.findLast((step) => step < zoom);
  return next ?? limitZoom(zoom);
}

/** Returns brightness or contrast after a number of steps. */
export const stepLook = (percent: number, steps: number) =>
  clamp(percent + steps * looks.step, looks.min, looks.max);

/** Returns a turn, a quarter to the right. */
export const nextTurn = (turn: Turn): Turn => turns[(turns.indexOf(turn) + 1) % turns.length] ?? 0;

/**
 * Returns how a wheel or trackpad changes the magnification. A notch of a wheel is about a quarter;
 * the small steps of a pinch follow the fingers.
 *
 * @param wheel the movement, in pixels or lines.
 */
export function wheelFactor({ deltaY, deltaMode }: { deltaY: number; deltaMode: number }): number {
  const pixels = deltaMode === 0 ? deltaY : deltaY * 16;
  return Math.exp(-clamp(pixels, -25, 25) / 100);
}

const isOnSide = (turn: Turn) => turn === 90 || turn === 270;

/** Returns the size at which a turned picture is shown whole in a box. */
function shownSize(picture: Size, box: Size, turn: Turn): Size {
  const turned = isOnSide(turn) ? { width: picture.height, height: picture.width } : picture;
  const scale = Math.min(box.width / turned.width, box.height / turned.height);
  return { width: turned.width * scale, height: turned.height * scale };
}

/** A picture that is shown whole, turned, in the middle of a box. */
export type Shown = { picture: Size; box: Size; turn: Turn };

/**
 * Converts a point of the box to parts of the upright picture, from 0 to 1. A point beside the
 * picture becomes the nearest one on it.
 */
export function toPicturePart({ x, y }: Point, { picture, box, turn }: Shown): Point {
  const { width, height } = shownSize(picture, box, turn);
  const across = clamp((x - (box.width - width) / 2) / width, 0, 1);
  const down = clamp((y - (box.height - height) / 2) / height, 0, 1);
  if (turn === 90) return { x: down, y: 1 - across };
  if (turn === 180) return { x: 1 - across, y: 1 - down };
  if (turn === 270) return { x: 1 - down, y: across };
  return { x: across, y: down };
}

/** Converts parts of the upright picture to a point of the box. Reverses `toPicturePart`. */
export function toBoxPoint({ x, y }: Point, { picture, box, turn }: Shown): Point {
  const { width, height } = shownSize(picture, box, turn);
  const parts: Record<Turn, Point> = {
    0: { x, y },
    90: { x: 1 - y, y: x },
    180: { x: 1 - x, y: 1 - y },
    270: { x: y, y: 1 - x },
  };
  return {
    x: (box.width - width) / 2 + parts[turn].x * width,
    y: (box.height - height) / 2 + parts[turn].y * height,
  };
}

const longestSide = ({ width, height }: Size) => Math.max(width, height);

/**
 * Checks whether a picture in the normal size is too coarse: it is magnified above 150 %, or it was
 * made smaller and is shown larger than that.
 */
export const isCoarse = (zoom: number, { picture, box, turn }: Shown) =>
  zoom > 1.5 ||
  (longestSide(picture) >= wholeSide && longestSide(shownSize(picture, box, turn)) > longestSide(picture));
