import { Link } from '@remix-run/react';
import { type ReactNode, useId } from 'react';
import type { MessageKey } from '~/i18n/message-keys';
import { Icon, type IconName } from '~/ui/icon';

/** A kind of waiting task: how many there are, the sentence that counts them, and their page. */
export type Task = { count: number; words: MessageKey; to: string };

type ToDoProps = {
  title: string;
  /** The waiting tasks, each with the page to do it. */
  lines: { words: string; to: string }[];
  /** The sentence if there are none. */
  nothing: string;
  /** A button beside the title. */
  children?: ReactNode;
};

/** Lists the waiting tasks of a doctor or an admin as links. */
export function ToDo({ title, lines, nothing, children }: ToDoProps) {
  const titleId = useId();
  return (
    <section className="sheet" aria-labelledby={titleId}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
      {lines.length === 0 ? (
        <p className="mt-2 text-muted">{nothing}</p>
      ) : (
        <ul className="mt-3 grid">
          {lines.map(({ words, to }) => (
            <li key={words} className="border-t border-line">
              <Link
                to={to}
                className="flex min-h-12 items-center gap-2 py-2 font-label no-underline hover:bg-accent-quiet [overflow-wrap:anywhere]"
              >
                {words}
                <Icon name="next" className="h-5 w-5" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Shortcut = {
  to: string;
  icon: IconName;
  label: string;
  /** Its purpose, if another shortcut leads to the same page. */
  text?: string;
  /** True for the one thing that the page is for, which is filled like a button. */
  isMain?: boolean;
};

type ShortcutsProps = { shortcuts: Shortcut[]; isSmall?: boolean };

/** The main tasks of a role. */
export const Shortcuts = ({ shortcuts, isSmall = false }: ShortcutsProps) => (
  <ul className={`grid sm:grid-cols-2 xl:grid-cols-3 ${isSmall ? 'gap-3' : 'gap-4'}`}>
    {shortcuts.map((shortcut) => (
      <Tile key={shortcut.label} isSmall={isSmall} {...shortcut} />
    ))}
  </ul>
);

const tileLooks = {
  plain: { tile: 'border border-line bg-raised hover:border-edge', link: 'font-label', text: 'text-muted' },
  main: { tile: 'bg-accent text-on-accent', link: 'font-strong', text: '' },
};

/** The whole tile is a link. Its accessible name is the label only. */
function Tile({ to, icon, label, text, isMain = false, isSmall }: Shortcut & { isSmall: boolean }) {
  const textId = useId();
  const look = tileLooks[isMain ? 'main' : 'plain'];
  const tileSize = isSmall ? 'min-h-16 px-4 py-2' : 'p-4';
  return (
    <li className={`relative flex h-full items-center gap-4 rounded-sheet ${tileSize} ${look.tile}`}>
      <Icon name={icon} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <Link
          to={to}
          aria-describedby={text && textId}
          className={`no-underline after:absolute after:inset-0 after:rounded-[inherit] ${look.link}`}
        >
          {label}
        </Link>
        {text && (
          <span id={textId} className={`block text-small leading-snug ${look.text}`}>
            {text}
          </span>
        )}
      </span>
    </li>
  );
}
