import { useRef } from 'react';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { useHydrated } from '~/ui/use-hydrated';
import { PageSteps } from './page-steps';
import { pressRadio, ReaderBar } from './reader-bar';
import { ReportPage } from './report-page';
import { usePlace } from './use-place';

type Props = {
  /** The path of each page's picture that is shown here, from the first. */
  pages: readonly string[];
  /** How many pages the file has. */
  total: number;
  /** What kind of report it is, in words. */
  label: string;
  fileUrl: string;
  isPdf: boolean;
};

/**
 * A report's pages in one scroll box, to read while writing. Zoom and turn are radio buttons that
 * the style sheet reads, and pages are anchors, so that all of it works without script and nothing
 * leaves the page with the text on it.
 */
export function ReportReader({ pages, total, label, fileUrl, isPdf }: Props) {
  const { t } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const { page, goTo, noteScroll, keepPlace } = usePlace(box);
  const isHydrated = useHydrated();
  const fileLink = <FileLink url={fileUrl} isPdf={isPdf} />;
  return (
    <section className="viewer sheet" aria-label={t('viewer.label')} onKeyDown={pressRadio}>
      <ReaderBar onChange={keepPlace} />
      {pages.length > 1 && <PageSteps {...{ pages, total, page, goTo }} />}
      <section
        ref={box}
        className="viewer-pages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard
        tabIndex={0}
        aria-label={label}
        onScroll={noteScroll}
      >
        {pages.map((path, index) => (
          <ReportPage
            key={path}
            path={path}
            number={index + 1}
            alt={t('list.position', { page: index + 1, pages: total })}
            isWhole={!isPdf}
            fileLink={fileLink}
          />
        ))}
        {total > pages.length && <p className="p-4">{t('viewer.more', { pages: pages.length })}</p>}
      </section>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        {fileLink}
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
