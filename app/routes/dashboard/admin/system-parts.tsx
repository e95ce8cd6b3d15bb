import { Link, useLoaderData, useRevalidator } from '@remix-run/react';
import { type ReactNode, useEffect } from 'react';
import type { readSystem } from '~/domain/clinic/read-system.server';
import { type Language, unreviewedLanguages } from '~/i18n/languages';
import type { MessageKey } from '~/i18n/message-keys';
import { toLocale } from '~/i18n/t';
import type { JobName } from '~/platform/enums';
import { ActionButton } from '~/ui/forms/buttons';
import { Icon } from '~/ui/icon';
import { Notice } from '~/ui/notices/notice';
import { PostForm } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';

type System = Awaited<ReturnType<(typeof readSystem)['run']>>;

/** The loader's data for the page. */
export const useSystem = () => useLoaderData<System>();

/** Formats a size in the reader's digits: kilobytes, megabytes or gigabytes. */
export function formatSize(language: Language, bytes: number): string {
  const [unit, divisor] =
    bytes >= 1e9
      ? (['gigabyte', 1e9] as const)
      : bytes >= 1e6
        ? (['megabyte', 1e6] as const)
        : (['kilobyte', 1e3] as const);
  return new Intl.NumberFormat(toLocale(language), { style: 'unit', unit, maximumFractionDigits: 1 }).format(
    bytes / divisor,
  );
}

/** A section of the page with its heading. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="sheet grid gap-4" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** A link from a section to a page of its own. */
function SectionLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center gap-1 justify-self-start font-semibold">
      {children}
      <Icon name="next" />
    </Link>
  );
}

/** The way to the keys of programs. */
export function Keys() {
  const { t } = useWords();
  return (
    <Section id="keys" title={t('keys.title')}>
      <p className="text-muted">{t('keysPage.lead')}</p>
      <SectionLink to={paths.keys}>{t('keys.title')}</SectionLink>
    </Section>
  );
}

/** One entry of a list of facts. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.95rem] text-muted">{name}</dt>
      <dd className="font-semibold [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** The last backup: its time, its contents, and any problem with the backups. */
export function Backup() {
  const { t, moment, language } = useWords();
  const { backup } = useSystem();
  const { good, failed, everyHours, retention, isOnDataDisk, hasRoom, runningSince } = backup;
  return (
    <Section id="backup" title={t('systemPage.backup')}>
      {failed && (
        <Notice icon="alert" variant="bad">
          {t('systemPage.failedAt')}: <time dateTime={failed.at}>{moment(failed.at)}</time>.{' '}
          {t(`systemPage.${failed.why}`)}
        </Notice>
      )}
      {good ? (
        <dl className="grid gap-4 sm:grid-cols-2">
          <Fact name={t('systemPage.last')}>
            <time dateTime={good.at}>{moment(good.at)}</time>
          </Fact>
          <Fact name={t('systemPage.size')}>{formatSize(language, good.bytes)}</Fact>
          <Fact name={t('systemPage.where')}>{good.path}</Fact>
          {good.missing > 0 && <Fact name={t('systemPage.missing')}>{good.missing}</Fact>}
        </dl>
      ) : (
        <Warning words={t('systemPage.none')} />
      )}
      {good && <p>{good.isEncrypted ? t('systemPage.encrypted') : t('systemPage.plain')}</p>}
      {good?.isDatabaseOnly && <p>{t('systemPage.databaseOnly')}</p>}
      <p className="text-muted">
        {everyHours === null
          ? t('systemPage.never')
          : `${t('systemPage.every', { hours: everyHours })} ${t('systemPage.kept', retention)}`}
      </p>
      {runningSince ? (
        <RunningBackup since={runningSince} />
      ) : (
        <ActionButton
          operation="system.makeBackup"
          action={paths.systemOf('back-up')}
          icon="file"
          variant="plain"
        >
          {t('systemPage.backUp')}
        </ActionButton>
      )}
      {!hasRoom && <Warning words={t('systemPage.noRoomNext')} />}
      {isOnDataDisk && (good || everyHours !== null) && <Warning words={t('systemPage.sameDisk')} />}
    </Section>
  );
}

const lookEveryMs = 3000;

/** Says since when a backup is being made, and looks for its result. Without script there is a link. */
function RunningBackup({ since }: { since: string }) {
  const { t, moment } = useWords();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(revalidate, lookEveryMs);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <Notice icon="wait" variant="wait">
      {t('systemPage.running', { moment: moment(since) })}{' '}
      <Link to={paths.system}>{t('systemPage.lookAgain')}</Link>
    </Notice>
  );
}

function Warning({ words }: { words: string }) {
  return (
    <Notice icon="alert" variant="wait">
      {words}
    </Notice>
  );
}

/** The free disk space. */
export function Disk() {
  const { t, language } = useWords();
  const { disk } = useSystem();
  const values = {
    free: formatSize(language, disk.freeBytes),
    total: formatSize(language, disk.totalBytes),
    percent: disk.freePercent,
  };
  return (
    <Section id="disk" title={t('systemPage.disk')}>
      <p>{t('systemPage.free', values)}</p>
      {disk.isLow && (
        <Notice icon="alert" variant="bad">
          {t('systemPage.low')}
        </Notice>
      )}
    </Section>
  );
}

