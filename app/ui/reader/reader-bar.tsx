import type { ReactNode } from 'react';
import { useHydrated } from '~/ui/hooks';
import { Icon, type IconName } from '~/ui/icon';
import { useMenu } from '~/ui/layout/use-menu';
import { useWords } from '~/ui/sentence';
import type { useFullScreen } from './use-full-screen';
import type { Panes } from './use-panes';
import { type ChangeView, firstView, isAltered, resetLook, type View } from './use-view';
import { looks, nextTurn, stepZoom } from './view-geometry';

type BarProps = {
  panes: Panes;
  fullScreen: ReturnType<typeof useFullScreen>;
  /** The number of pages of the report that the toolbar shows. */
  total: number;
  isPair: boolean;
  /** The first fit of the report. */
  fit: View['fit'];
  /** Tools that work without script too. */
  children: ReactNode;
};

/** The toolbar of the reader: one row of buttons. */
export function ReaderBar({ panes, fullScreen, total, isPair, fit, children }: BarProps) {
  const { t } = useWords();
  const { change, isLinked } = panes;
  const { view, page } = panes.shown ?? { view: firstView(fit), page: 1 };
  const otherFit = view.fit === 'page' ? 'width' : 'page';
  return (
    <div className="viewer-bar">
      <div className="viewer-tools">
        <BarButton
          icon="minus"
          label={t('viewer.zoomOut')}
          press={() => change(({ zoom }) => ({ zoom: stepZoom(zoom, -1) }))}
        />
        <p
          role="status"
          className="viewer-percent min-w-12 text-center text-small font-label [font-variant-numeric:tabular-nums]"
        >
          <span className="sr-only">{t('viewer.zoom')} </span>
          {Math.round(view.zoom * 100)}%<span className="sr-only">, {view.turn}°</span>
        </p>
        <BarButton
          icon="plus"
          label={t('viewer.zoomIn')}
          press={() => change(({ zoom }) => ({ zoom: stepZoom(zoom, 1) }))}
        />
        <BarButton
          icon={otherFit === 'page' ? 'fitPage' : 'fitWidth'}
          label={`${t('viewer.fit')}: ${t(otherFit === 'page' ? 'viewer.fitPage' : 'viewer.fitWidth')}`}
          press={() => change(() => ({ fit: otherFit, zoom: 1 }))}
        />
        <BarButton
          icon="again"
          label={t('viewer.turn')}
          press={() => change(({ turn }) => ({ turn: nextTurn(turn) }))}
        />
        <LookPanel view={view} change={change} />
        {fullScreen.isSupported && (
          <BarButton
            icon={fullScreen.isOn ? 'close' : 'fullScreen'}
            label={t(fullScreen.isOn ? 'viewer.leaveFullScreen' : 'viewer.fullScreen')}
            press={fullScreen.toggle}
          />
        )}
        {total > 1 && <PageSteps page={page} total={total} goTo={panes.goTo} />}
        {isPair && (
          <BarButton icon="link" label={t('viewer.link')} isPressed={isLinked} press={panes.toggleLink} />
        )}
      </div>
      {children}
      <div className="viewer-tools">
        <KeyList />
      </div>
    </div>
  );
}

type ButtonProps = {
  icon: IconName;
  label: string;
  press: () => void;
  isPressed?: boolean;
  isOver?: boolean;
};

/** A button with a sign alone. `isOver`: there is nothing more to do. */
function BarButton({ icon, label, press, isPressed, isOver = false }: ButtonProps) {
  return (
    <button
      type="button"
      className="viewer-button"
      title={label}
      aria-pressed={isPressed}
      aria-disabled={isOver || undefined}
      onClick={() => isOver || press()}
    >
      <Icon name={icon} />
      <span className="sr-only">{label}</span>
    </button>
  );
}

type PageStepsProps = { page: number; total: number; goTo: (page: number) => void };

