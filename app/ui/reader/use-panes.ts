import { useCallback, useReducer, useRef, useState } from 'react';
import type { ChangeView, View } from './use-view';

export type PaneId = 'viewer' | 'beside';

/** A pane as the toolbar and the other pane see it. */
export type Pane = {
  /** The box that scrolls. */
  box: HTMLElement;
  view: View;
  change: ChangeView;
  /** The current page. */
  page: number;
  goTo: (page: number) => void;
};

const figuresIn = (box: HTMLElement) => [...box.querySelectorAll('figure')];

/** Scrolls a box to the same part of the same page as another box. */
function scrollLike(leader: HTMLElement, follower: HTMLElement) {
  const pages = figuresIn(leader);
  const at = Math.max(
    0,
    pages.findLastIndex(({ offsetTop }) => offsetTop <= leader.scrollTop + 1),
  );
  const from = pages[at];
  const to = figuresIn(follower)[at];
  // A shorter report stays at its end.
  if (!from || !to) return;
  const part = (leader.scrollTop - from.offsetTop) / from.offsetHeight;
  follower.scrollTop = to.offsetTop + part * to.offsetHeight;
  const across = leader.scrollWidth - leader.clientWidth;
  if (across > 0)
    follower.scrollLeft = (leader.scrollLeft / across) * (follower.scrollWidth - follower.clientWidth);
}

/**
 * Holds one or two panes with one toolbar. The toolbar acts on the pane that was used last, and on
 * the other one too while they are linked; linked panes also scroll together.
 */
export function usePanes() {
  const panes = useRef(new Map<PaneId, Pane>());
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const [isLinked, setLinked] = useState(true);
  const [activeId, setActiveId] = useState<PaneId>('viewer');
  const now = useRef({ isLinked, activeId });
  now.current = { isLinked, activeId };

  const publish = useCallback((id: PaneId, pane: Pane | undefined) => {
    if (pane) panes.current.set(id, pane);
    else panes.current.delete(id);
    redraw();
  }, []);
  const activate = useCallback((id: PaneId) => {
    now.current.activeId = id;
    setActiveId(id);
  }, []);
  /** Lists the panes that follow another one. */
  const followersOf = useCallback(
    (leader: PaneId) =>
      now.current.isLinked ? [...panes.current].flatMap(([id, pane]) => (id === leader ? [] : pane)) : [],
    [],
  );
  const follow = useCallback(
    (id: PaneId) => {
      const leader = panes.current.get(id);
      // A pane that follows scrolls too, and leads nothing.
      if (!leader || id !== now.current.activeId) return;
      for (const { box } of followersOf(id)) scrollLike(leader.box, box);
    },
    [followersOf],
  );

  const shownId = panes.current.has(activeId) ? activeId : 'viewer';
  const shown = panes.current.get(shownId);
  const targets = shown ? [shown, ...followersOf(shownId)] : [];
  const toggleLink = () => {
    now.current.isLinked = !isLinked;
    setLinked(!isLinked);
    if (!shown) return;
    for (const { box, change } of followersOf(shownId)) {
      change(() => shown.view);
      requestAnimationFrame(() => scrollLike(shown.box, box));
    }
  };
  const change: ChangeView = (next) => {
    for (const pane of targets) pane.change(next);
  };
  const goTo = (page: number) => {
    for (const pane of targets) pane.goTo(page);
  };
  return { shown, shownId, isLinked, toggleLink, change, goTo, publish, activate, followersOf, follow };
}

export type Panes = ReturnType<typeof usePanes>;
