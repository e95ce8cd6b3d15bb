import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Checklist as Steps } from '~/domain/clinic/checklist.server';
import { fillPlaceholders } from '~/i18n/t';
import { ActionButton } from '~/ui/forms/buttons';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';

type Step = keyof Steps['done'];
type Words = Record<
  Step | `${Step}Hint` | 'title' | 'progress' | 'isDone' | 'isOpen' | 'mailOff' | 'test' | 'tried',
  string
>;

/**
 * A clinic's first steps, for its admins until all are done: which are done, and how to do the
 * others.
 */
export function Checklist({ done: isDoneByStep, isMailSetUp, words }: Steps & { words: Words }) {
  const { t, language } = useWords();
  const steps = Object.keys(isDoneByStep) as Step[];
  const doneCount = steps.filter((step) => isDoneByStep[step]).length;
  /** Instructions for open steps that start on these pages. */
  const ways: Partial<Record<Step, ReactNode>> = {
    email: isMailSetUp && (
      <ActionButton
        operation="system.sendTestEmail"
        action={paths.systemOf('test-email')}
        icon="mail"
        variant="plain small"
      >
        {words.test}
      </ActionButton>
    ),
    restore: (
      <ActionButton
        operation="system.noteRestoreTried"
        action={paths.systemOf('restore-tried')}
        icon="check"
        variant="plain small"
      >
        {words.tried}
      </ActionButton>
    ),
    twoStep: <WayTo to={paths.secondFactor}>{t('secondFactor.change')}</WayTo>,
    doctor: <WayTo to={paths.pendingExpert}>{t('dashboard.pendingExpert')}</WayTo>,
  };
  return (
    <section className="sheet mb-6" aria-labelledby="checklist">
      <h2 id="checklist">{words.title}</h2>
      <p className="mt-1 text-muted">
        {fillPlaceholders(language, words.progress, { done: doneCount, all: steps.length })}
      </p>
      <ul className="mt-4 grid">
        {steps.map((step) => (
          <li key={step} className="flex items-start gap-3 border-t border-line py-3">
            <span
              className={`mt-0.5 grid h-7 w-7 shrink-0 place-items-center rounded-full ${isDoneByStep[step] ? 'bg-good-soft text-good' : 'border-2 border-edge'}`}
            >
              {isDoneByStep[step] && <Icon name="check" className="h-5 w-5" />}
              <span className="sr-only">{isDoneByStep[step] ? words.isDone : words.isOpen}: </span>
            </span>
            <div className="grid min-w-0 grow gap-2 [overflow-wrap:anywhere]">
              <p className={isDoneByStep[step] ? 'text-muted' : 'font-semibold'}>{words[step]}</p>
              {!isDoneByStep[step] && (
                <p className={step === 'email' && !isMailSetUp ? 'font-semibold text-bad' : 'text-muted'}>
                  {step === 'email' && !isMailSetUp ? words.mailOff : words[`${step}Hint`]}
                </p>
              )}
              {!isDoneByStep[step] && ways[step]}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function WayTo({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center gap-1 justify-self-start font-semibold">
      {children}
      <Icon name="next" />
    </Link>
  );
}
