import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import { type ChangeView, resetLook, zoomBy } from './use-view';
import { nextTurn, type Point, stepLook, stepZoom, wheelFactor } from './view-geometry';

const pointOf = ({ clientX: x, clientY: y }: { clientX: number; clientY: number }): Point => ({ x, y });

/** Finds the picture under the pointer. Words and links among the pages are no picture. */
const isOnPicture = ({ target }: { target: EventTarget }) =>
  target instanceof Element && target.closest('img') !== null;

/** Returns the middle between two fingers, and how far apart they are. */
function spanOf(touches: TouchList): { middle: Point; length: number } | undefined {
  const [first, second, third] = [...touches].map(pointOf);
  if (!first || !second || third) return undefined;
  return {
    middle: { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 },
    length: Math.max(1, Math.hypot(first.x - second.x, first.y - second.y)),
  };
}

/**
 * Magnifies the pages in a box by Ctrl and the wheel, and by two fingers. React listens passively to
 * these events, so that it could not keep the browser from magnifying the whole page.
 */
export function useMagnifying(box: RefObject<HTMLElement>, change: ChangeView) {
  useEffect(() => {
    const here = box.current;
    if (!here) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      change(zoomBy(wheelFactor(event)), pointOf(event));
    };
    let last: ReturnType<typeof spanOf>;
    const onTouch = (event: TouchEvent) => {
      last = spanOf(event.touches);
    };
    const onTouchMove = (event: TouchEvent) => {
      const span = spanOf(event.touches);
      // The browser scrolls already, and can no longer be kept from it.
      if (!last || !span || !event.cancelable) return;
      event.preventDefault();
      change(zoomBy(span.length / last.length), last.middle, span.middle);
      last = span;
    };
    here.addEventListener('wheel', onWheel, { passive: false });
    here.addEventListener('touchmove', onTouchMove, { passive: false });
    for (const kind of ['touchstart', 'touchend', 'touchcancel'] as const)
      here.addEventListener(kind, onTouch, { passive: true });
    return () => {
      here.removeEventListener('wheel', onWheel);
      here.removeEventListener('touchmove', onTouchMove);
      for (const kind of ['touchstart', 'touchend', 'touchcancel'] as const)
        here.removeEventListener(kind, onTouch);
    };
  }, [box, change]);
}

/** Moves the pages of a box with the mouse or a pen. A finger scrolls them already. */
export function useDragging() {
  const last = useRef<Point>();
  const end = (event: PointerEvent<HTMLElement>) => {
    last.current = undefined;
    delete event.currentTarget.dataset.isDragged;
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'touch' || event.button !== 0 || !isOnPicture(event)) return;
      last.current = pointOf(event);
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.dataset.isDragged = '';
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!last.current) return;
      const here = pointOf(event);
      event.currentTarget.scrollLeft -= here.x - last.current.x;
      event.currentTarget.scrollTop -= here.y - last.current.y;
      last.current = here;
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/** Returns the handler of a double click: twice as large around the pointer, or back to the fit. */
export const toggleZoom = (change: ChangeView) => (event: MouseEvent<HTMLElement>) =>
  change(({ zoom }) => ({ zoom: zoom === 1 ? 2 : 1 }), pointOf(event));

/** Returns the handler of the viewer's keys. */
export function pressKey(change: ChangeView, toggleFullScreen: () => void) {
  const actions: Record<string, () => void> = {
    '+': () => change(({ zoom }) => ({ zoom: stepZoom(zoom, 1) })),
    '-': () => change(({ zoom }) => ({ zoom: stepZoom(zoom, -1) })),
    '0': () => change(() => ({ zoom: 1 })),
    r: () => change(({ turn }) => ({ turn: nextTurn(turn) })),
    i: () => change(({ isInverted }) => ({ isInverted: !isInverted })),
    b: () => change(({ brightness }) => ({ brightness: stepLook(brightness, 1) })),
    'shift b': () => change(({ brightness }) => ({ brightness: stepLook(brightness, -1) })),
    c: () => change(({ contrast }) => ({ contrast: stepLook(contrast, 1) })),
    'shift c': () => change(({ contrast }) => ({ contrast: stepLook(contrast, -1) })),
    x: () => change(resetLook),
    f: toggleFullScreen,
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key === '=' ? '+' : event.key.toLowerCase();
    const action = actions[event.shiftKey && /[bc]/.test(key) ? `shift ${key}` : key];
    if (!action) return;
    event.preventDefault();
    action();
  };
}
