import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Checklist as Steps } from '~/domain/clinic/checklist.server';
import { ActionButton } from '~/ui/forms/buttons';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';

type Step = keyof Steps['done'];

const drillSettings =
  'FILE_KEY="$(cat /path/to/file.key)" \\\n  DATA_DIR=/tmp/drill/data UPLOADS_DIR=/tmp/drill/uploads \\\n  DATABASE_URL=file:/tmp/drill/data/app.db';

/** The order in which a clinic takes the steps. */
const order = [
  'profile',
  'email',
  'backup',
  'doctor',
  'signs',
  'contact',
  'https',
  'twoStep',
  'secondAdmin',
  'restore',
] as const satisfies Step[];

/** The steps that are not folded. */
const maxNext = 3;

/**
 * A clinic's first steps, for its admins until all are done: the next ones and how to do them, and
 * the others and the done ones folded.
 */
export function Checklist(steps: Steps) {
  const { t } = useWords();
  const { done: isDoneByStep } = steps;
  const ways = useWays(steps);
  const open = order.filter((step) => !isDoneByStep[step]);
  const done = order.filter((step) => isDoneByStep[step]);
  const later = open.slice(maxNext);
  const listOf = (some: Step[]) => (
    <ul className="grid">
      {some.map((step) => (
        <StepEntry
          key={step}
          step={step}
          isDone={isDoneByStep[step]}
          isMailSetUp={steps.isMailSetUp}
          way={ways[step]}
        />
      ))}
    </ul>
  );
  return (
    <section className="sheet" aria-labelledby="checklist">
      <h2 id="checklist">{t('checklist.title')}</h2>
      <p className="mt-1 mb-4 text-muted">
        {t('checklist.progress', { done: done.length, all: order.length })}
      </p>
      {listOf(open.slice(0, maxNext))}
      {later.length > 0 && (
        <Fold title={t('checklist.others', { count: later.length })}>{listOf(later)}</Fold>
      )}
      {done.length > 0 && <Fold title={t('checklist.isDone')}>{listOf(done)}</Fold>}
    </section>
  );
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="border-t border-line">
      <summary className="min-h-11 cursor-pointer pt-3 font-label">{title}</summary>
      {children}
    </details>
  );
}

/** Returns the ways to do the steps that start on pages or on the server. */
function useWays({ isMailSetUp, commands }: Steps) {
  const { t } = useWords();
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
      <>
        <WayTo to={paths.email}>{t('nav.email')}</WayTo>
        <WayTo to={paths.frontDesk}>{t('frontDesk.title')}</WayTo>
      </>
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
        <OnServer lines={`${drillSettings} ${commands.restore}`} file="docs/operations.md#restore-drill" />
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
    secondAdmin: <WayTo to={paths.admins}>{t('admins.title')}</WayTo>,
    twoStep: <WayTo to={paths.secondFactor}>{t('secondFactor.change')}</WayTo>,
    doctor: <WayTo to={paths.pendingExpert}>{t('dashboard.pendingExpert')}</WayTo>,
    signs: <WayTo to={paths.checkedSentences}>{t('sentences.title')}</WayTo>,
    contact: <WayTo to={paths.clinicDetails}>{t('nav.aboutClinic')}</WayTo>,
  };
  return ways;
}

type StepEntryProps = { step: Step; isDone: boolean; isMailSetUp: boolean; way: ReactNode };

/** A step: whether it is done, and how to do it if not. */
function StepEntry({ step, isDone, isMailSetUp, way }: StepEntryProps) {
  const { t } = useWords();
  const isMailOff = step === 'email' && !isMailSetUp;
  return (
    <li className="flex items-start gap-3 border-t border-line py-3">
      <span
        className={`mt-0.5 grid h-7 w-7 shrink-0 place-items-center rounded-full ${isDone ? 'bg-good-quiet text-good' : 'border-2 border-edge'}`}
      >
        {isDone && <Icon name="check" className="h-5 w-5" />}
        <span className="sr-only">{isDone ? t('checklist.isDone') : t('checklist.isOpen')}: </span>
      </span>
      <div className="grid min-w-0 grow gap-2 [overflow-wrap:anywhere]">
        <p className={isDone ? 'text-muted' : 'font-label'}>{t(`checklist.${step}`)}</p>
        {!isDone && (
          <>
            <p className={isMailOff ? 'font-label text-danger' : 'text-muted'}>
              {isMailOff ? t('checklist.mailOff') : t(`checklist.${step}Hint`)}
            </p>
            {way}
          </>
        )}
      </div>
    </li>
  );
}

/**
 * Shows the lines to type on the server for a step, and the document that explains them. The product
 * does not serve its documents, so their place in the program's folder is named.
 */
function OnServer({ lines, file }: { lines: string; file: string }) {
  const { t } = useWords();
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-label">{t('checklist.how')}</summary>
      <pre dir="ltr" className="mb-2 whitespace-pre-wrap rounded-sheet bg-raised px-3 py-2 text-small">
        <code>{lines}</code>
      </pre>
      <p className="text-small text-muted">{t('checklist.more', { file })}</p>
    </details>
  );
}

function WayTo({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center gap-1 justify-self-start font-label">
      {children}
      <Icon name="next" />
    </Link>
  );
}
