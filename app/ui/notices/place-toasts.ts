/**
 * Keeps the messages below the page's heading while it is in view, and over no other heading. A
 * message that the page in view says itself is only read out.
 *
 * @param place the element from whose upper edge the messages hang.
 * @param over ends it.
 */
export function keepFree(place: HTMLElement, over: AbortSignal) {
  if (over.aborted) return;
  const stack = place.firstElementChild;
  if (!stack) return;
  for (const toast of stack.querySelectorAll('.toast')) {
    const words = (toast.querySelector('span span') ?? toast.querySelector('span'))?.textContent;
    toast.classList.toggle('sr-only', Boolean(words) && isSaidInView(String(words)));
  }
  const update = () => {
    place.style.translate = '';
    place.style.translate = `0 ${findRoom(place, stack)}px`;
  };
  update();
  window.addEventListener('scroll', update, { passive: true, signal: over });
}

/** Returns how far below the upper edge of the place the messages cover no heading, in pixels. */
function findRoom(place: HTMLElement, stack: Element): number {
  const edge = place.getBoundingClientRect().top;
  const bottom = stack.lastElementChild?.getBoundingClientRect().bottom ?? 0;
  const height = bottom - stack.getBoundingClientRect().top;
  let top = 0;
  for (const heading of document.querySelectorAll('main :is(h1, h2, h3)')) {
    // Older browsers count what is folded too.
    if (heading.checkVisibility?.() === false) continue;
    const box = heading.getBoundingClientRect();
    const isInWay = heading.localName === 'h1' || box.top < edge + top + height;
    if (isInWay && box.bottom > edge + top) top = box.bottom - edge;
  }
  return Math.max(0, Math.min(top, window.innerHeight - edge - height));
}

/** Returns true if a sentence stands in the part of the page that is in view. */
function isSaidInView(sentence: string): boolean {
  const main = document.querySelector('main');
  if (!main?.textContent.includes(sentence)) return false;
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    if (!texts.currentNode.textContent?.includes(sentence)) continue;
    range.selectNode(texts.currentNode);
    const { top, bottom, height } = range.getBoundingClientRect();
    if (height > 0 && top >= 0 && bottom <= window.innerHeight) return true;
  }
  return false;
}
