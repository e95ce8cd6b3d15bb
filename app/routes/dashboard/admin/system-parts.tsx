import { Link, useLoaderData, useRevalidator } from '@remix-run/react';
import { type ReactNode, useEffect } from 'react';
import type { readSystem } from '~/domain/clinic/read-system.server';
import { type Language, unreviewedLanguages } from '~/i18n/languages';
import { fillPlaceholders, toLocale } from '~/i18n/t';
import type { JobName } from '~/platform/enums';
import { ActionButton } from '~/ui/forms/buttons';
import { Icon } from '~/ui/icon';
import { Notice } from '~/ui/notices/notice';
import { PostForm } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';
import type { systemWords } from '~/web/pages/admin-messages.server';
import { paths } from '~/web/request/paths';

type System = Awaited<ReturnType<(typeof readSystem)['run']>> & ReturnType<typeof systemWords>;

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
  const { words } = useSystem();
  return (
    <Section id="keys" title={t('keys.title')}>
      <p className="text-muted">{words.keysLead}</p>
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
  const { moment, language } = useWords();
  const { backup, words } = useSystem();
  const { good, failed, everyHours, retention, isOnDataDisk, hasRoom, runningSince } = backup;
  return (
    <Section id="backup" title={words.backup}>
      {failed && (
        <Notice icon="alert" variant="bad">
          {words.failedAt}: <time dateTime={failed.at}>{moment(failed.at)}</time>. {words[failed.why]}
        </Notice>
      )}
      {good ? (
        <dl className="grid gap-4 sm:grid-cols-2">
          <Fact name={words.last}>
            <time dateTime={good.at}>{moment(good.at)}</time>
          </Fact>
          <Fact name={words.size}>{formatSize(language, good.bytes)}</Fact>
          <Fact name={words.where}>{good.path}</Fact>
          {good.missing > 0 && <Fact name={words.missing}>{good.missing}</Fact>}
        </dl>
      ) : (
        <Warning words={words.none} />
      )}
      {good && <p>{good.isEncrypted ? words.encrypted : words.plain}</p>}
      {good?.isDatabaseOnly && <p>{words.databaseOnly}</p>}
      <p className="text-muted">
        {everyHours === null
          ? words.never
          : `${fillPlaceholders(language, words.every, { hours: everyHours })} ${fillPlaceholders(language, words.kept, retention)}`}
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
          {words.backUp}
        </ActionButton>
      )}
      {!hasRoom && <Warning words={words.noRoomNext} />}
      {isOnDataDisk && (good || everyHours !== null) && <Warning words={words.sameDisk} />}
    </Section>
  );
}

const lookEveryMs = 3000;

/** Says since when a backup is being made, and looks for its result. Without script there is a link. */
function RunningBackup({ since }: { since: string }) {
  const { moment, language } = useWords();
  const { words } = useSystem();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(revalidate, lookEveryMs);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <Notice icon="wait" variant="wait">
      {fillPlaceholders(language, words.running, { moment: moment(since) })}{' '}
      <Link to={paths.system}>{words.lookAgain}</Link>
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
  const { language } = useWords();
  const { disk, words } = useSystem();
  const values = {
    free: formatSize(language, disk.freeBytes),
    total: formatSize(language, disk.totalBytes),
    percent: disk.freePercent,
  };
  return (
    <Section id="disk" title={words.disk}>
      <p>{fillPlaceholders(language, words.free, values)}</p>
      {disk.isLow && (
        <Notice icon="alert" variant="bad">
          {words.low}
        </Notice>
      )}
    </Section>
  );
}

