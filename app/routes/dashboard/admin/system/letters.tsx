import { fill } from '~/i18n/t';
import { ActionButton } from '~/ui/forms/action-button';
import { Icon } from '~/ui/icon';
import { Notice } from '~/ui/notices/notice';
import { PostForm } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';
import { Fact, Section } from './section';
import { useSystem } from './use-system';

/** Whether e-mails go out, and those that did not. */
export function Letters() {
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

/** An e-mail that was given up, why, and what sends it again. */
function Failed({ failed: { _id, template, createdAt, error } }: { failed: FailedEmail }) {
  const { t, moment, language } = useWords();
  const { words, emailNames } = useSystem();
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
      <div className="min-w-0">
        <p className="font-semibold">{emailNames[template]}</p>
        <p className="text-[0.95rem] text-muted [overflow-wrap:anywhere]">
          {fill(language, words.written, { moment: moment(createdAt) })}.{' '}
          {error ? fill(language, words.said, { error }) : words.silent}
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
