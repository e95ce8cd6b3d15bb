import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useHydrated } from '~/ui/hooks';
import { useWords } from '~/ui/sentence';
import { FileLink, type ReaderFiles } from './file-links';
import { ChangedView } from './reader-bar';
import { ReportPage } from './report-page';
import { toggleZoom, useDragging, useMagnifying } from './use-gestures';
import type { PaneId, Panes } from './use-panes';
import { type ChangeView, isAltered, useView, type View } from './use-view';
import { turns } from './view-geometry';

/**
 * A page in the reader: the path of its picture, whether all of it is shown at once, and on the
 * first page of an added file the number of that file.
 */
export type ReaderPage = {
  path: string;
  /** The path of the same page in a larger size. */
  largePath: string;
  isWhole: boolean;
  added?: { number: number; addedAt: string };
};

export type PaneProps = {
  /** Identifies the report. */
  reportId: string;
  /** The pages shown here, from the first. */
  pages: readonly ReaderPage[];
  /** The number of pages of all files. */
  total: number;
  /** The type of the report, in words. */
  label: string;
  files: ReaderFiles;
  /** Says what the pages may lack. Stands above them, because they may show nothing else. */
  notes?: ReactNode;
};

/** Returns how a report is shown at first: a photo whole, other pages as wide as the box. */
export const firstFitOf = (pages: readonly ReaderPage[]) => (pages[0]?.isWhole ? 'page' : 'width');

/** Finds the page that is current in the scroll box, and moves to others. */
function useCurrentPage(box: RefObject<HTMLElement>) {
  const [page, setPage] = useState(1);
  const aim = useRef(-1);

  function noteScroll() {
    const here = box.current;
    if (!here) return;
    const { scrollTop, clientHeight, scrollHeight } = here;
    // The page that a button led to stays current, even if it is too short to reach the top of the
    // box.
    if (Math.abs(scrollTop - aim.current) < 1) return;
    aim.current = -1;
    const figures = [...here.querySelectorAll('figure')];
    const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2;
    const above = figures.filter((figure) => figure.offsetTop <= scrollTop + clientHeight / 4).length;
    setPage(isAtEnd ? figures.length : Math.max(1, above));
  }

  const goTo = useCallback(
    (number: number) => {
      const here = box.current;
      const figure = here?.querySelectorAll('figure')[number - 1];
      if (!here || !figure) return;
      here.scrollTop = figure.offsetTop;
      aim.current = here.scrollTop;
      setPage(number);
    },
    [box],
  );

  return { page, goTo, noteScroll };
}

/** Sets what the style sheet reads. Brightness and contrast make every picture slower to scroll. */
const styleOf = ({ zoom, turn, brightness, contrast, isInverted }: View) =>
  ({
    '--zoom': String(zoom),
    '--turn': `${turn}deg`,
    '--brightness': `${brightness}%`,
    '--contrast': `${contrast}%`,
    '--invert': isInverted ? '1' : '0',
  }) as CSSProperties;

type Props = PaneProps & {
  /** Begins the names and IDs in this pane, which are unique on a page with two. */
  id: PaneId;
  panes: Panes;
  /** Names one of two panes: which report it is, and the buttons of the pane. */
  head?: { title: string; name: string; buttons: ReactNode };
};

