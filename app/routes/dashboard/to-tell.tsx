import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { hasAbility } from '~/domain/kernel/abilities';
import { listPeopleToTell } from '~/domain/to-tell/list-to-tell.server';
import { recordTelling } from '~/domain/to-tell/record-telling.server';
import { tellOutcomes } from '~/platform/enums';
import { Icon, type IconName } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { PostForm } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';
import { CaseNumber } from '~/ui/staff/report-cells';
import { messageLinks } from '~/web/pages/message-to-tell.server';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { paths } from '~/web/request/paths';
import { CallTabs } from './admin/call-tabs';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/shared/page-exports';

const read = pageLoader(listPeopleToTell);

/** Adds the links to write to those who agreed to it. */
export async function loader(args: LoaderFunctionArgs) {
  const page = await read(args);
  return { ...page, data: page.data.map((person) => ({ ...person, links: messageLinks(person) })) };
}

export const action = pageAction(recordTelling, {
  onSuccess: () => ({ path: paths.toTell }),
  refusedPath: paths.toTell,
});

export const meta = pageTitle('toTell.title');

/** The people who have something new to read, for those who tell them. */
export default function ToTell() {
  const { t } = useWords();
  const { data: people, total, viewer } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-3xl">
      <PageHead title={t('toTell.title')} lead={t('toTell.lead')} />
      {hasAbility(viewer, 'followUp.work') && <CallTabs current={paths.toTell} />}
      {people.length === 0 ? (
        <EmptyState title={t('toTell.empty')} />
      ) : (
        <ul className="grid gap-4">
          {people.map((person) => (
            <li key={`${person.kind} ${person.reportId} ${person.subject}`}>
              <Person person={person} />
            </li>
          ))}
        </ul>
      )}
      {total > people.length && (
        <p className="mt-4 text-muted">{t('toTell.first', { shown: people.length, total })}</p>
      )}
    </div>
  );
}

type PersonProps = { person: ReturnType<typeof useLoaderData<typeof loader>>['data'][number] };

function Person({ person }: PersonProps) {
  const { t, moment, languageName } = useWords();
  const { viewer } = useLoaderData<typeof loader>();
  const { reportId, kind, firstName, language, since, goToday, dueAt, outcome, toldAt } = person;
  const titleId = `tell-${kind}-${reportId}`;
  return (
    <article
      className={`sheet grid min-w-0 gap-4 !p-5 ${dueAt ? 'text-muted' : ''}`}
      aria-labelledby={titleId}
    >
      <div className="[overflow-wrap:anywhere]">
        {goToday && (
          <p className="mb-1 flex items-center gap-2 font-strong text-danger">
            <Icon name="alert" />
            {t('step.title.goToday')}
          </p>
        )}
        <h2 id={titleId}>
          <bdi>{firstName}</bdi>
        </h2>
        <p className="text-muted">
          {languageName(language)} · {t(`toTell.since.${kind}`, { time: moment(since) })}
        </p>
        <CaseNumber reportId={reportId} />
        {dueAt && <p>{t('goToday.again', { time: moment(dueAt) })}</p>}
        {outcome && toldAt && <p>{t(`toTell.last.${outcome}`, { time: moment(toldAt) })}</p>}
      </div>
      <Contact person={person} />
      {goToday && hasAbility(viewer, 'followUp.work') ? (
        <div>
          <ButtonLink to={paths.goToday} icon="write" variant="small">
            {t('toTell.record')}
            <span className="sr-only"> {t('list.of', { name: firstName })}</span>
          </ButtonLink>
        </div>
      ) : (
        <Outcomes person={person} />
      )}
    </article>
  );
}

/** The ways to reach a person: a call, and a message to those who agreed to it. */
function Contact({ person: { firstName, phoneNumber, links } }: PersonProps) {
  const { t } = useWords();
  if (phoneNumber === null) return <p>{t('toTell.noNumber')}</p>;
  const to = <span className="sr-only"> {t('list.of', { name: firstName })}</span>;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <a href={`tel:${phoneNumber}`} rel="noreferrer" className="button small">
        <Icon name="phone" />
        <bdi dir="ltr" className="font-figures">
          {phoneNumber}
        </bdi>
        {to}
      </a>
      {links ? (
        <>
          <a href={links.whatsApp} target="_blank" rel="noreferrer" className="button plain small">
            <Icon name="share" />
            WhatsApp
            {to}
          </a>
          <a href={links.sms} rel="noreferrer" className="button plain small">
            <Icon name="mail" />
            SMS
            {to}
          </a>
        </>
      ) : (
        <span className="text-muted">{t('toTell.onlyCall')}</span>
      )}
    </div>
  );
}

const icons = {
  told: 'check',
  noAnswer: 'again',
  wrongNumber: 'close',
} as const satisfies Record<(typeof tellOutcomes)[number], IconName>;

/** The buttons that record the outcome. */
function Outcomes({ person: { reportId, kind, subject, toldAt, firstName } }: PersonProps) {
  const { t } = useWords();
  return (
    <PostForm operation="people.recordTelling" className="border-t border-line pt-4">
      <input type="hidden" name="reportId" value={reportId} />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="subject" value={subject} />
      <input type="hidden" name="toldAt" value={toldAt ?? ''} />
      <div className="flex flex-wrap gap-3">
        {tellOutcomes.map((outcome) => (
          <button key={outcome} type="submit" name="outcome" value={outcome} className="button plain small">
            <Icon name={icons[outcome]} />
            {t(`toTell.${outcome}`)}
            <span className="sr-only"> {t('list.of', { name: firstName })}</span>
          </button>
        ))}
      </div>
    </PostForm>
  );
}
