import { type RefObject, useEffect, useRef, useState } from 'react';
import { FieldErrorText } from '~/ui/fields/fields';
import { useHeldSubmit } from '~/ui/forms/use-held-submit';
import { Icon, type IconName } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { isPdf, type Page, type PageChoice, type Problem, type ProblemKind, usePages } from './use-pages';

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
 * The selected files of a report as numbered pages that can be moved, turned, removed and replaced.
 * Loaded with the first choice.
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
  const [added, setAdded] = useState(0);
  const { pages, isPreparing, add, ...act } = usePages({
    input,
    onProblem,
    maxPages: rules.maxPages,
    reportType,
    isFullSize,
  });
  const [announcement, announce] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const adding = useRef(add);
  adding.current = add;
  const next = useRef({ at: 0, after: Promise.resolve() });
  useEffect(() => {
    announce('');
    for (const choice of choices.slice(next.current.at)) {
      const at = ++next.current.at;
      next.current.after = next.current.after.then(() => adding.current(choice)).finally(() => setAdded(at));
    }
  }, [choices]);
  const isBusy = isPreparing || added < choices.length;
  const latest = useRef(onChange);
  latest.current = onChange;
  const keys = pages.map(({ key, quarters }) => `${key}.${quarters}`).join();
  // Mistakes refer to the files as they were sent, wherever their pages are now.
  const checkedPages = useRef({ mistakes, pages });
  if (checkedPages.current.mistakes !== mistakes) checkedPages.current = { mistakes, pages };
  const mistakesOf = ({ file }: Page) =>
    mistakes
      .filter(({ page }) => checkedPages.current.pages[page - 1]?.file === file)
      .map(({ message }) => message);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told of another list alone
  useEffect(() => latest.current(), [keys]);
  useHeldSubmit(input, isBusy);

  const bytes = pages.reduce((sum, { file }) => sum + file.size, 0);
  const summary = t('upload.pages', { n: pages.length, size: number(megabytesOf(bytes)) });
  const state = isBusy ? t('upload.preparing') : pages.length > 0 ? summary : '';
  const remove = (key: number, at: number) => {
    act.remove(key);
    announce(t('page.removed', { n: at + 1 }));
    requestAnimationFrame(() => {
      const left = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
      (left[Math.min(at, left.length - 1)] ?? input.current)?.focus();
    });
  };
  const move = (at: number, by: number) => {
    act.move(at, by);
    announce(t('page.moved', { from: at + 1, n: at + by + 1 }));
  };
  return (
    <div className="mt-3 grid gap-3">
      {pages.length > 0 && (
        <ul ref={list} className="grid gap-3">
          {pages.map((page, at) => (
            <li key={page.row} className="grid gap-2 rounded-field border border-line p-2">
              <div className="flex gap-3">
                <Thumbnail page={page} />
                <div className="grid min-w-0 content-between gap-2">
                  {!isPdf(page) && <p className="font-semibold">{t('page.name', { n: at + 1 })}</p>}
                  {/* Without a preview the name tells which file it is. */}
                  {!page.thumbnail && (
                    <p className="[overflow-wrap:anywhere]">
                      <bdi>{page.original.name}</bdi>
                    </p>
                  )}
                  <div className="flex flex-wrap gap-1">
                    {page.thumbnail && (
                      <IconAct
                        icon="again"
                        words={t('page.turn', { n: at + 1 })}
                        onPress={() => {
                          act.turn(page);
                          announce(t('page.turned', { n: at + 1 }));
                        }}
                      />
                    )}
                    {pages.length > 1 && (
                      <>
                        <IconAct
                          icon="up"
                          words={t('page.up', { n: at + 1 })}
                          isDisabled={at === 0}
                          onPress={() => move(at, -1)}
                        />
                        <IconAct
                          icon="down"
                          words={t('page.down', { n: at + 1 })}
                          isDisabled={at === pages.length - 1}
                          onPress={() => move(at, 1)}
                        />
                      </>
                    )}
                  </div>
                </div>
              </div>
              <div>
                {[...act.notesOf(page), ...(page.isLong ? ['long' as const] : [])].map((note) => (
                  <p key={note} className="text-[0.95rem] text-wait">
                    {t(photoWords[note], { n: at + 1 })}
                  </p>
                ))}
                <FieldErrorText id={`page-${page.key}`} errors={mistakesOf(page)} />
              </div>
              <div className="flex gap-2">
                {!isPdf(page) && (
                  <Act
                    icon="image"
                    words={t('page.again')}
                    page={at + 1}
                    onPress={() => onRetake(page.key)}
                  />
                )}
                <Act
                  icon="trash"
                  words={t('page.remove')}
                  page={at + 1}
                  onPress={() => remove(page.key, at)}
                  isRemove
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <p className="flex min-h-[1.6em] items-center gap-2 font-semibold">
        {isBusy && <Icon name="wait" className="spin" />}
        <span>{state}</span>
      </p>
      <p role="status" className="sr-only">
        {announcement} {state}
      </p>
      {(isFullSize || pages.some(({ isShrunk }) => isShrunk)) && (
        <label className="flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            className="h-5 w-5 shrink-0"
            checked={isFullSize}
            onChange={({ currentTarget }) => setFullSize(currentTarget.checked)}
          />
          <span>{t('upload.fullSize')}</span>
        </label>
      )}
    </div>
  );
}

/** Thumbnail of a page, or an icon if the browser cannot show the file. */
function Thumbnail({ page }: { page: Page }) {
  return (
    <div className="grid h-24 w-24 shrink-0 place-items-center overflow-hidden rounded border border-edge bg-mat text-ink">
      {page.thumbnail ? (
        <img
          src={page.thumbnail}
          alt=""
          className="h-[5.5rem] w-[5.5rem] object-contain"
          style={{ rotate: `${90 * page.quarters}deg` }}
        />
      ) : (
        <Icon name={isPdf(page) ? 'file' : 'image'} />
      )}
    </div>
  );
}

type IconActProps = { icon: IconName; words: string; isDisabled?: boolean; onPress(): void };

/** A button with an icon alone. */
function IconAct({ icon, words, isDisabled = false, onPress }: IconActProps) {
  return (
    <button
      type="button"
      className="button plain small w-12 px-0"
      title={words}
      aria-disabled={isDisabled}
      onClick={() => isDisabled || onPress()}
    >
      <Icon name={icon} />
      <span className="sr-only">{words}</span>
    </button>
  );
}

type ActProps = { icon: IconName; words: string; page: number; isRemove?: boolean; onPress(): void };

/** A button in words. A screen reader hears its page too. */
function Act({ icon, words, page, isRemove, onPress }: ActProps) {
  const { t } = useWords();
  return (
    <button
      type="button"
      className="button plain small max-w-48 min-w-0 grow basis-0 px-2"
      data-remove={isRemove}
      onClick={onPress}
    >
      <Icon name={icon} />
      <span>
        {words}
        <span className="sr-only"> {t('page.name', { n: page })}</span>
      </span>
    </button>
  );
}
