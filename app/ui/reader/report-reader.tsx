import { type CSSProperties, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useHydrated } from '~/ui/hooks';
import { Icon, type IconName } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { ChangedView, KeyList, LookPanel, ReaderBar } from './reader-bar';
import { ReportPage } from './report-page';
import { useFullScreen } from './use-full-screen';
import { pressKey, toggleZoom, useDragging, useMagnifying } from './use-gestures';
import { useView, type View } from './use-view';

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

  function goTo(number: number) {
    const here = box.current;
    const figure = here?.querySelectorAll('figure')[number - 1];
    if (!here || !figure) return;
    here.scrollTop = figure.offsetTop;
    aim.current = here.scrollTop;
    setPage(number);
  }

  return { page, goTo, noteScroll };
}

type PageStepsProps = {
  /** Begins the IDs of the pages. */
  id: string;
  pages: readonly string[];
  /** The number of pages of the file. */
  total: number;
  /** The current page. */
  page: number;
  goTo: (page: number) => void;
};

/** Moves from page to page: one step back or forward, or without script an anchor for each page. */
function PageSteps({ id, pages, total, page, goTo }: PageStepsProps) {
  const { t } = useWords();
  const isHydrated = useHydrated();
  return (
    <nav aria-label={t('list.pages')} className="viewer-nav">
      {isHydrated ? (
        <>
          <Step icon="previous" label={t('list.previous')} isOver={page <= 1} go={() => goTo(page - 1)} />
          <p aria-live="polite" className="[font-variant-numeric:tabular-nums]">
            {t('list.position', { page, pages: total })}
          </p>
          <Step icon="next" label={t('list.next')} isOver={page >= pages.length} go={() => goTo(page + 1)} />
        </>
      ) : (
        <ol>
          {pages.map((path, index) => (
            <li key={path}>
              <a href={`#${id}-page-${index + 1}`}>{index + 1}</a>
            </li>
          ))}
        </ol>
      )}
    </nav>
  );
}

type StepProps = { icon: 'previous' | 'next'; label: string; isOver: boolean; go: () => void };

function Step({ icon, label, isOver, go }: StepProps) {
  return (
    <button
      type="button"
      className="button plain small"
      aria-disabled={isOver}
      onClick={() => isOver || go()}
    >
      <Icon name={icon} />
      <span className="sr-only">{label}</span>
    </button>
  );
}

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

/** Names one of two viewers on a page: its report, the report's date and the link that closes it. */
type PaneHead = { title: string; name: string; close?: ReactNode };

type Props = {
  /** Begins the names and IDs in this viewer, which are unique on a page with two. */
  id: 'viewer' | 'beside';
  /** Names the viewer for screen readers. */
  title: string;
  /** Stands above one of two viewers. */
  head?: PaneHead;
  /** The pages shown here, from the first. */
  pages: readonly ReaderPage[];
  /** The number of pages of all files. */
  total: number;
  /** The type of the report, in words. */
  label: string;
  /** Path of the first file; `children` link to the others. */
  fileUrl: string;
  isPdf: boolean;
  /** Says what the pages may lack. Stands above them, because they may show nothing else. */
  notes?: ReactNode;
  children?: ReactNode;
};

/** Sets what the style sheet reads. Brightness and contrast make every picture slower to scroll. */
const styleOf = ({ zoom, brightness, contrast }: View) =>
  ({
    '--zoom': String(zoom),
    '--brightness': `${brightness}%`,
    '--contrast': `${contrast}%`,
  }) as CSSProperties;

/**
 * A report's pages in one scroll box, to read while writing. Fit, zoom, rotation and inversion are
 * radio buttons and a checkbox that the style sheet reads, and pages are anchors. So all of them work
 * without script, and no step leaves the page with the text on it. With script, the pages are also
 * dragged, magnified around the pointer, and brightened.
 */
export function ReportReader(props: Props) {
  const { id, title, head, pages, total, label, fileUrl, isPdf, notes, children } = props;
  const { t, day } = useWords();
  const section = useRef<HTMLElement>(null);
  const box = useRef<HTMLElement>(null);
  const { page, goTo, noteScroll } = useCurrentPage(box);
  const { view, change, largePages, noteView } = useView(box, pages[0]?.isWhole ? 'page' : 'width');
  const fullScreen = useFullScreen(section);
  const isHydrated = useHydrated();
  const dragging = useDragging();
  useMagnifying(box, change);
  const fileLink = <FileLink url={fileUrl} isPdf={isPdf} />;
  return (
    <section
      ref={section}
      className={`viewer sheet ${id}`}
      aria-label={title}
      style={isHydrated ? styleOf(view) : undefined}
      onKeyDown={pressKey(change, fullScreen.toggle)}
    >
      {head && <ViewerHead {...head} />}
      {notes}
      <ReaderBar id={id} view={view} change={change}>
        <LookPanel id={id} view={view} change={change} />
        {fullScreen.isSupported && (
          <IconButton
            icon={fullScreen.isOn ? 'close' : 'fullScreen'}
            label={t(fullScreen.isOn ? 'viewer.leaveFullScreen' : 'viewer.fullScreen')}
            press={fullScreen.toggle}
          />
        )}
      </ReaderBar>
      {pages.length > 1 && (
        <PageSteps id={id} pages={pages.map(({ path }) => path)} total={total} page={page} goTo={goTo} />
      )}
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
          }}
          onDoubleClick={toggleZoom(change)}
          {...dragging}
        >
          {pages.map(({ path, largePath, isWhole, added }, index) => (
            <ReportPage
              key={path}
              id={`${id}-page-${index + 1}`}
              path={path}
              largePath={largePath}
              isLarge={largePages.has(index)}
              onLoad={noteView}
              number={index + 1}
              alt={t('list.position', { page: index + 1, pages: total })}
              isWhole={isWhole}
              note={added && t('question.added', { number: added.number, date: day(added.addedAt) })}
              fileLink={fileLink}
            />
          ))}
          {total > pages.length && <p className="p-4">{t('viewer.more', { pages: pages.length })}</p>}
        </section>
        <ChangedView view={view} change={change} />
      </div>
      <div className="viewer-foot">
        <div>
          {fileLink}
          {children}
        </div>
        <KeyList />
      </div>
    </section>
  );
}

function IconButton({ icon, label, press }: { icon: IconName; label: string; press: () => void }) {
  return (
    <button type="button" className="button plain small viewer-icon" title={label} onClick={press}>
      <Icon name={icon} />
      <span className="sr-only">{label}</span>
    </button>
  );
}

function ViewerHead({ title, name, close }: PaneHead) {
  return (
    <div className="viewer-head">
      <h2>
        <span>{title}</span> {name}
      </h2>
      {close}
    </div>
  );
}

function FileLink({ url, isPdf }: { url: string; isPdf: boolean }) {
  const { t } = useWords();
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 items-center gap-2 font-semibold"
    >
      <Icon name={isPdf ? 'file' : 'image'} />
      {t(isPdf ? 'report.viewPdf' : 'report.viewImage')}
    </a>
  );
}
