import { type RefObject, useEffect, useRef, useState } from 'react';
import { FieldErrorText } from '~/ui/fields/fields';
import { useHeldSubmit } from '~/ui/forms/use-held-submit';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { PageDialog } from './page-dialog';
import { isPdf, type Page, type PageChoice, type Problem, type ProblemKind, usePages } from './use-pages';
import './photo-pages.css';

/** Returns the report type selected in the control's form. */
function useReportType(control: HTMLInputElement | null): string {
  const list = control?.form?.elements.namedItem('reportType');
  const [reportType, setReportType] = useState(() => (list instanceof HTMLSelectElement ? list.value : ''));
  useEffect(() => {
    if (!(list instanceof HTMLSelectElement)) return;
    const note = () => setReportType(list.value);
    note();
    list.addEventListener('change', note);
    return () => list.removeEventListener('change', note);
  }, [list]);
  return reportType;
}

/** The sentences for a refused choice, and the maximum number of photos. */
export type PageRules = { maxPages: number } & Record<ProblemKind, string>;

export type PageListProps = {
  input: RefObject<HTMLInputElement>;
  /** The selected files, including those from before this component was loaded. */
  choices: PageChoice[];
  rules: PageRules;
  /** Mistakes of the pages that were sent last. */
  mistakes?: { page: number; message: string }[];
  /** Lets the user select or photograph the page with this key again. */
  onRetake(key: number): void;
  /** Called with the problem of a choice, or without one. */
  onProblem(problem: Problem): void;
  /** Called when the files to send have changed. */
  onChange(): void;
};

const photoWords = {
  blurred: 'photo.blurred',
  dark: 'photo.dark',
  small: 'photo.small',
  long: 'photo.long',
} as const;
const megabytesOf = (bytes: number) => Math.max(0.1, Math.round(bytes / 104_857.6) / 10);

/**
 * The selected files of a report as numbered pages. Pressing one opens it full screen, where it can
 * be replaced, rotated, moved and removed. Loaded with the first choice.
 */
