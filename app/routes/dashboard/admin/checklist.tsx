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
  | Step
  | `${Step}Hint`
  | ('title' | 'progress' | 'isDone' | 'isOpen' | 'mailOff' | 'test' | 'tried')
  | ('backUp' | 'how' | 'more' | 'isSet' | 'notSet'),
  string
>;

const mailLines = 'SMTP_URL=smtps://user:password@mail.example:465\nMAIL_FROM=no-reply@clinic.example';
const drillFolders =
  'DATA_DIR=/tmp/drill/data UPLOADS_DIR=/tmp/drill/uploads \\\n  DATABASE_URL=file:/tmp/drill/data/app.db';

/**
 * A clinic's first steps, for its admins until all are done: which are done, and how to do the
 * others.
 */
export function Checklist({
  done: isDoneByStep,
  isMailSetUp,
  contactSettings,
  commands,
  words,
}: Steps & { words: Words }) {
  const { t, language } = useWords();
  const steps = Object.keys(isDoneByStep) as Step[];
  const doneCount = steps.filter((step) => isDoneByStep[step]).length;
  /** Instructions for open steps that start on these pages. */
  const ways: Partial<Record<Step, ReactNode>> = {
    profile: <WayTo to={paths.settings}>{t('nav.settings')}</WayTo>,
    email: isMailSetUp ? (
      <ActionButton
        operation="system.sendTestEmail"
        action={paths.systemOf('test-email')}
        icon="mail"
        variant="plain small"
      >
        {words.test}
      </ActionButton>
    ) : (
      <OnServer lines={mailLines} file="docs/settings.md" words={words} />
    ),
    https: (
      <OnServer lines="PUBLIC_URL=https://clinic.example" file="docs/operations.md#install" words={words} />
    ),
    backup: (
      <>
        <ActionButton
          operation="system.makeBackup"
          action={paths.systemOf('back-up')}
          icon="file"
          variant="plain small"
        >
          {words.backUp}
        </ActionButton>
        <OnServer lines="BACKUP_EVERY=24h" file="docs/operations.md#backups" words={words} />
      </>
    ),
    restore: (
      <>
        <OnServer
          lines={`${drillFolders} ${commands.restore}`}
          file="docs/operations.md#restore-drill"
          words={words}
        />
        <ActionButton
          operation="system.noteRestoreTried"
          action={paths.systemOf('restore-tried')}
          icon="check"
          variant="plain small"
        >
          {words.tried}
        </ActionButton>
      </>
    ),
    secondAdmin: (
      <OnServer lines={commands.createAdmin} file="docs/operations.md#the-first-week" words={words} />
    ),
    twoStep: <WayTo to={paths.secondFactor}>{t('secondFactor.change')}</WayTo>,
    doctor: <WayTo to={paths.pendingExpert}>{t('dashboard.pendingExpert')}</WayTo>,
    contact: <OnServer file="docs/settings.md#clinic-details-on-pages" words={words} />,
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
              {step === 'contact' && <ContactSettings settings={contactSettings} words={words} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Shows the lines to type on the server for a step, and the document that explains them. The product
 * does not serve its documents, so their place in the program's folder is named.
 */
function OnServer({ lines, file, words }: { lines?: string; file: string; words: Words }) {
  const { language } = useWords();
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">{words.how}</summary>
      {lines && (
        <pre dir="ltr" className="mb-2 whitespace-pre-wrap rounded-lg bg-canvas px-3 py-2 text-[0.95rem]">
          <code>{lines}</code>
        </pre>
      )}
      <p className="text-[0.95rem] text-muted">{fillPlaceholders(language, words.more, { file })}</p>
    </details>
  );
}

/** Lists the settings of the addresses and links that pages show, and whether each is set. */
function ContactSettings({ settings, words }: { settings: Steps['contactSettings']; words: Words }) {
  return (
    <dl className="grid gap-x-6 gap-y-1 text-[0.95rem] sm:grid-cols-2">
      {settings.map(({ name, isSet }) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <dt dir="ltr">
            <code>{name}</code>
          </dt>
          <dd className={isSet ? 'text-good' : 'text-muted'}>{isSet ? words.isSet : words.notSet}</dd>
        </div>
      ))}
    </dl>
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