/** Says whether e-mails are sent, and lists those that failed. */
export function Emails() {
  const { emails, words } = useSystem();
  return (
    <Section id="letters" title={words.letters}>
      {emails.isSetUp ? (
        <ActionButton
          operation="system.sendTestEmail"
          action={paths.systemOf('test-email')}
          icon="mail"
          variant="plain"
        >
          {words.test}
        </ActionButton>
      ) : (
        <Notice icon="alert" variant="bad">
          <strong className="block">{words.mailOff}</strong>
          {words.mailOffHint}
        </Notice>
      )}
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact name={words.waiting}>{emails.waiting}</Fact>
        <Fact name={words.givenUp}>{emails.givenUp}</Fact>
      </dl>
      {emails.failed.length > 0 && (
        <>
          <h3>{words.failedLetters}</h3>
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
  const { t, moment, language } = useWords();
  const { words, emailNames } = useSystem();
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
      <div className="min-w-0">
        <p className="font-semibold">{emailNames[template]}</p>
        <p className="text-[0.95rem] text-muted [overflow-wrap:anywhere]">
          {fillPlaceholders(language, words.written, { moment: moment(createdAt) })}.{' '}
          {error ? fillPlaceholders(language, words.said, { error }) : words.silent}
        </p>
      </div>
      <PostForm operation="emails.retry" action={paths.systemOf('retry')}>
        <input type="hidden" name="emailId" value={_id} />
        <button type="submit" className="button plain small">
          <Icon name="again" />
          {words.retry}
          <span className="sr-only"> {t('list.of', { name: emailNames[template] })}</span>
        </button>
      </PostForm>
    </li>
  );
}

/** The running servers. Renders nothing if there can be only one. */
export function Servers() {
  const { moment, language } = useWords();
  const { servers, words } = useSystem();
  if (servers.length === 0) return null;
  return (
    <Section id="servers" title={words.servers}>
      <ul className="grid gap-3">
        {servers.map(({ name, version, seenAt }) => (
          <li key={name} className="min-w-0 [overflow-wrap:anywhere]">
            <p className="font-semibold">{name}</p>
            <p className="text-[0.95rem] text-muted">
              {fillPlaceholders(language, words.server, { version, moment: moment(seenAt) })}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const jobNames = {
  questions: 'jobQuestions',
  followUps: 'jobFollowUps',
  translationDigests: 'jobTranslationDigests',
  purge: 'jobPurge',
  'deletions.list': 'jobDeletions',
  'storage.sweep': 'jobSweep',
  'backup.schedule': 'jobBackup',
} as const satisfies Record<JobName, keyof System['words']>;

/** Lists the jobs of the answering server, with the last run and the last failure of each. */
export function Jobs() {
  const { moment, language } = useWords();
  const { jobs, words } = useSystem();
  const fill = (sentence: string, at: string) => fillPlaceholders(language, sentence, { moment: moment(at) });
  return (
    <Section id="jobs" title={words.jobs}>
      {jobs.some((job) => job.isLate) && (
        <Notice icon="alert" variant="bad">
          {words.jobLate}
        </Notice>
      )}
      <ul className="grid gap-3">
        {jobs.map(({ name, lastRunAt, lastFailureAt, isLate }) => (
          <li key={name} className="min-w-0 [overflow-wrap:anywhere]">
            <p className={isLate ? 'font-semibold text-bad' : 'font-semibold'}>{words[jobNames[name]]}</p>
            <p className="text-[0.95rem] text-muted">{fill(words.jobRan, lastRunAt)}</p>
            {lastFailureAt && <p className="text-[0.95rem]">{fill(words.jobFailed, lastFailureAt)}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The languages not checked by a native reader. Renders nothing if all are checked. */
export function Translations() {
  const { t, language, languageName, list } = useWords();
  const { words } = useSystem();
  return (
    <Section id="translations" title={words.translations}>
      {unreviewedLanguages.length > 0 && (
        <>
          <p>
            {fillPlaceholders(language, words.unreviewed, {
              languages: list(unreviewedLanguages.map(languageName)),
            })}
          </p>
          <p className="text-muted">{words.unreviewedHint}</p>
        </>
      )}
      <SectionLink to={paths.checkedSentences}>{t('sentences.title')}</SectionLink>
    </Section>
  );
}
