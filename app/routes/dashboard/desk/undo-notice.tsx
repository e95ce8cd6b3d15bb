import { Link } from '@remix-run/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { findUndoable } from '~/domain/desk/undo-review.server';
import { useTypeName } from '~/ui/fields/type-name';
import { ActionButton } from '~/ui/forms/buttons';
import { useHydrated, useSecondsLeft } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { useFormToken } from '~/ui/notices/post-form';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import styles from './undo-notice.css?url';

/** The style sheet of the bar, for the `links` of a page with it. */
export const undoLinks = [{ rel: 'stylesheet', href: styles }];

type Undoable = Awaited<ReturnType<typeof findUndoable>>[number];

/**
 * The bar at the bottom edge of the window for the reviews sent a moment ago: the latest, and the
 * others behind a button. It stays until the next page, so nothing moves when a review can no
 * longer be undone.
 *
 * @param boxId the ID of the page's text box, if it has one.
 */
export function UndoNotices({
  undoable: [latest, ...others],
  boxId,
}: {
  undoable: Undoable[];
  boxId?: string;
}) {
  // The next page may have the same reviews with other times.
  const key = latest && `${latest.reportId} ${latest.leftMs}`;
  return latest && <UndoBar key={key} latest={latest} others={others} boxId={boxId} />;
}

type BarProps = { latest: Undoable; others: Undoable[]; boxId?: string };

function UndoBar({ latest, others, boxId }: BarProps) {
  const { t } = useWords();
  const { leftMsOf, extension, extend } = useExtension([latest, ...others]);
  return (
    <section
      className="undo-bar max-sm:text-small print:hidden max-sm:[&_svg]:hidden"
      aria-label={t('undo.title')}
      onFocus={extend}
    >
      <div className="page flex items-center gap-3 py-2">
        <UndoRow undoable={latest} leftMs={leftMsOf(latest)} boxId={boxId} />
        {others.length > 0 && (
          <details>
            <summary className="inline-flex min-h-11 cursor-pointer items-center whitespace-nowrap font-label underline decoration-edge">
              {t('undo.more', { count: others.length })}
              <Icon name="next" className="ms-1 h-4 w-4 -rotate-90 rtl:rotate-90" />
            </summary>
            <ul className="absolute inset-x-0 bottom-full max-h-[50vh] overflow-y-auto border-t border-line bg-raised">
              {others.map((undoable) => (
                <li
                  key={undoable.reportId}
                  className="page flex items-center gap-4 border-b border-line py-2"
                >
                  <UndoRow undoable={undoable} leftMs={leftMsOf(undoable)} boxId={boxId} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <p role="status" className="sr-only">
        {extension && `${t('undo.extended')} ${t('undo.left', { count: extension })}`}
      </p>
    </section>
  );
}

/**
 * Asks the server once for more time to undo some reviews.
 *
 * @returns the milliseconds left of a review; `extension`, the seconds that were given; and
 *   `extend`, which asks for them.
 */
function useExtension(undoable: Undoable[]) {
  const formToken = useFormToken('review.extendUndo');
  const [extended, setExtended] = useState<Record<string, number>>({});
  const isAsked = useRef(false);
  const extend = () => {
    if (isAsked.current) return;
    isAsked.current = true;
    for (const { reportId } of undoable) {
      void askForTime(reportId, formToken).then(
        (leftMs) => leftMs && setExtended((all) => ({ ...all, [reportId]: leftMs })),
      );
    }
  };
  const extension = Math.round(Math.max(0, ...Object.values(extended)) / 1000);
  return { leftMsOf: ({ reportId, leftMs }: Undoable) => extended[reportId] ?? leftMs, extension, extend };
}

/** Resolves to the milliseconds left to undo a review; undefined if that is not known. */
async function askForTime(reportId: string, formToken: string): Promise<number | undefined> {
  const body = new FormData();
  body.set('formToken', formToken);
  const answer = await fetch(paths.undoTime(reportId), { method: 'POST', body, redirect: 'manual' }).catch(
    () => undefined,
  );
  return answer?.status === 200 ? Number(await answer.text()) : undefined;
}

/** A review with the seconds left and the button to undo it, then with a link to take it back. */
function UndoRow({ undoable, leftMs, boxId }: { undoable: Undoable; leftMs: number; boxId?: string }) {
  const { t } = useWords();
  const { reportId, patientName } = undoable;
  const type = useTypeName()(undoable.reportType);
  const { row, link, left, isOver } = useCountdown(leftMs);
  return (
    <div ref={row} className="flex min-w-0 grow items-center gap-3">
      <Icon name="check" />
      <p className="dotted min-w-0 grow leading-snug [overflow-wrap:anywhere]">
        <span className="fact">{t('undo.sent', { type, name: patientName })}</span>{' '}
        {isOver ? (
          <span className="fact">
            <Link ref={link} to={paths.amendReview(reportId)} className="inline-flex min-h-11 items-center">
              {t('undo.takeBack')}
              <OfName name={patientName} />
            </Link>
          </span>
        ) : (
          <span className="whitespace-nowrap text-muted">{t('undo.left', { count: left })}</span>
        )}
      </p>
      {!isOver && (
        <ActionButton
          operation="review.undo"
          action={paths.pendingReportOf('undo')}
          keepsQuery
          fields={{ reportId, isWriting: '' }}
          onSubmit={({ currentTarget }) => noteWriting(currentTarget, boxId)}
          icon="previous"
          variant="plain small"
        >
          {t('undo.button')}
          <OfName name={patientName} />
        </ActionButton>
      )}
    </div>
  );
}

/**
 * Notes in a form that the page's text box has text, which the server may not have yet. Without
 * script such text is lost with the page.
 */
function noteWriting(form: HTMLFormElement, boxId = '') {
  const [field, box] = [form.elements.namedItem('isWriting'), document.getElementById(boxId)];
  if (field instanceof HTMLInputElement && box instanceof HTMLTextAreaElement)
    field.value = box.value ? 'yes' : '';
}

/** Counts down, and keeps the focus in the row when the time is over. */
function useCountdown(leftMs: number) {
  const isHydrated = useHydrated();
  const row = useRef<HTMLDivElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const details = useMemo(() => ({ secondsLeft: Math.ceil(leftMs / 1000) }), [leftMs]);
  const left = useSecondsLeft(details);
  const [end, setEnd] = useState<{ hasFocus: boolean }>();
  const hasEnded = isHydrated && left === 0;
  useEffect(() => {
    setEnd(hasEnded ? { hasFocus: row.current?.contains(document.activeElement) ?? false } : undefined);
  }, [hasEnded]);
  useEffect(() => {
    if (end?.hasFocus) link.current?.focus({ preventScroll: true });
  }, [end]);
  return { row, link, left, isOver: end !== undefined };
}
