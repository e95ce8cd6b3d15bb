import { useMemo } from 'react';
import type { findUndoable } from '~/domain/desk/undo-review.server';
import { useTypeName } from '~/ui/fields/type-name';
import { ActionButton } from '~/ui/forms/buttons';
import { useHydrated, useSecondsLeft } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';

type Undoable = Awaited<ReturnType<typeof findUndoable>>[number];

/** The reviews sent a moment ago, each while it can be undone. */
export const UndoNotices = ({ undoable }: { undoable: Undoable[] }) =>
  undoable.map((one) => <Countdown key={one.reportId} undoable={one} />);

function Countdown({ undoable }: { undoable: Undoable }) {
  const { t } = useWords();
  const isHydrated = useHydrated();
  const type = useTypeName()(undoable.reportType);
  const details = useMemo(() => ({ secondsLeft: Math.ceil(undoable.leftMs / 1000) }), [undoable.leftMs]);
  const left = useSecondsLeft(details);
  if (isHydrated && left === 0) return null;
  return (
    <div className="notice mb-6 flex flex-wrap items-center justify-between gap-3">
      <p className="flex min-w-0 gap-3">
        <Icon name="check" className="mt-0.5" />
        <span>
          {t('undo.sent', { type, name: undoable.patientName })}{' '}
          <span aria-hidden={isHydrated}>{t('undo.seconds', { count: left })}</span>
        </span>
      </p>
      <ActionButton
        operation="review.undo"
        action={paths.pendingReportOf('undo')}
        keepsQuery
        fields={{ reportId: undoable.reportId }}
        icon="previous"
        variant="plain small"
      >
        {t('undo.button')}
      </ActionButton>
    </div>
  );
}
