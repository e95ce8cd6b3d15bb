import { useContext, useState, useSyncExternalStore } from 'react';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { Notice } from '~/ui/notices/notice';
import { SignedContext, useFormToken } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';
import { onWaitingChange, storedFlags } from '~/ui/waiting/stored-flags';

/** Returns true if this browser has the letterbox of an account. */
const useIsOn = (owner: string | undefined) =>
  useSyncExternalStore(
    onWaitingChange,
    () => storedFlags().offlineForm?.split(' ')[0] === owner,
    () => false,
  );

/**
 * Lets a patient write reports on this phone without a connection. The page's loader needs the
 * sentences of `offlineForm`. All code comes with the press.
 *
 * @param initial the first letter of the account's name, which the form shows.
 */
export function WithoutConnection({ initial }: { initial: string }) {
  const { t, language } = useWords();
  const owner = useContext(SignedContext)?.id;
  const formToken = useFormToken('report.upload');
  const isOn = useIsOn(owner);
  const isHydrated = useHydrated();
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready');
  const run = (act: (code: typeof import('~/ui/waiting/offline-form')) => Promise<void>) => {
    if (state === 'busy') return;
    setState('busy');
    import('~/ui/waiting/offline-form').then(act).then(
      () => setState('ready'),
      () => setState('failed'),
    );
  };
  const turnOn = () =>
    owner && run((code) => code.turnOnOfflineForm({ owner, initial, formToken, language }));
  return (
    <section className="sheet grid max-w-2xl gap-4">
      <p>{t('offlineForm.sees', { initial })}</p>
      <p>{t('offlineForm.lasts')}</p>
      <p>{t('offlineForm.install')}</p>
      <div role="status">
        {isOn && (
          <Notice icon="check" variant="good">
            {t('offlineForm.isOn')}
          </Notice>
        )}
      </div>
      <div role="alert">
        {state === 'failed' && (
          <Notice icon="alert" variant="bad">
            {t('offlineForm.cannot')}
          </Notice>
        )}
      </div>
      {isHydrated && (
        <div>
          <button
            type="button"
            className={isOn ? 'button plain' : 'button'}
            aria-disabled={state === 'busy'}
            onClick={isOn ? () => run((code) => code.turnOffOfflineForm()) : turnOn}
          >
            <Icon
              name={state === 'busy' ? 'wait' : isOn ? 'close' : 'phone'}
              className={state === 'busy' ? 'spin' : ''}
            />
            {t(isOn ? 'offlineForm.turnOff' : 'offlineForm.turnOn')}
          </button>
        </div>
      )}
    </section>
  );
}
