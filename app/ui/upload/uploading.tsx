import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { sendFilesWith } from '~/ui/connection/send';
import { useWords } from '~/ui/sentence';
import type { Pieces } from '~/ui/waiting/under-way';

type Props = {
  /** The path the form posts to, where several of them share a page. */
  action?: string;
  /** Has the files sent in pieces, which go on after a break of the line. */
  pieces?: Pieces;
  children: ReactNode;
};

/**
 * Stands round the button that sends a form with files. While they are on their way it shows how
 * much is sent and a way to stop that, and the fields above cannot be changed.
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
 * What is needed to send files, loaded when somebody begins to fill in the form; without it they
 * are sent as they are.
 */
function useSending(box: RefObject<HTMLDivElement>, pieces: Pieces | undefined) {
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
        end = sendFilesWith(loaded.senderOf(owner && leadsTo ? { owner, leadsTo } : undefined));
        setSending(loaded);
      }, listen);
    };
    listen();
    // Somebody was quicker than the script.
    if (form.contains(document.activeElement)) load();
    return () => {
      isOver = true;
      form.removeEventListener('focusin', load);
      end();
    };
  }, [box, owner, leadsTo]);
  return sending;
}
