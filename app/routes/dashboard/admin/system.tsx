import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { retryEmail } from '~/domain/notices/outbox-lists.server';
import { noteRestoreTried, sendTestEmail } from '~/domain/system/checklist.server';
import { readSystem } from '~/domain/system/read-system.server';
import type { Language } from '~/i18n/languages';
import { fill, localeOf } from '~/i18n/t';
import { SubmitButton } from '~/ui/forms/form';
import { PostForm } from '~/ui/forms/post-form';
import { Icon } from '~/ui/icon';
import { PageError } from '~/ui/layout/page-error';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { useWords } from '~/ui/sentence';
import { actionByIntent, notFound, pageAction, pageLoader } from '~/web/pages/page.server';
import { systemWords } from '~/web/pages/system-messages.server';
import { paths } from '~/web/paths';

export const loader = pageLoader(readSystem, {
  routeInput: ({ params: { part } }) => {
    if (part !== undefined && !systemParts.some((one) => one === part)) throw notFound();
    return {};
  },
  with: systemWords,
});

const systemParts = ['retry', 'test-email', 'restore-tried'] as const;
const here = { onSuccess: () => ({ path: paths.system }), back: paths.system, failed: paths.system };

/** Each form posts to the page's path with its part at the end. */
export const action = actionByIntent({
  retry: pageAction(retryEmail, here),
  'test-email': pageAction(sendTestEmail, here),
  'restore-tried': pageAction(noteRestoreTried, {
    ...{ back: paths.dashboard, failed: paths.dashboard },
    onSuccess: () => ({ path: paths.dashboard }),
  }),
} satisfies Record<(typeof systemParts)[number], unknown>);

export const meta = pageTitle('nav.system');

export default function System() {
  const { t } = useWords();
  const { words } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('nav.system')} lead={words.lead} />
      <div className="grid gap-6">
        <Backup />
        <Disk />
        <Letters />
      </div>
    </>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="sheet grid gap-4" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Backup() {
  const { moment, language } = useWords();
  const { backup, words } = useLoaderData<typeof loader>();
  const { good, failed, everyHours, retention, isOnDataDisk, hasRoom } = backup;
  return (
    <Section id="backup" title={words.backup}>
      {failed && (
        <p className="notice bad">
          <Icon name="alert" className="mt-0.5" />
          <span>
            {words.failedAt}: <time dateTime={failed.at}>{moment(failed.at)}</time>. {words[failed.why]}
          </span>
        </p>
      )}
      {good ? (
        <dl className="grid gap-4 sm:grid-cols-2">
          <Fact name={words.last}>
            <time dateTime={good.at}>{moment(good.at)}</time>
          </Fact>
          <Fact name={words.size}>{sizeIn(language, good.bytes)}</Fact>
          <Fact name={words.where}>{good.path}</Fact>
          {good.missing > 0 && <Fact name={words.missing}>{good.missing}</Fact>}
        </dl>
      ) : (
        <Warning text={words.none} />
      )}
      {good && <p>{good.isEncrypted ? words.encrypted : words.plain}</p>}
      <p className="text-muted">
        {everyHours === null
          ? words.never
          : `${fill(language, words.every, { hours: everyHours })} ${fill(language, words.kept, retention)}`}
      </p>
      {!hasRoom && <Warning text={words.noRoomNext} />}
      {isOnDataDisk && (good || everyHours !== null) && <Warning text={words.sameDisk} />}
    </Section>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <p className="notice wait">
      <Icon name="alert" className="mt-0.5" />
      <span>{text}</span>
    </p>
  );
}

function Disk() {
  const { language } = useWords();
  const { disk, words } = useLoaderData<typeof loader>();
  const values = {
    free: sizeIn(language, disk.freeBytes),
    total: sizeIn(language, disk.totalBytes),
    percent: disk.freePercent,
  };
  return (
    <Section id="disk" title={words.disk}>
      <p>{fill(language, words.free, values)}</p>
      {disk.isLow && (
        <p className="notice bad">
          <Icon name="alert" className="mt-0.5" />
          <span>{words.low}</span>
        </p>
      )}
    </Section>
  );
}

function Letters() {
  const { t, moment, language } = useWords();
  const { emails, words, emailNames } = useLoaderData<typeof loader>();
  return (
    <Section id="letters" title={words.letters}>
      {emails.isSetUp ? (
        <PostForm operation="system.sendTestEmail" action={paths.systemOf('test-email')}>
          <SubmitButton icon="mail" variant="plain" action={paths.systemOf('test-email')}>
            {words.test}
          </SubmitButton>
        </PostForm>
      ) : (
        <p className="notice bad">
          <Icon name="alert" className="mt-0.5" />
          <span>
            <strong className="block">{words.mailOff}</strong>
            {words.mailOffHint}
          </span>
        </p>
      )}
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact name={words.waiting}>{emails.waiting}</Fact>
        <Fact name={words.givenUp}>{emails.givenUp}</Fact>
      </dl>
      {emails.failed.length > 0 && (
        <>
          <h3>{words.failedLetters}</h3>
          <ul className="grid gap-3">
            {emails.failed.map(({ _id, letter, createdAt, error }) => (
              <li
                key={_id}
                className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3"
              >
                <div className="min-w-0">
                  <p className="font-semibold">{emailNames[letter]}</p>
                  <p className="text-[0.95rem] text-muted [overflow-wrap:anywhere]">
                    {fill(language, words.written, { moment: moment(createdAt) })}.{' '}
                    {error ? fill(language, words.said, { error }) : words.silent}
                  </p>
                </div>
                <PostForm operation="emails.retry" action={paths.systemOf('retry')}>
                  <input type="hidden" name="letterId" value={_id} />
                  <button type="submit" className="button plain small">
                    <Icon name="again" />
                    {words.retry}
                    <span className="sr-only"> {t('list.of', { name: emailNames[letter] })}</span>
                  </button>
                </PostForm>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.95rem] text-muted">{name}</dt>
      <dd className="font-semibold [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** A size in the reader's figures: kilobytes, megabytes or gigabytes. */
function sizeIn(language: Language, bytes: number): string {
  const [unit, divisor] =
    bytes >= 1e9
      ? (['gigabyte', 1e9] as const)
      : bytes >= 1e6
        ? (['megabyte', 1e6] as const)
        : (['kilobyte', 1e3] as const);
  return new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, maximumFractionDigits: 1 }).format(
    bytes / divisor,
  );
}

export function ErrorBoundary() {
  return <PageError home={paths.home} />;
}