/** Moves from page to page, one step back or forward. */
function PageSteps({ page, total, goTo }: PageStepsProps) {
  const { t } = useWords();
  return (
    <nav aria-label={t('list.pages')} className="flex items-center">
      <BarButton icon="previous" label={t('list.previous')} isOver={page <= 1} press={() => goTo(page - 1)} />
      <p
        aria-live="polite"
        className="viewer-percent min-w-12 text-center text-small font-label [font-variant-numeric:tabular-nums]"
      >
        <span className="sr-only">{t('list.position', { page, pages: total })}</span>
        <span aria-hidden="true" dir="ltr">
          {page}/{total}
        </span>
      </p>
      <BarButton icon="next" label={t('list.next')} isOver={page >= total} press={() => goTo(page + 1)} />
    </nav>
  );
}

type LookProps = { view: View; change: ChangeView };

/** Brightness, contrast and inversion of the pictures, in a folded panel. */
function LookPanel({ view, change }: LookProps) {
  const { t } = useWords();
  const menu = useMenu();
  return (
    <details ref={menu}>
      <summary className="viewer-button" title={t('viewer.look')}>
        <Icon name="contrast" />
        <span className="sr-only">{t('viewer.look')}</span>
      </summary>
      <div className="viewer-panel">
        {(['brightness', 'contrast'] as const).map((look) => (
          <label key={look} className="grid grid-cols-[1fr_auto] gap-x-4 font-label">
            <span>{t(`viewer.${look}`)}</span>
            <span className="font-figures">{view[look]}%</span>
            <input
              type="range"
              className="col-span-full h-11 w-full min-w-48 accent-accent"
              min={looks.min}
              max={looks.max}
              step={looks.step}
              value={view[look]}
              aria-valuetext={`${view[look]}%`}
              onChange={({ target }) => change(() => ({ [look]: Number(target.value) }))}
            />
          </label>
        ))}
        <label className="flex min-h-11 items-center gap-2 font-label">
          <input
            type="checkbox"
            className="h-6 w-6 accent-accent"
            checked={view.isInverted}
            onChange={({ target }) => change(() => ({ isInverted: target.checked }))}
          />
          {t('viewer.invert')}
        </label>
      </div>
    </details>
  );
}

/** Says that the pictures do not look as they were sent, and offers to reset them. */
export function ChangedView({ view, change }: LookProps) {
  const { t } = useWords();
  const isHydrated = useHydrated();
  // Without script, the style sheet shows it if the pictures are inverted.
  const isShown = isAltered(view);
  return (
    <div
      className="viewer-changed absolute start-2 bottom-2 min-h-11 items-center gap-2 rounded-field border border-edge bg-raised px-3.5 font-label"
      role="status"
      data-is-shown={isShown}
    >
      {(isShown || !isHydrated) && <span>{t('viewer.changed')}</span>}
      {isShown && (
        <button type="button" className="button small" onClick={() => change(resetLook)}>
          {t('viewer.reset')}
        </button>
      )}
    </div>
  );
}

/** The keys of the viewer, in a folded list. */
function KeyList() {
  const { t } = useWords();
  const isHydrated = useHydrated();
  const menu = useMenu();
  const keys = [
    ['+ −', t('viewer.zoom')],
    ['0', t('viewer.fit')],
    ['R', t('viewer.turn')],
    ['↑ ↓ ← →', t('viewer.scroll')],
    ['F', t('viewer.fullScreen')],
    ['B  Shift+B', t('viewer.brightness')],
    ['C  Shift+C', t('viewer.contrast')],
    ['I', t('viewer.invert')],
    ['X', t('viewer.reset')],
  ] as const;
  return (
    <details ref={menu}>
      <summary className="viewer-button" title={t('viewer.keys')}>
        <span aria-hidden="true">?</span>
        <span className="sr-only">{t('viewer.keys')}</span>
      </summary>
      <dl className="viewer-panel !gap-1 text-small">
        {(isHydrated ? keys : []).map(([key, does]) => (
          <div key={key} className="grid grid-cols-[6.5rem_1fr] gap-3">
            <dt>
              <kbd dir="ltr" className="font-figures">
                {key}
              </kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
