import { type ComponentProps, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isReachable } from '~/ui/connection/send';
import { Emergency } from '~/ui/layout/emergency';
import { Mark } from '~/ui/layout/logo';
import { ButtonLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { firstPauseMs, longestPauseMs, untilOnline } from '~/ui/waiting/send-report';
import { onWaitingChange, storedFlags } from '~/ui/waiting/stored-flags';
import { openOfflineForm, sendsUntil, waitingOwner } from '~/ui/waiting/waiting-flag';
import { listStored } from '~/ui/waiting/waiting-store';
import { NoticeLink } from './notice-block';
import { OfflineFields, type UploadLinks } from './offline-fields';

type Props = Pick<ComponentProps<typeof OfflineFields>, 'rules'> & {
  links: UploadLinks & { dashboard: string; login: string; privacy: string };
};

/** Returns the letterbox of this browser; null if it has none, undefined until that is known. */
function useLetterbox() {
  const stored = useSyncExternalStore(
    onWaitingChange,
    () => storedFlags().offlineForm ?? null,
    () => undefined,
  );
  return stored === undefined ? undefined : (openOfflineForm() ?? null);
}

/** Counts the reports of an account that wait in this browser. Undefined until they were counted. */
function useWaitingCount(owner: string | undefined) {
  const [count, setCount] = useState<number>();
  useEffect(() => {
    if (!owner) return;
    const look = () =>
      listStored(owner).then(
        ({ reports }) => setCount(reports.length),
        () => setCount(0),
      );
    look();
    return onWaitingChange(look);
  }, [owner]);
  return count;
}

/** Opens the page that sends what waits, as soon as the server can be reached. */
function useLeaveOnceOnline(isReady: boolean, dashboard: string) {
  useEffect(() => {
    if (!isReady) return;
    const control = new AbortController();
    const leave = async () => {
      for (
        let pauseMs = firstPauseMs;
        !(await isReachable());
        pauseMs = Math.min(longestPauseMs, 2 * pauseMs)
      )
        await untilOnline(pauseMs, control.signal);
      if (!control.signal.aborted) window.location.assign(dashboard);
    };
    leave().catch(() => undefined);
    return () => control.abort();
  }, [isReady, dashboard]);
}

/**
 * The form that opens without a connection. It can be filled in only with the letterbox of an
 * account, and is sent by the pages of that account.
 */
export function OfflineReport({ rules, links }: Props) {
  const { t } = useWords();
  const letterbox = useLetterbox();
  // Reports wait longer than the form opens.
  const count = useWaitingCount(letterbox === undefined ? undefined : (letterbox?.owner ?? waitingOwner()));
  const [isWriting, setWriting] = useState(false);
  const [turn, setTurn] = useState(0);
  const hasWaiting = count !== undefined && count > 0;
  const isDone = hasWaiting && !isWriting;
  useLeaveOnceOnline(isDone, links.dashboard);
  const saved = () => {
    setTurn(turn + 1);
    setWriting(false);
    window.scrollTo({ top: 0 });
  };
  return (
    <div className="page max-w-2xl py-6">
      <Mark className="mb-4 h-8 w-12 text-accent" />
      <h1>{t('offlineForm.title')}</h1>
      {hasWaiting && (
        <WaitingHere
          count={count}
          until={letterbox ? sendsUntil(letterbox) : undefined}
          hasFocus={turn > 0}
          onMore={letterbox && !isWriting ? () => setWriting(true) : undefined}
        />
      )}
      {letterbox === null && <LogInFirst login={links.login} />}
      {letterbox !== null && (
        <div hidden={!letterbox || count === undefined || isDone}>
          <p className="my-4 text-muted">
            {letterbox && t('offlineForm.account', { initial: letterbox.initial })}
          </p>
          <OfflineFields key={turn} rules={rules} links={links} letterbox={letterbox} onSaved={saved} />
        </div>
      )}
      <NoticeLink path={links.privacy} />
      <Emergency />
    </div>
  );
}

function LogInFirst({ login }: { login: string }) {
  const { t } = useWords();
  return (
    <div className="sheet mt-5">
      <p className="mb-3 font-label">{t('offlineForm.logInFirst')}</p>
      <p className="mb-5">{t('offlineForm.logInText')}</p>
      <ButtonLink to={login} icon="login">
        {t('nav.logIn')}
      </ButtonLink>
    </div>
  );
}

type WaitingHereProps = {
  count: number;
  /** Time until which it can be sent, in milliseconds since 1970. */
  until?: number;
  /** True right after a report was stored. */
  hasFocus: boolean;
  /** Called for another report; undefined while one is filled in or none can be. */
  onMore?: () => void;
};

/** Says that reports are not sent yet. */
function WaitingHere({ count, until, hasFocus, onMore }: WaitingHereProps) {
  const { t, moment } = useWords();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasFocus) box.current?.focus();
  }, [hasFocus]);
  return (
    <div ref={box} tabIndex={-1} className="mt-5 grid gap-4 focus:outline-none">
      <Notice icon="alert" variant="bad">
        <strong>{t('offlineForm.notSent')}</strong>
      </Notice>
      <p>
        {t('offlineForm.waiting', { count })} {t('offlineForm.sends')}{' '}
        {until !== undefined && t('offlineForm.until', { moment: moment(new Date(until).toISOString()) })}
      </p>
      {onMore && (
        <div>
          <button type="button" className="button plain" onClick={onMore}>
            {t('offlineForm.another')}
          </button>
        </div>
      )}
    </div>
  );
}
