import { type ReactNode, useEffect, useRef } from 'react';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { useMenu } from '~/ui/layout/use-menu';
import { useWords } from '~/ui/sentence';
import { type ChangeView, isAltered, resetLook, type View } from './use-view';
import { looks, type Turn, turns } from './view-geometry';

const zooms = [1, 1.5, 2, 3];

type BarProps = {
  /** Begins the names of the fields, which are unique on a page with two viewers. */
  id: string;
  view: View;
  change: ChangeView;
};

/** Fit, zoom and rotation: radio buttons that the style sheet reads. */
export function ReaderBar({ id, view, change, children }: BarProps & { children: ReactNode }) {
  const { t } = useWords();
  const bar = useRef<HTMLDivElement>(null);
  const adopt = useRef(change);
  useEffect(() => {
    // Choices made before the script was there.
    const chosen = (name: string) =>
      bar.current?.closest('.viewer')?.querySelector<HTMLInputElement>(`[name$="-${name}"]:checked`)?.value;
    adopt.current((before) => ({
      fit: chosen('fit') === 'page' ? 'page' : 'width',
      zoom: Number(chosen('zoom') ?? 100) / 100 || before.zoom,
      turn: turns.find((turn) => String(turn) === chosen('turn')) ?? before.turn,
      isInverted: chosen('invert') !== undefined,
    }));
  }, []);
  return (
    <div className="viewer-bar" ref={bar}>
      <Choice
        name={`${id}-fit`}
        label={t('viewer.fit')}
        options={[
          { value: 'page', words: t('viewer.fitPage') },
          { value: 'width', words: t('viewer.fitWidth') },
        ]}
        chosen={view.fit}
        choose={(fit) => change(() => ({ fit: fit as View['fit'], zoom: 1 }))}
      />
      <Choice
        name={`${id}-zoom`}
        label={t('viewer.zoom')}
        options={zooms.map((zoom) => ({ value: String(zoom * 100), words: `${zoom * 100}%` }))}
        chosen={String(Math.round(view.zoom * 100))}
        choose={(percent) => change(() => ({ zoom: Number(percent) / 100 }))}
      />
      <Choice
        name={`${id}-turn`}
        label={t('viewer.turn')}
        options={turns.map((turn) => ({ value: String(turn), words: `${turn}°` }))}
        chosen={String(view.turn)}
        choose={(turn) => change(() => ({ turn: Number(turn) as Turn }))}
      />
      {children}
      <p role="status" className="sr-only">
        {t('viewer.zoom')} {Math.round(view.zoom * 100)}%, {view.turn}°
      </p>
    </div>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  options: { value: string; words: string }[];
  chosen: string;
  choose: (value: string) => void;
};

function Choice({ name, label, options, chosen, choose }: ChoiceProps) {
  return (
    <fieldset className="viewer-choice">
      <legend className="sr-only">{label}</legend>
      {options.map(({ value, words }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => choose(value)}
          />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Brightness, contrast and inversion of the pictures, in a folded panel. */
export function LookPanel({ id, view, change }: BarProps) {
  const { t } = useWords();
  const isHydrated = useHydrated();
  const menu = useMenu();
  return (
    <details ref={menu} className="viewer-fold">
      <summary className="button plain small viewer-icon" title={t('viewer.look')}>
        <Icon name="contrast" />
        <span className="sr-only">{t('viewer.look')}</span>
      </summary>
      <div className="viewer-panel">
        {isHydrated && (
          <>
            <Slider
              label={t('viewer.brightness')}
              percent={view.brightness}
              set={(brightness) => change(() => ({ brightness }))}
            />
            <Slider
              label={t('viewer.contrast')}
              percent={view.contrast}
              set={(contrast) => change(() => ({ contrast }))}
            />
          </>
        )}
        <label className="viewer-check">
          <input
            type="checkbox"
            name={`${id}-invert`}
            checked={view.isInverted}
            onChange={({ target }) => change(() => ({ isInverted: target.checked }))}
          />
          {t('viewer.invert')}
        </label>
      </div>
    </details>
  );
}

type SliderProps = { label: string; percent: number; set: (percent: number) => void };

function Slider({ label, percent, set }: SliderProps) {
  const { min, max, step } = looks;
  return (
    <label className="viewer-slider">
      <span>{label}</span>
      <span className="font-figures">{percent}%</span>
      <input
        type="range"
        min={min}
        max={max}
        step={step}
        value={percent}
        aria-valuetext={`${percent}%`}
        onChange={({ target }) => set(Number(target.value))}
      />
    </label>
  );
}

/** Says that the pictures do not look as they were sent, and offers to reset them. */
export function ChangedView({ view, change }: Pick<BarProps, 'view' | 'change'>) {
  const { t } = useWords();
  const isHydrated = useHydrated();
  // Without script, the style sheet shows it if the pictures are inverted.
  const isShown = isAltered(view);
  return (
    <div className="viewer-changed" role="status" data-is-shown={isShown}>
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
export function KeyList() {
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
  if (!isHydrated) return null;
  return (
    <details ref={menu} className="viewer-fold up">
      <summary className="button plain small">{t('viewer.keys')}</summary>
      <div className="viewer-panel">
        <dl className="viewer-keys">
          {keys.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </div>
    </details>
  );
}
