import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { ReportPage } from './report-page';

/**
 * The reader's place in the scroll box: the page, and the point of it that stays in the middle when
 * the page grows or turns.
 */
function usePlace(box: RefObject<HTMLDivElement>) {
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

  function keepPlace() {
    const here = box.current;
    if (!here) return;
    const { x, y } = middle.current;
    here.scrollLeft = x * here.scrollWidth - here.clientWidth / 2;
    here.scrollTop = y * here.scrollHeight - here.clientHeight / 2;
  }

  return { page, goTo, noteScroll, keepPlace };
}

const zooms = [100, 150, 200, 300];
const turns = [0, 90, 180, 270];

/** Zoom and rotation: radio buttons that the style sheet reads. */
function ReaderBar({ onChange }: { onChange: () => void }) {
  const { t } = useWords();
  return (
    <div className="viewer-bar">
      <Choice
        name="viewer-zoom"
        label={t('viewer.zoom')}
        options={zooms.map((zoom) => ({ value: zoom, words: zoom === 100 ? t('viewer.fit') : `${zoom}%` }))}
        onChange={onChange}
      />
      <Choice
        name="viewer-turn"
        label={t('viewer.turn')}
        options={turns.map((turn) => ({ value: turn, words: `${turn}°` }))}
        onChange={onChange}
      />
    </div>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  options: { value: number; words: string }[];
  onChange: () => void;
};

function Choice({ name, label, options, onChange }: ChoiceProps) {
  return (
    <fieldset className="viewer-choice">
      <legend>{label}</legend>
      {options.map(({ value, words }, index) => (
        <label key={value}>
          <input type="radio" name={name} value={value} defaultChecked={index === 0} onChange={onChange} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Makes `+`, `−` and `R` press the next radio button. */
function pressRadio(event: KeyboardEvent<HTMLElement>) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTurn = event.key.toLowerCase() === 'r';
  const step = { '+': 1, '=': 1, '-': -1, r: 1 }[event.key.toLowerCase()];
  if (!step) return;
  const name = isTurn ? 'viewer-turn' : 'viewer-zoom';
  const radios = [...event.currentTarget.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)];
  const next = radios.findIndex(({ checked }) => checked) + step;
  radios[isTurn ? next % radios.length : next]?.click();
  event.preventDefault();
}

type PageStepsProps = {
  pages: readonly string[];
  /** The number of pages of the file. */
  total: number;
  /** The current page. */
  page: number;
  goTo: (page: number) => void;
};

/** Moves from page to page: one step back or forward, or without script an anchor for each page. */
function PageSteps({ pages, total, page, goTo }: PageStepsProps) {
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
              <a href={`#page-${index + 1}`}>{index + 1}</a>
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
  isWhole: boolean;
  added?: { number: number; addedAt: string };
};

type Props = {
  /** The pages shown here, from the first. */
  pages: readonly ReaderPage[];
  /** The number of pages of all files. */
  total: number;
  /** The type of the report, in words. */
  label: string;
  /** Path of the first file; `children` link to the others. */
  fileUrl: string;
  isPdf: boolean;
  children?: ReactNode;
};

/**
 * A report's pages in one scroll box, to read while writing. Zoom and rotation are radio buttons
 * that the style sheet reads, and pages are anchors. So all of it works without script, and no step
 * leaves the page with the text on it.
 */
export function ReportReader({ pages, total, label, fileUrl, isPdf, children }: Props) {
  const { t, day } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const { page, goTo, noteScroll, keepPlace } = usePlace(box);
  const isHydrated = useHydrated();
  const fileLink = <FileLink url={fileUrl} isPdf={isPdf} />;
  return (
    <section className="viewer sheet" aria-label={t('viewer.label')} onKeyDown={pressRadio}>
      <ReaderBar onChange={keepPlace} />
      {pages.length > 1 && <PageSteps {...{ pages: pages.map(({ path }) => path), total, page, goTo }} />}
      <section
        ref={box}
        className="viewer-pages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard
        tabIndex={0}
        aria-label={label}
        onScroll={noteScroll}
      >
        {pages.map(({ path, isWhole, added }, index) => (
          <ReportPage
            key={path}
            path={path}
            number={index + 1}
            alt={t('list.position', { page: index + 1, pages: total })}
            isWhole={isWhole}
            note={added && t('question.added', { number: added.number, date: day(added.addedAt) })}
            fileLink={fileLink}
          />
        ))}
        {total > pages.length && <p className="p-4">{t('viewer.more', { pages: pages.length })}</p>}
      </section>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <div>
          {fileLink}
          {children}
        </div>
        {isHydrated && <p className="hidden text-[0.88rem] text-muted xl:block">{t('viewer.keys')}</p>}
      </div>
    </section>
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
