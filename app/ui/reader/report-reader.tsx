import { type ReactNode, useRef } from 'react';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { useHydrated } from '~/ui/use-hydrated';
import { PageSteps } from './page-steps';
import { pressRadio, ReaderBar } from './reader-bar';
import { ReportPage } from './report-page';
import { usePlace } from './use-place';

/**
 * A page that is shown: the path of its picture, whether all of it is shown at once, and on the
 * first page of a file that was added, which one that is.
 */
export type ReaderPage = {
  path: string;
  isWhole: boolean;
  added?: { number: number; addedAt: string };
};

type Props = {
  /** The pages that are shown here, from the first. */
  pages: readonly ReaderPage[];
  /** How many pages all files have. */
  total: number;
  /** What kind of report it is, in words. */
  label: string;
  /** The first file; `children` lead to others. */
  fileUrl: string;
  isPdf: boolean;
  children?: ReactNode;
};

/**
 * A report's pages in one scroll box, to read while writing. Zoom and turn are radio buttons that
 * the style sheet reads, and pages are anchors, so that all of it works without script and nothing
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
