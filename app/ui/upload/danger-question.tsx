import { useEffect, useRef, useState } from 'react';
import { CheckField } from '~/ui/fields/fields';
import { DoNotWait } from '~/ui/layout/emergency';
import { useWords } from '~/ui/sentence';

type Props = {
  /** The clinic's number; empty if it has none. */
  helpline: string;
};

/** Asks whether a report is urgent. A tick says at once where to get help. */
export function DangerQuestion({ helpline }: Props) {
  const { t } = useWords();
  const question = useRef<HTMLDivElement>(null);
  const [isTicked, setTicked] = useState(false);
  // It may be ticked before React sees the page, or filled in again from this browser.
  useEffect(() => {
    const box = question.current?.querySelector('input');
    setTicked(box?.checked ?? false);
  }, []);
  return (
    <div ref={question} onChange={({ target }) => setTicked((target as HTMLInputElement).checked)}>
      <CheckField name="urgent" label={t('danger.saidUrgent')} isRequired={false} />
      <p className="ps-9 text-small text-muted">{t('danger.noHelp')}</p>
      <div role="alert">{isTicked && <DoNotWait helpline={helpline} variant="mt-3" />}</div>
    </div>
  );
}
