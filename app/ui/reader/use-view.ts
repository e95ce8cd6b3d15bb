import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  isCoarse,
  limitZoom,
  looks,
  type Point,
  type Shown,
  type Turn,
  toBoxPoint,
  toPicturePart,
} from './view-geometry';

/** A way to show the pages of a report. `brightness` and `contrast` are in percent. */
export type View = {
  fit: 'page' | 'width';
  zoom: number;
  turn: Turn;
  brightness: number;
  contrast: number;
  isInverted: boolean;
};

const usualLook = { brightness: looks.usual, contrast: looks.usual, isInverted: false };

/** Returns the view in which a report opens. */
export const firstView = (fit: View['fit']): View => ({ fit, zoom: 1, turn: 0, ...usualLook });

/** Checks whether the pictures do not look as they were sent. */
export const isAltered = ({ brightness, contrast, isInverted }: View) =>
  isInverted || brightness !== looks.usual || contrast !== looks.usual;

/** A point of a page, as parts of its upright picture, and where it stands in the window. */
type Anchor = { page: number; part: Point; at: Point };

const figuresIn = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>('figure')];

/** Returns the distance of a value from a range; 0 within it. */
const distance = (value: number, from: number, to: number) => Math.max(from - value, value - to, 0);

/** Returns how a figure shows its picture, and its corner in the window. */
function shownIn(figure: HTMLElement, turn: Turn): Shown & { corner: Point } {
  const { left, top, width, height } = figure.getBoundingClientRect();
  const { naturalWidth = 0, naturalHeight = 0 } = figure.querySelector('img') ?? {};
  const box = { width, height };
  const picture = naturalWidth > 0 ? { width: naturalWidth, height: naturalHeight } : box;
  return { picture, box, turn, corner: { x: left, y: top } };
}

/** Finds the point of a page that is nearest to a point of the window. */
function findAnchor(box: HTMLElement, turn: Turn, at: Point): Anchor | undefined {
  const figures = figuresIn(box);
  const distances = figures.map((figure) => {
    const { top, bottom } = figure.getBoundingClientRect();
    return distance(at.y, top, bottom);
  });
  const page = distances.indexOf(Math.min(...distances));
  const figure = figures[page];
  if (!figure) return undefined;
  const { corner, ...shown } = shownIn(figure, turn);
  return { page, part: toPicturePart({ x: at.x - corner.x, y: at.y - corner.y }, shown), at };
}

/** Scrolls so that the point of the anchor stands where it stood. */
function restore(box: HTMLElement, turn: Turn, { page, part, at }: Anchor) {
  const figure = figuresIn(box)[page];
  if (!figure) return;
  const { corner, ...shown } = shownIn(figure, turn);
  const point = toBoxPoint(part, shown);
  box.scrollLeft += corner.x + point.x - at.x;
  box.scrollTop += corner.y + point.y - at.y;
}

function centreOf(box: HTMLElement): Point {
  const { left, top } = box.getBoundingClientRect();
  return { x: left + box.clientWidth / 2, y: top + box.clientHeight / 2 };
}

/** Lists the pages in view that are too coarse, counted from 0. */
function findCoarsePages(box: HTMLElement, { zoom, turn }: View): number[] {
  const { top, bottom } = box.getBoundingClientRect();
  return figuresIn(box).flatMap((figure, page) => {
    const place = figure.getBoundingClientRect();
    if (place.bottom < top || place.top > bottom) return [];
    const isLoaded = figure.querySelector('img')?.naturalWidth;
    return isLoaded && isCoarse(zoom, shownIn(figure, turn)) ? page : [];
  });
}

/**
 * Holds the view of a report's pages. When the view changes, one point of a page stays in its place:
 * the centre of the box, or the point under the pointer.
 */
export function useView(box: RefObject<HTMLElement>, fit: View['fit']) {
  const [view, setView] = useState(firstView(fit));
  const [largePages, setLargePages] = useState<ReadonlySet<number>>(new Set());
  /** The view that the page shows now. */
  const shownView = useRef(view);
  const anchor = useRef<Anchor>();
  /** The point in the middle of the box, as it was before anything changed. */
  const centre = useRef<Anchor>();
  /** The scroll position after the last change. At an edge the kept point is not quite in the middle. */
  const restored = useRef<Point>();

  const noteView = useCallback(() => {
    if (!box.current) return;
    const { scrollLeft, scrollTop } = box.current;
    if (restored.current?.x !== scrollLeft || restored.current.y !== scrollTop) {
      restored.current = undefined;
      centre.current = findAnchor(box.current, shownView.current.turn, centreOf(box.current));
    }
    const coarse = findCoarsePages(box.current, shownView.current);
    setLargePages((before) =>
      coarse.every((page) => before.has(page)) ? before : new Set([...before, ...coarse]),
    );
  }, [box]);

  /**
   * Changes the view.
   *
   * @param from the point of the window that is kept; the centre of the box by default.
   * @param to where it is afterwards; at the same place by default.
   */
  const change = useCallback(
    (next: (before: View) => Partial<View>, from?: Point, to = from) => {
      if (box.current) {
        // A radio button that is pressed turns the pages before this is called, so the middle is not
        // looked for now.
        const found = from ? findAnchor(box.current, shownView.current.turn, from) : centre.current;
        anchor.current = found && { ...found, at: to ?? centreOf(box.current) };
      }
      setView((before) => ({ ...before, ...next(before) }));
    },
    [box],
  );

  // Runs after each change of the layout, before it is painted.
  useLayoutEffect(() => {
    shownView.current = view;
    if (!box.current || !anchor.current) return;
    const isCentre = anchor.current.part === centre.current?.part;
    restore(box.current, view.turn, anchor.current);
    anchor.current = undefined;
    const { scrollLeft: x, scrollTop: y } = box.current;
    restored.current = isCentre ? { x, y } : undefined;
    noteView();
  }, [box, view, noteView]);

  // Full screen and other windows: the centre stays.
  useEffect(() => {
    const here = box.current;
    if (!here) return;
    const observer = new ResizeObserver(() => {
      // At its top, a report stays there: the pages begin below controls that may grow.
      if (centre.current && here.scrollTop > 0)
        restore(here, shownView.current.turn, { ...centre.current, at: centreOf(here) });
      noteView();
    });
    observer.observe(here);
    return () => observer.disconnect();
  }, [box, noteView]);

  return { view, change, largePages, noteView };
}

export type ChangeView = ReturnType<typeof useView>['change'];

/** Returns the change that shows pictures as they were sent. */
export const resetLook = () => usualLook;

/** Returns a change that multiplies the magnification. */
export const zoomBy = (factor: number) => (before: View) => ({ zoom: limitZoom(before.zoom * factor) });