/** Says whether e-mails are sent, and lists those that failed. */
export function Emails() {
  const { t } = useWords();
  const { emails } = useSystem();
  return (
    <Section id="letters" title={t('systemPage.letters')}>
      {emails.isSetUp ? (
        <ActionButton
          operation="system.sendTestEmail"
          action={paths.systemOf('test-email')}
          icon="mail"
          variant="plain"
        >
          {t('systemPage.test')}
        </ActionButton>
      ) : (
        <Notice icon="alert" variant="bad">
          <strong className="block">{t('systemPage.mailOff')}</strong>
          {t('systemPage.mailOffHint')}
        </Notice>
      )}
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact name={t('systemPage.waiting')}>{emails.waiting}</Fact>
        <Fact name={t('systemPage.givenUp')}>{emails.givenUp}</Fact>
      </dl>
      {emails.failed.length > 0 && (
        <>
          <h3>{t('systemPage.failedLetters')}</h3>
          <ul className="grid gap-3">
            {emails.failed.map((failed) => (
              <Failed key={failed._id} failed={failed} />
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

type FailedEmail = ReturnType<typeof useSystem>['emails']['failed'][number];

/** A failed e-mail with the reason, and a button to send it again. */
function Failed({ failed: { _id, template, createdAt, error } }: { failed: FailedEmail }) {
  const { t, moment } = useWords();
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
      <div className="min-w-0">
        <p className="font-semibold">{t(`emailName.${template}`)}</p>
        <p className="text-[0.95rem] text-muted [overflow-wrap:anywhere]">
          {t('systemPage.written', { moment: moment(createdAt) })}.{' '}
          {error ? t('systemPage.said', { error }) : t('systemPage.silent')}
        </p>
      </div>
      <PostForm operation="emails.retry" action={paths.systemOf('retry')}>
        <input type="hidden" name="emailId" value={_id} />
        <button type="submit" className="button plain small">
          <Icon name="again" />
          {t('systemPage.retry')}
          <span className="sr-only"> {t('list.of', { name: t(`emailName.${template}`) })}</span>
        </button>
      </PostForm>
    </li>
  );
}

/** The running servers. Renders nothing if there can be only one. */
export function Servers() {
  const { t, moment } = useWords();
  const { servers } = useSystem();
  if (servers.length === 0) return null;
  return (
    <Section id="servers" title={t('systemPage.servers')}>
      <ul className="grid gap-3">
        {servers.map(({ name, version, seenAt }) => (
          <li key={name} className="min-w-0 [overflow-wrap:anywhere]">
            <p className="font-semibold">{name}</p>
            <p className="text-[0.95rem] text-muted">
              {t('systemPage.server', { version, moment: moment(seenAt) })}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const jobNames = {
  'clinic.words': 'systemPage.jobClinicWords',
  questions: 'systemPage.jobQuestions',
  followUps: 'systemPage.jobFollowUps',
  translationDigests: 'systemPage.jobTranslationDigests',
  purge: 'systemPage.jobPurge',
  'deletions.list': 'systemPage.jobDeletions',
  'storage.sweep': 'systemPage.jobSweep',
  'backup.schedule': 'systemPage.jobBackup',
} as const satisfies Record<JobName, MessageKey>;

/** Lists the jobs of the answering server, with the last run and the last failure of each. */
export function Jobs() {
  const { t, moment } = useWords();
  const { jobs } = useSystem();
  return (
    <Section id="jobs" title={t('systemPage.jobs')}>
      {jobs.some((job) => job.isLate) && (
        <Notice icon="alert" variant="bad">
          {t('systemPage.jobLate')}
        </Notice>
      )}
      <ul className="grid gap-3">
        {jobs.map(({ name, lastRunAt, lastFailureAt, isLate }) => (
          <li key={name} className="min-w-0 [overflow-wrap:anywhere]">
            <p className={isLate ? 'font-semibold text-bad' : 'font-semibold'}>{t(jobNames[name])}</p>
            <p className="text-[0.95rem] text-muted">
              {t('systemPage.jobRan', { moment: moment(lastRunAt) })}
            </p>
            {lastFailureAt && (
              <p className="text-[0.95rem]">{t('systemPage.jobFailed', { moment: moment(lastFailureAt) })}</p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The languages not checked by a native reader. Renders nothing if all are checked. */
export function Translations() {
  const { t, languageName, list } = useWords();
  return (
    <Section id="translations" title={t('systemPage.translations')}>
      {unreviewedLanguages.length > 0 && (
        <>
          <p>
            {t('systemPage.unreviewed', {
              languages: list(unreviewedLanguages.map(languageName)),
            })}
          </p>
          <p className="text-muted">{t('systemPage.unreviewedHint')}</p>
        </>
      )}
      <SectionLink to={paths.checkedSentences}>{t('sentences.title')}</SectionLink>
    </Section>
  );
}
