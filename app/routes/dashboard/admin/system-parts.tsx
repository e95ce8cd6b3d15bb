// biome-ignore-all lint/a11y/noRedundantRoles: on a phone nothing here is laid out as a table, and browsers then forget the roles.

import { Link, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { type Language, unreviewedLanguages } from '~/i18n/languages';
import type { MessageKey } from '~/i18n/message-keys';
import { toLocale } from '~/i18n/t';
import type { JobName } from '~/platform/enums';
import { ActionButton } from '~/ui/forms/buttons';
import { Icon } from '~/ui/icon';
import { PostForm } from '~/ui/notices/post-form';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { AlertsRow } from './alerts-row';
import { PushRow, TextsRow } from './phone-rows';
import { RegistrationsRow } from './registrations-row';
import { cellLook, Row, useSystem } from './system-row';

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

/** The state of the machine: one row for each thing to look after. */
export function SystemTable() {
  const { t } = useWords();
  return (
    <div className="sheet !py-2">
      <table role="table" className="w-full max-md:block">
        <caption className="sr-only">{t('nav.system')}</caption>
        <thead role="rowgroup" className="text-small text-muted max-md:sr-only">
          <tr role="row">
            {(['systemPage.what', 'systemPage.state', 'systemPage.toDo'] as const).map((key) => (
              <th key={key} role="columnheader" scope="col" className={`${cellLook} font-label`}>
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block">
          <Backup />
          <Emails />
          <TextsRow />
          <PushRow />
          <Disk />
          <AlertsRow />
          <RegistrationsRow />
          <Jobs />
          <Servers />
          <Translations />
          <Version />
        </tbody>
      </table>
    </div>
  );
}

/** The last backup: its time, its contents, and any problem with the backups. */
function Backup() {
  const { t, moment, language } = useWords();
  const { backup } = useSystem();
  const { good, failed, everyHours, retention, isOnDataDisk, hasRoom, runningSince } = backup;
  return (
    <Row
      id="backup"
      name={t('systemPage.backup')}
      level={failed || !good || !hasRoom ? 'bad' : 'good'}
      state={
        <>
          {failed && (
            <p>
              {t('systemPage.failedAt')}: <time dateTime={failed.at}>{moment(failed.at)}</time>.{' '}
              {t(`systemPage.${failed.why}`)}
            </p>
          )}
          {good ? (
            <p>
              {t('systemPage.last')}: <time dateTime={good.at}>{moment(good.at)}</time>,{' '}
              {formatSize(language, good.bytes)}
            </p>
          ) : (
            <p>{t('systemPage.none')}</p>
          )}
        </>
      }
      details={
        <>
          {good && (
            <>
              <p>
                {t('systemPage.where')}: <bdi>{good.path}</bdi>
              </p>
              {good.missing > 0 && (
                <p>
                  {t('systemPage.missing')}: {good.missing}
                </p>
              )}
              <p>{good.isEncrypted ? t('systemPage.encrypted') : t('systemPage.plain')}</p>
              {good.isDatabaseOnly && <p>{t('systemPage.databaseOnly')}</p>}
            </>
          )}
          <p>
            {everyHours === null
              ? t('systemPage.never')
              : `${t('systemPage.every', { hours: everyHours })} ${t('systemPage.kept', retention)}`}
          </p>
        </>
      }
      toDo={
        <div className="grid gap-2">
          {runningSince ? (
            <RunningBackup since={runningSince} />
          ) : (
            <ActionButton
              operation="system.makeBackup"
              action={paths.systemOf('back-up')}
              icon="file"
              variant="plain small"
            >
              {t('systemPage.backUp')}
            </ActionButton>
          )}
          {!hasRoom && <p className="font-label">{t('systemPage.noRoomNext')}</p>}
          {isOnDataDisk && (good || everyHours !== null) && <p>{t('systemPage.sameDisk')}</p>}
        </div>
      }
    />
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
    <p role="status">
      {t('systemPage.running', { moment: moment(since) })}{' '}
      <Link to={paths.system}>{t('systemPage.lookAgain')}</Link>
    </p>
  );
}

/** The free disk space. */
function Disk() {
  const { t, language } = useWords();
  const { disk } = useSystem();
  const values = {
    free: formatSize(language, disk.freeBytes),
    total: formatSize(language, disk.totalBytes),
    percent: disk.freePercent,
  };
  return (
    <Row
      id="disk"
      name={t('systemPage.disk')}
      level={disk.isLow ? 'bad' : 'good'}
      state={t('systemPage.free', values)}
      toDo={disk.isLow && t('systemPage.low')}
    />
  );
}

/** Says whether e-mails are sent, and lists those that failed. */
function Emails() {
  const { t } = useWords();
  const { emails } = useSystem();
  return (
    <Row
      id="letters"
      name={t('systemPage.letters')}
      level={!emails.isSetUp || emails.givenUp > 0 ? 'bad' : 'good'}
      state={
        <>
          {!emails.isSetUp && <p>{t('systemPage.mailOff')}</p>}
          {(emails.isSetUp || emails.waiting + emails.givenUp > 0) && (
            <p>
              {t('systemPage.waiting')}: {emails.waiting}. {t('systemPage.givenUp')}: {emails.givenUp}.
            </p>
          )}
          {emails.failed.length > 0 && (
            <ul aria-label={t('systemPage.failedLetters')} className="grid font-text text-ink">
              {emails.failed.map((failed) => (
                <Failed key={failed._id} failed={failed} />
              ))}
            </ul>
          )}
        </>
      }
      toDo={
        emails.isSetUp ? (
          <ActionButton
            operation="system.sendTestEmail"
            action={paths.systemOf('test-email')}
            icon="mail"
            variant="plain small"
          >
            {t('systemPage.test')}
          </ActionButton>
        ) : (
          <Link to={paths.email} className="inline-flex items-center gap-1 font-label">
            {t('nav.email')}
            <Icon name="next" />
          </Link>
        )
      }
    />
  );
}

type FailedEmail = ReturnType<typeof useSystem>['emails']['failed'][number];

/** A failed e-mail with the reason, and a button to send it again. */
function Failed({ failed: { _id, template, createdAt, error } }: { failed: FailedEmail }) {
  const { t, moment } = useWords();
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
      <div className="min-w-0">
        <p className="font-label">{t(`emailName.${template}`)}</p>
        <p className="text-small text-muted [overflow-wrap:anywhere]">
          {t('systemPage.written', { moment: moment(createdAt) })}.{' '}
          {error ? t('systemPage.said', { error }) : t('systemPage.silent')}
        </p>
      </div>
      <PostForm operation="emails.retry" action={paths.systemOf('retry')}>
        <input type="hidden" name="emailId" value={_id} />
        <button type="submit" className="button plain small">
          <Icon name="again" />
          {t('systemPage.retry')}
          <OfName name={t(`emailName.${template}`)} />
        </button>
      </PostForm>
    </li>
  );
}

/** The running servers. Renders nothing if there can be only one. */
function Servers() {
  const { t, moment } = useWords();
  const { servers } = useSystem();
  if (servers.length === 0) return null;
  return (
    <Row
      id="servers"
      name={t('systemPage.servers')}
      state={
        <ul>
          {servers.map(({ name, version, seenAt }) => (
            <li key={name}>
              <span className="font-label">{name}</span>{' '}
              <span className="text-small text-muted">
                {t('systemPage.server', { version, moment: moment(seenAt) })}
              </span>
            </li>
          ))}
        </ul>
      }
    />
  );
}

const jobNames = {
  'clinic.words': 'systemPage.jobClinicWords',
  questions: 'systemPage.jobQuestions',
  followUps: 'systemPage.jobFollowUps',
  alerts: 'systemPage.jobAlerts',
  overdue: 'systemPage.jobOverdue',
  steps: 'systemPage.jobSteps',
  complaints: 'systemPage.jobComplaints',
  translationDigests: 'systemPage.jobTranslationDigests',
  registrations: 'systemPage.jobRegistrations',
  purge: 'systemPage.jobPurge',
  'deletions.list': 'systemPage.jobDeletions',
  'storage.sweep': 'systemPage.jobSweep',
  'backup.schedule': 'systemPage.jobBackup',
} as const satisfies Record<JobName, MessageKey>;

/** Says whether the jobs of the answering server run on time, with the last run and failure of each. */
function Jobs() {
  const { t, moment } = useWords();
  const { jobs } = useSystem();
  const late = jobs.filter(({ isLate }) => isLate);
  return (
    <Row
      id="jobs"
      name={t('systemPage.jobs')}
      level={late.length > 0 ? 'bad' : 'good'}
      state={
        late.length === 0 ? (
          t('systemPage.jobsOnTime')
        ) : (
          <ul>
            {late.map(({ name }) => (
              <li key={name}>{t(jobNames[name])}</li>
            ))}
          </ul>
        )
      }
      details={
        <ul className="grid gap-1">
          {jobs.map(({ name, lastRunAt, lastFailureAt, isLate }) => (
            <li key={name}>
              <span className={isLate ? 'font-label text-danger' : 'font-label'}>{t(jobNames[name])}</span>
              {'. '}
              {t('systemPage.jobRan', { moment: moment(lastRunAt) })}
              {lastFailureAt && `. ${t('systemPage.jobFailed', { moment: moment(lastFailureAt) })}`}
            </li>
          ))}
        </ul>
      }
      toDo={late.length > 0 && t('systemPage.jobLate')}
    />
  );
}

/** The languages not checked by a native reader, and the way to the sentences of next steps. */
function Translations() {
  const { t, languageName, list } = useWords();
  const count = unreviewedLanguages.length;
  return (
    <Row
      id="translations"
      name={t('systemPage.translations')}
      level={count > 0 ? 'neither' : 'good'}
      state={count > 0 ? t('systemPage.unreviewedCount', { count }) : t('systemPage.reviewed')}
      details={
        count > 0 && (
          <>
            <p>{t('systemPage.unreviewed', { languages: list(unreviewedLanguages.map(languageName)) })}</p>
            <p>{t('systemPage.unreviewedHint')}</p>
          </>
        )
      }
      toDo={
        <Link to={paths.checkedSentences} className="inline-flex items-center gap-1 font-label">
          {t('sentences.title')}
          <Icon name="next" />
        </Link>
      }
    />
  );
}

/** The version of the program. */
function Version() {
  const { t } = useWords();
  const { version } = useSystem();
  return (
    <Row
      id="program"
      level="neither"
      name={t('systemPage.program')}
      state={`${t('systemPage.version')} ${version}`}
    />
  );
}
