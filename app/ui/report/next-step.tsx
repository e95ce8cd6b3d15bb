import type { ReactNode } from 'react';
import type { PublicNextStep } from '~/domain/report/next-step';
import type { PublicDoubt } from '~/domain/report/present-translation';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { stepLooks } from './step-looks';

/**
 * Shows the next step of a review, with sign, colour and words. The words come from the server in
 * the reader's language, with the English sentence until they were checked.
 *
 * @param listen the button that reads the answer aloud, beside the title.
 * @param children what the reader can do about it.
 */
export function NextStep({
  step,
  listen,
  children,
}: {
  step: PublicNextStep;
  listen?: ReactNode;
  children?: ReactNode;
}) {
  const { icon, colour } = stepLooks[step.step];
  return (
    <div data-watched className={`notice mb-2 !block !py-2 [overflow-wrap:anywhere] ${colour}`}>
      <div className="flex items-center justify-between gap-2">
        <p className="flex items-start gap-2 text-body leading-snug font-strong">
          <Icon name={step.isUncertain ? 'phone' : icon} className="mt-0.5" />
          {step.title}
        </p>
        {/* The button comes once the browser has listed its voices. Its room is there before. */}
        {listen && <span className="-my-1.5 -me-2 h-11 w-11 shrink-0">{listen}</span>}
      </div>
      <div className="mt-1 grid gap-1">
        {step.earlier && <p>{step.earlier}</p>}
        <p>{step.sentence}</p>
        {step.uncheckedNote && (
          <>
            <p lang="en" dir="ltr">
              {step.sentenceInEnglish}
            </p>
            <p className="text-small">{step.uncheckedNote}</p>
          </>
        )}
        {children}
      </div>
    </div>
  );
}

/**
 * Warns that the clinic no longer vouches for a text, before its step and the text itself. The English
 * sentence follows in every other language.
 */
export function DoubtNote({ note }: { note: PublicDoubt }) {
  const { language } = useWords();
  return (
    <div data-watched className="notice bad mb-4" role="note">
      <Icon name="alert" className="mt-0.5" />
      <div className="grid gap-1 [overflow-wrap:anywhere]">
        <p className="font-strong">{note.sentence}</p>
        {language !== 'en' && (
          <p lang="en" dir="ltr" className="text-small">
            {note.sentenceInEnglish}
          </p>
        )}
      </div>
    </div>
  );
}
