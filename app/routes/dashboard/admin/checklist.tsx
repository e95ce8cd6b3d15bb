import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Checklist as Steps } from '~/domain/clinic/checklist.server';
import { ActionButton } from '~/ui/forms/buttons';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';

type Step = keyof Steps['done'];

const mailLines = 'SMTP_URL=smtps://user:password@mail.example:465\nMAIL_FROM=no-reply@clinic.example';
const drillFolders =
  'DATA_DIR=/tmp/drill/data UPLOADS_DIR=/tmp/drill/uploads \\\n  DATABASE_URL=file:/tmp/drill/data/app.db';

/**
 * A clinic's first steps, for its admins until all are done: which are done, and how to do the
 * others.
 */
export function Checklist({ done: isDoneByStep, isMailSetUp, contactSettings, commands }: Steps) {
  const { t } = useWords();
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
        {t('checklist.test')}
      </ActionButton>
    ) : (
      <OnServer lines={mailLines} file="docs/settings.md" />
    ),
    https: <OnServer lines="PUBLIC_URL=https://clinic.example" file="docs/operations.md#install" />,
    backup: (
      <>
        <ActionButton
          operation="system.makeBackup"
          action={paths.systemOf('back-up')}
          icon="file"
          variant="plain small"
        >
          {t('checklist.backUp')}
        </ActionButton>
        <OnServer lines="BACKUP_EVERY=24h" file="docs/operations.md#backups" />
      </>
    ),
    restore: (
      <>
        <OnServer lines={`${drillFolders} ${commands.restore}`} file="docs/operations.md#restore-drill" />
        <ActionButton
          operation="system.noteRestoreTried"
          action={paths.systemOf('restore-tried')}
          icon="check"
          variant="plain small"
        >
          {t('checklist.tried')}
        </ActionButton>
      </>
    ),
    secondAdmin: <OnServer lines={commands.createAdmin} file="docs/operations.md#the-first-week" />,
    twoStep: <WayTo to={paths.secondFactor}>{t('secondFactor.change')}</WayTo>,
    doctor: <WayTo to={paths.pendingExpert}>{t('dashboard.pendingExpert')}</WayTo>,
    contact: <OnServer file="docs/settings.md#clinic-details-on-pages" />,
  };
  return (
    <section className="sheet mb-6" aria-labelledby="checklist">
      <h2 id="checklist">{t('checklist.title')}</h2>
      <p className="mt-1 text-muted">{t('checklist.progress', { done: doneCount, all: steps.length })}</p>
      <ul className="mt-4 grid">
        {steps.map((step) => (
          <li key={step} className="flex items-start gap-3 border-t border-line py-3">
            <span
              className={`mt-0.5 grid h-7 w-7 shrink-0 place-items-center rounded-full ${isDoneByStep[step] ? 'bg-good-soft text-good' : 'border-2 border-edge'}`}
            >
              {isDoneByStep[step] && <Icon name="check" className="h-5 w-5" />}
              <span className="sr-only">
                {isDoneByStep[step] ? t('checklist.isDone') : t('checklist.isOpen')}:{' '}
              </span>
            </span>
            <div className="grid min-w-0 grow gap-2 [overflow-wrap:anywhere]">
              <p className={isDoneByStep[step] ? 'text-muted' : 'font-semibold'}>{t(`checklist.${step}`)}</p>
              {!isDoneByStep[step] && (
                <p className={step === 'email' && !isMailSetUp ? 'font-semibold text-bad' : 'text-muted'}>
                  {step === 'email' && !isMailSetUp ? t('checklist.mailOff') : t(`checklist.${step}Hint`)}
                </p>
              )}
              {!isDoneByStep[step] && ways[step]}
              {step === 'contact' && <ContactSettings settings={contactSettings} />}
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
function OnServer({ lines, file }: { lines?: string; file: string }) {
  const { t } = useWords();
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">{t('checklist.how')}</summary>
      {lines && (
        <pre dir="ltr" className="mb-2 whitespace-pre-wrap rounded-lg bg-canvas px-3 py-2 text-[0.95rem]">
          <code>{lines}</code>
        </pre>
      )}
      <p className="text-[0.95rem] text-muted">{t('checklist.more', { file })}</p>
    </details>
  );
}

/** Lists the settings of the addresses and links that pages show, and whether each is set. */
function ContactSettings({ settings }: { settings: Steps['contactSettings'] }) {
  const { t } = useWords();
  return (
    <dl className="grid gap-x-6 gap-y-1 text-[0.95rem] sm:grid-cols-2">
      {settings.map(({ name, isSet }) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <dt dir="ltr">
            <code>{name}</code>
          </dt>
          <dd className={isSet ? 'text-good' : 'text-muted'}>
            {isSet ? t('checklist.isSet') : t('checklist.notSet')}
          </dd>
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
