import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { sendFilesWith } from '~/ui/connection/send';
import { useWords } from '~/ui/sentence';
import type { PiecewiseUpload } from '~/ui/waiting/under-way';

type Props = {
  /** The path the form posts to, if several forms share a page. */
  action?: string;
  /** Sends the files in pieces, which continue after a lost connection. */
  pieces?: PiecewiseUpload;
  children: ReactNode;
};

/**
 * Wraps the submit button of a form with files. During the upload it shows the progress and a
 * button to stop, and the fields above are disabled.
 */
export function Uploading({ action, pieces, children }: Props) {
  const { t } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const sending = useSending(box, pieces);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and this has none
    <div
      ref={box}
      role="group"
      aria-label={t('upload.busy')}
      tabIndex={-1}
      className="scroll-my-6 focus:outline-none"
    >
      {sending && <sending.UnderWay box={box} action={action} />}
      <div className="flex flex-wrap gap-3">
        {children}
        {sending && <sending.CancelButton action={action} />}
      </div>
    </div>
  );
}

/**
 * Loads the code that sends files when the user starts to fill in the form. Without it the form is
 * submitted as usual.
 */
function useSending(box: RefObject<HTMLDivElement>, pieces: PiecewiseUpload | undefined) {
  const [sending, setSending] = useState<typeof import('~/ui/waiting/under-way')>();
  const { owner, leadsTo } = pieces ?? {};
  useEffect(() => {
    const form = box.current?.closest('form');
    if (!form) return;
    let end = () => {};
    let isOver = false;
    const listen = () => form.addEventListener('focusin', load, { once: true });
    const load = () => {
      form.removeEventListener('focusin', load);
      import('~/ui/waiting/under-way').then((loaded) => {
        if (isOver) return;
        end = sendFilesWith(loaded.makeSender(owner && leadsTo ? { owner, leadsTo } : undefined));
        setSending(loaded);
      }, listen);
    };
    listen();
    // The user was quicker than the script.
    if (form.contains(document.activeElement)) load();
    return () => {
      isOver = true;
      form.removeEventListener('focusin', load);
      end();
    };
  }, [box, owner, leadsTo]);
  return sending;
}
