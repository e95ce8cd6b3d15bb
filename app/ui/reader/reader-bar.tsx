import type { KeyboardEvent } from 'react';
import { useWords } from '~/ui/sentence';

const zooms = [100, 150, 200, 300];
const turns = [0, 90, 180, 270];

/** Zoom and turn: radio buttons that the style sheet reads. */
export function ReaderBar({ onChange }: { onChange: () => void }) {
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

/** `+`, `−` and `R` press the radio button beside the one that is chosen. */
export function pressRadio(event: KeyboardEvent<HTMLElement>) {
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
