import type { ReactNode } from 'react';
import { Icon } from '~/ui/icon';
import { useMenu } from '~/ui/layout/use-menu';
import { useWords } from '~/ui/sentence';

export type ReaderFiles = {
  /** Path of the first file. */
  url: string;
  isPdf: boolean;
  /** Links to the files that were added, and their number. */
  added?: { links: ReactNode; count: number };
};

/** Links to the first file of a report. `isShort` shows its kind alone. */
export function FileLink({
  url,
  isPdf,
  isShort,
}: Pick<ReaderFiles, 'url' | 'isPdf'> & { isShort?: boolean }) {
  const { t } = useWords();
  const words = t(isPdf ? 'report.viewPdf' : 'report.viewImage');
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      title={isShort ? words : undefined}
      className={isShort ? 'viewer-button' : 'inline-flex min-h-11 items-center gap-2 font-label'}
    >
      <Icon name={isPdf ? 'file' : 'image'} />
      <span className={isShort ? 'sr-only' : undefined}>{words}</span>
      {isShort && isPdf && <span aria-hidden="true">PDF</span>}
    </a>
  );
}

/** Links to the files of a report: to the only one at once, to several in a folded list. */
export function FileLinks({ added, ...first }: ReaderFiles) {
  const { t, number } = useWords();
  const menu = useMenu();
  if (!added || added.count === 0) return <FileLink {...first} isShort />;
  return (
    <details ref={menu}>
      <summary className="viewer-button" title={t('viewer.files')}>
        <Icon name="file" />
        <span className="sr-only">{t('viewer.files')}</span>
        <span className="font-figures">{number(added.count + 1)}</span>
      </summary>
      <div className="viewer-panel">
        <FileLink {...first} />
        {added.links}
      </div>
    </details>
  );
}