/** The pages of one report in a scroll box. They are dragged, and magnified around the pointer. */
export function ReaderPane({ id, panes, head, pages, total, label, files, notes }: Props) {
  const { t, day } = useWords();
  const box = useRef<HTMLElement>(null);
  const { page, goTo, noteScroll } = useCurrentPage(box);
  const { view, change, largePages, noteView } = useView(box, firstFitOf(pages));
  const { publish, activate, followersOf, follow } = panes;
  const isHydrated = useHydrated();
  const dragging = useDragging();
  const changeBoth: ChangeView = useCallback(
    (next, from, to) => {
      change(next, from, to);
      for (const other of followersOf(id)) other.change(next);
    },
    [id, change, followersOf],
  );
  useMagnifying(box, changeBoth);
  useEffect(() => {
    if (box.current) publish(id, { box: box.current, view, change, page, goTo });
  }, [id, publish, view, change, page, goTo]);
  useEffect(() => () => publish(id, undefined), [id, publish]);
  const use = () => activate(id);
  return (
    <section
      className={`viewer ${id}`}
      aria-label={head?.title}
      style={isHydrated ? styleOf(view) : undefined}
      data-fit={view.fit}
      data-is-side={view.turn % 180 !== 0}
      data-is-altered={isAltered(view)}
      onPointerDownCapture={use}
      onFocusCapture={use}
      onWheelCapture={use}
    >
      {head && (
        <div
          className={`viewer-head relative flex min-h-[44px] items-center justify-between border-t-4 border-(--mark,var(--color-edge)) ps-3 ${id === 'beside' ? 'border-double' : ''}`}
        >
          <h2 className="!text-small">
            <span className="text-(--mark,var(--color-ink))">{head.title}</span> {head.name}
          </h2>
          {head.buttons}
        </div>
      )}
      {notes && <div className="px-3 text-small leading-snug">{notes}</div>}
      <noscript>
        <PlainControls id={id} pages={pages} fit={view.fit} />
      </noscript>
      <div className="viewer-stage">
        <section
          ref={box}
          className="viewer-pages"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard
          tabIndex={0}
          aria-label={label}
          onScroll={() => {
            noteScroll();
            noteView();
            follow(id);
          }}
          onDoubleClick={toggleZoom(changeBoth)}
          {...dragging}
        >
          {pages.map(({ path, largePath, added }, index) => (
            <ReportPage
              key={path}
              id={`${id}-page-${index + 1}`}
              path={path}
              largePath={largePath}
              isLarge={largePages.has(index)}
              onLoad={noteView}
              number={index + 1}
              alt={t('list.position', { page: index + 1, pages: total })}
              note={added && t('question.added', { number: added.number, date: day(added.addedAt) })}
              fileLink={<FileLink {...files} />}
            />
          ))}
          {total > pages.length && <p className="p-4">{t('viewer.more', { pages: pages.length })}</p>}
        </section>
        <ChangedView view={view} change={changeBoth} />
      </div>
    </section>
  );
}

type PlainProps = { id: PaneId; pages: readonly ReaderPage[]; fit: View['fit'] };

/** Fit, zoom, rotation and inversion as fields that the style sheet reads, and an anchor for each page. */
function PlainControls({ id, pages, fit }: PlainProps) {
  const { t } = useWords();
  const choices = [
    [
      'fit',
      t('viewer.fit'),
      [
        ['page', t('viewer.fitPage')],
        ['width', t('viewer.fitWidth')],
      ],
      fit,
    ],
    ['zoom', t('viewer.zoom'), [100, 150, 200, 300].map((zoom) => [String(zoom), `${zoom}%`]), '100'],
    ['turn', t('viewer.turn'), turns.map((turn) => [String(turn), `${turn}°`]), '0'],
  ] as const;
  return (
    <div className="viewer-plain">
      {choices.map(([name, legend, options, chosen]) => (
        <fieldset key={name}>
          <legend className="sr-only">{legend}</legend>
          {options.map(([value, words]) => (
            <label key={value}>
              <input type="radio" name={`${id}-${name}`} value={value} defaultChecked={value === chosen} />
              {words}
            </label>
          ))}
        </fieldset>
      ))}
      <label>
        <input type="checkbox" name={`${id}-invert`} />
        {t('viewer.invert')}
      </label>
      {pages.length > 1 && (
        <nav aria-label={t('list.pages')}>
          {pages.map(({ path }, index) => (
            <a key={path} href={`#${id}-page-${index + 1}`}>
              {index + 1}
            </a>
          ))}
        </nav>
      )}
    </div>
  );
}
