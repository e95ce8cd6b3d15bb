import { useEffect } from 'react';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { stopTrying, tryAgain, useConnection } from './connection';
import { keepPagesComing } from './load-pages';

/**
 * Shows among the errors that a request did not get through, with a button to try again. It stays
 * for as long as the request waits.
 */
export function ConnectionNotice() {
  const { t } = useWords();
  const connection = useConnection();
  useEffect(keepPagesComing, []);
  if (connection !== 'dropped') return null;
  return (
    <div className="toast pointer-events-auto">
      <Icon name="alert" className="text-danger" />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span>{t('connection.dropped')}</span>
        <button type="button" onClick={tryAgain} className="button small">
          <Icon name="again" />
          {t('error.retry')}
        </button>
      </div>
      <button
        type="button"
        onClick={stopTrying}
        className="-me-2 grid h-11 w-11 shrink-0 place-items-center rounded-field text-muted hover:text-ink"
      >
        <Icon name="close" />
        <span className="sr-only">{t('toast.close')}</span>
      </button>
    </div>
  );
}
