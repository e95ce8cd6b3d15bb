import { type ComponentProps, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useReleased } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { NonceContext } from '~/ui/nonce';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { storedFlags } from '~/ui/waiting/stored-flags';
import type { UnsentForm } from '~/ui/waiting/unsent-form';

type Props = Omit<ComponentProps<typeof UnsentForm>, 'onFill'>;

/**
 * Keeps the input of a signed-in user's form in this browser until it is sent. Loaded with the first
 * input, or at once if there is something to fill in again. Its notice has its room from the first
 * paint on, so that nothing below it moves.
 */
export function KeptInput(props: Props) {
  const { t } = useWords();
  const { formId, owner, answer } = props;
  const [Loaded, setLoaded] = useState<typeof UnsentForm>();
  const [discard, setDiscard] = useState<() => void>();
  const [isOver, setOver] = useState(false);
  const isKept = useIsKept(owner) && answer === undefined && !isOver;
  const untilReleased = useReleased();
  useEffect(() => {
    const form = document.getElementById(formId);
    let isLeft = false;
    const load = () => {
      import('~/ui/waiting/unsent-form').then(
        async (loaded) => {
          await untilReleased();
          if (!isLeft) setLoaded(() => loaded.UnsentForm);
        },
        // The input is not kept; the form can be sent all the same.
        () => undefined,
      );
    };
    if (storedFlags().unsentForm || form?.contains(document.activeElement)) load();
    else form?.addEventListener('focusin', load, { once: true });
    return () => {
      isLeft = true;
      form?.removeEventListener('focusin', load);
    };
  }, [formId, untilReleased]);
  return (
    <>
      <div
        role="status"
        data-owner={owner}
        hidden={!isKept}
        suppressHydrationWarning
        className={discard ? 'mb-5' : 'invisible mb-5'}
      >
        <Notice icon="info">
          <span className="flex flex-wrap items-center justify-between gap-3">
            {t('waiting.typed')}
            <button type="button" className="button plain small" onClick={discard}>
              <Icon name="trash" />
              {t('waiting.throwAway')}
            </button>
          </span>
        </Notice>
      </div>
      {answer === undefined && <RoomScript />}
      {Loaded && (
        <Loaded
          {...props}
          onFill={(undo) => {
            setDiscard(() => undo);
            setOver(undo === undefined);
          }}
        />
      )}
    </>
  );
}

/** Returns true if this browser kept input of an account when the page was opened. */
function useIsKept(owner: string): boolean {
  const isKept = useRef<boolean>();
  return useSyncExternalStore(
    never,
    () => {
      isKept.current ??= storedFlags().unsentForm?.startsWith(owner) ?? false;
      return isKept.current;
    },
    () => false,
  );
}

const never = () => () => {};

/** Makes room for the notice before the first paint. Without signs that HTML would escape. */
const makeRoom =
  'try{const room=document.currentScript.previousElementSibling;if(localStorage.unsentForm.startsWith(room.dataset.owner))room.hidden=false}catch{}';

function RoomScript() {
  const nonce = useContext(NonceContext);
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {makeRoom}
    </script>
  );
}
