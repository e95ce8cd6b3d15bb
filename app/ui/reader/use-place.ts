import { type RefObject, useRef, useState } from 'react';

/**
 * Where the reader is in the scroll box: which page, and which point of it stays in the middle when
 * it grows or turns.
 */
export function usePlace(box: RefObject<HTMLDivElement>) {
  const [page, setPage] = useState(1);
  const middle = useRef({ x: 0.5, y: 0 });
  const aim = useRef(-1);

  function noteScroll() {
    const here = box.current;
    if (!here) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = here;
    middle.current = {
      x: (scrollLeft + clientWidth / 2) / scrollWidth,
      y: scrollTop === 0 ? 0 : (scrollTop + clientHeight / 2) / scrollHeight,
    };
    // Where a button led stays the page, also when it is too short to reach the top of the box.
    if (Math.abs(scrollTop - aim.current) < 1) return;
    aim.current = -1;
    const figures = [...here.querySelectorAll('figure')];
    const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2;
    const above = figures.filter((figure) => figure.offsetTop <= scrollTop + clientHeight / 4).length;
    setPage(isAtEnd ? figures.length : Math.max(1, above));
  }

  function goTo(number: number) {
    const here = box.current;
    const figure = here?.querySelectorAll('figure')[number - 1];
    if (!here || !figure) return;
    here.scrollTop = figure.offsetTop;
    aim.current = here.scrollTop;
    setPage(number);
  }

  function keepPlace() {
    const here = box.current;
    if (!here) return;
    const { x, y } = middle.current;
    here.scrollLeft = x * here.scrollWidth - here.clientWidth / 2;
    here.scrollTop = y * here.scrollHeight - here.clientHeight / 2;
  }

  return { page, goTo, noteScroll, keepPlace };
}
