import { type ReactNode, useRef } from 'react';
import { useWords } from '~/ui/sentence';
import { FileLinks } from './file-links';
import { ReaderBar } from './reader-bar';
import { firstFitOf, type PaneProps, ReaderPane } from './reader-pane';
import { useFullScreen } from './use-full-screen';
import { pressKey } from './use-gestures';
import { usePanes } from './use-panes';

type Props = {
  report: PaneProps;
  /** An earlier report, which is compared with the report. */
  beside?: PaneProps;
  /** Names two reports. */
  names?: readonly [string, string];
  /** A link that closes the earlier report. */
  close?: ReactNode;
  /** Further buttons of the toolbar. */
  children?: ReactNode;
};

/**
 * A report's pages in one scroll box, to read while writing, or two reports side by side. One toolbar
 * serves both. Without script, each has fields that the style sheet reads, and pages are anchors. So
 * no step leaves the page with the text on it.
 */
export function ReportReader({ report, beside, names = ['', ''], close, children }: Props) {
  const { t } = useWords();
  const frame = useRef<HTMLElement>(null);
  const panes = usePanes();
  const fullScreen = useFullScreen(frame);
  const headOf = (pane: PaneProps, title: string, name: string, button?: ReactNode) =>
    beside && {
      title,
      name,
      buttons: (
        <div className="flex items-center">
          <FileLinks {...pane.files} />
          {button}
        </div>
      ),
    };
  return (
    <section
      ref={frame}
      className="viewers"
      data-is-pair={beside !== undefined}
      data-active={beside && !panes.isLinked ? panes.shownId : undefined}
      aria-label={t('viewer.label')}
      onKeyDown={pressKey(panes.change, fullScreen.toggle)}
    >
      <ReaderBar
        panes={panes}
        fullScreen={fullScreen}
        total={(beside && panes.shownId === 'beside' ? beside : report).total}
        isPair={beside !== undefined}
        fit={firstFitOf(report.pages)}
      >
        {!beside && <FileLinks {...report.files} />}
        {children}
      </ReaderBar>
      <div className="viewer-panes">
        <ReaderPane
          key={report.reportId}
          id="viewer"
          panes={panes}
          head={headOf(report, t('viewer.current'), names[0])}
          {...report}
        />
        {beside && (
          <ReaderPane
            key={beside.reportId}
            id="beside"
            panes={panes}
            head={headOf(beside, t('viewer.earlier'), names[1], close)}
            {...beside}
          />
        )}
      </div>
    </section>
  );
}