export function PageList({
  input,
  choices,
  rules,
  mistakes = [],
  onRetake,
  onProblem,
  onChange,
}: PageListProps) {
  const { t, number } = useWords();
  const [isFullSize, setFullSize] = useState(false);
  const reportType = useReportType(input.current);
  const { pages, isPreparing, add, ...act } = usePages({
    input,
    onProblem,
    maxPages: rules.maxPages,
    reportType,
    isFullSize,
  });
  const [announcement, announce] = useState('');
  const isAdding = useAddedChoices(choices, add, () => announce(''));
  const isBusy = isPreparing || isAdding;
  const latest = useRef(onChange);
  latest.current = onChange;
  const keys = pages.map(({ key, quarters }) => `${key}.${quarters}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: told of another list alone
  useEffect(() => latest.current(), [keys]);
  useHeldSubmit(input, isBusy);
  const mistakesOf = useMistakes(mistakes, pages);

  const list = useRef<HTMLUListElement>(null);
  const [openRow, setOpenRow] = useState<number>();
  const at = pages.findIndex(({ row }) => row === openRow);
  const openPage = pages[at];
  const bytes = pages.reduce((sum, { file }) => sum + file.size, 0);
  const summary = t('upload.pages', { n: pages.length, size: number(megabytesOf(bytes)) });
  const state = isBusy ? t('upload.preparing') : pages.length > 0 ? summary : '';
  const notesOf = (page: Page, n: number) => ({
    words: [...act.notesOf(page), ...(page.isLong ? ['long' as const] : [])].map((note) =>
      t(photoWords[note], { n }),
    ),
    errors: mistakesOf(page),
  });
  const remove = (key: number) => {
    act.remove(key);
    announce(t('page.removed', { n: at + 1 }));
    requestAnimationFrame(() => {
      const left = list.current?.querySelectorAll('button') ?? [];
      (left[Math.min(at, left.length - 1)] ?? input.current)?.focus();
    });
  };
  return (
    <div className="mb-3 grid gap-3">
      {pages.length > 0 && (
        <ul ref={list} className="photo-pages">
          {pages.map((page, index) => (
            <Tile
              key={page.row}
              page={page}
              n={index + 1}
              {...notesOf(page, index + 1)}
              onOpen={() => setOpenRow(page.row)}
            />
          ))}
        </ul>
      )}
      <p className="flex min-h-[1.6em] items-center gap-2 font-label">
        {isBusy && <Icon name="wait" className="spin" />}
        <span>{state}</span>
      </p>
      <p role="status" className="sr-only">
        {announcement} {state}
      </p>
      {openPage && (
        <PageDialog
          page={openPage}
          at={at}
          total={pages.length}
          {...notesOf(openPage, at + 1)}
          state={isBusy ? state : announcement}
          isFullSize={isFullSize}
          onFullSize={isFullSize || pages.some(({ isShrunk }) => isShrunk) ? setFullSize : undefined}
          onRetake={() => onRetake(openPage.key)}
          onTurn={() => {
            act.turn(openPage);
            announce(t('page.turned', { n: at + 1 }));
          }}
          onMove={(by) => {
            act.move(at, by);
            announce(t('page.moved', { from: at + 1, n: at + by + 1 }));
          }}
          onRemove={() => remove(openPage.key)}
          onClose={() => setOpenRow(undefined)}
        />
      )}
    </div>
  );
}

/**
 * Adds each choice to the pages, one after the other.
 *
 * @param onChoice called when there is another choice.
 * @returns true until all choices are added.
 */
function useAddedChoices(
  choices: PageChoice[],
  add: (choice: PageChoice) => Promise<void>,
  onChoice: () => void,
): boolean {
  const [added, setAdded] = useState(0);
  const latest = useRef({ add, onChoice });
  latest.current = { add, onChoice };
  const next = useRef({ at: 0, after: Promise.resolve() });
  useEffect(() => {
    latest.current.onChoice();
    for (const choice of choices.slice(next.current.at)) {
      const at = ++next.current.at;
      next.current.after = next.current.after
        .then(() => latest.current.add(choice))
        .finally(() => setAdded(at));
    }
  }, [choices]);
  return added < choices.length;
}

/**
 * Returns a function that finds the mistakes of a page. They refer to the files as they were sent,
 * wherever their pages are now.
 */
function useMistakes(mistakes: NonNullable<PageListProps['mistakes']>, pages: Page[]) {
  const checkedPages = useRef({ mistakes, pages });
  if (checkedPages.current.mistakes !== mistakes) checkedPages.current = { mistakes, pages };
  return ({ file }: Page) =>
    mistakes
      .filter(({ page }) => checkedPages.current.pages[page - 1]?.file === file)
      .map(({ message }) => message);
}

type TileProps = { page: Page; n: number; words: string[]; errors: string[]; onOpen(): void };

/** A page as a photo to press. What is wrong with it stands beside it. */
function Tile({ page, n, words, errors, onOpen }: TileProps) {
  const { t } = useWords();
  return (
    <li className={words.length + errors.length > 0 ? 'noted' : undefined}>
      <button type="button" aria-haspopup="dialog" className="photo" onClick={onOpen}>
        <span className="photo-frame">
          {page.thumbnail ? (
            <img src={page.thumbnail} alt="" style={{ rotate: `${90 * page.quarters}deg` }} />
          ) : (
            <Icon name={isPdf(page) ? 'file' : 'image'} />
          )}
        </span>
        <span className="flex items-center justify-between gap-2 px-2 py-1 font-label">
          {!isPdf(page) && <span>{t('page.name', { n })}</span>}
          {/* Without a preview the name tells which file it is. */}
          {!page.thumbnail && (
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <bdi>{page.original.name}</bdi>
            </span>
          )}
          <Icon name="fullScreen" className="h-4 w-4 shrink-0" />
        </span>
      </button>
      <div>
        <Notes words={words} />
        <FieldErrorText id={`page-${page.key}`} errors={errors} />
      </div>
    </li>
  );
}

/** Lists the flaws that may make a page hard to read. */
function Notes({ words }: { words: string[] }) {
  return words.map((note) => (
    <p key={note} className="text-small text-wait">
      {note}
    </p>
  ));
}
