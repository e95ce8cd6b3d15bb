import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { readPeopleToCall } from '~/domain/help/list-to-tell.server';
import { recordTelling } from '~/domain/help/record-telling.server';
import { maxWhomLength } from '~/domain/report/step-constants';
import type { reachOutcomes, tellOutcomes } from '~/platform/enums';
import { TextField } from '~/ui/fields/fields';
import { OperationForm } from '~/ui/forms/operation-form';
import { Icon, type IconName } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { PageLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { OfName } from '~/ui/of-name';
import { PersonSheet } from '~/ui/people/person-sheet';
import { useWords } from '~/ui/sentence';
import { CaseNumber } from '~/ui/staff/report-cells';
import { paths } from '~/urls/paths';
import { messageLinks } from '~/web/pages/message-to-tell.server';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const read = pageLoader(readPeopleToCall);

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

type Person = ReturnType<typeof useLoaderData<typeof loader>>['data'][number];

/** The people to call, for those who call them: first whoever cannot wait, then the others. */
export default function ToTell() {
  const { t } = useWords();
  const { data: people, total, counts, reached } = useLoaderData<typeof loader>();
  const first = people.filter(({ isFirst }) => isFirst);
  return (
    <div className="max-w-3xl">
      <PageHead title={t('toTell.title')} lead={t('toTell.lead')} />
      {people.length === 0 && <EmptyState title={t('toTell.empty')} />}
      <People title={t('toTell.callFirst', { count: counts.first })} id="first" people={first} />
      <People
        title={t('toTell.others', { count: counts.others })}
        id="others"
        people={people.filter(({ isFirst }) => !isFirst)}
      />
      {total > people.length && (
        <p className="mt-4 text-muted">{t('toTell.first', { shown: people.length, total })}</p>
      )}
      {reached.length > 0 && <Reached />}
    </div>
  );
}

function People({ title, id, people }: { title: string; id: string; people: Person[] }) {
  if (people.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mb-8">
      <h2 id={id} className="mb-3">
        {title}
      </h2>
      <ul className="grid gap-4">
        {people.map((person) => (
          <li key={`${person.kind} ${person.reportId} ${person.subject}`}>
            <PersonToCall person={person} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type PersonProps = { person: Person };

/** Returns what to say to a person, if the kind of the row does not say it. */
function useWhatToSay({ kind, goToday }: Person) {
  const { t } = useWords();
  if (goToday) return t('toTell.say.goToday');
  return kind === 'answer' || kind === 'question' ? null : t(`toTell.say.${kind}`);
}

function PersonToCall({ person }: PersonProps) {
  const { t, moment, languageName } = useWords();
  const { reportId, kind, firstName, language, since, isFirst, dueAt, outcome, toldAt } = person;
  const whatToSay = useWhatToSay(person);
  return (
    <PersonSheet
      name={firstName}
      heading="h3"
      isFirst={isFirst}
      isQuiet={dueAt !== null}
      facts={
        <>
          <p>
            {languageName(language)} · {t(`toTell.since.${kind}`, { time: moment(since) })}
          </p>
          <CaseNumber reportId={reportId} />
        </>
      }
    >
      {whatToSay && <p className="font-label">{whatToSay}</p>}
      {dueAt && <p>{t('goToday.again', { time: moment(dueAt) })}</p>}
      {outcome && toldAt && <p>{t(`toTell.last.${outcome}`, { time: moment(toldAt) })}</p>}
      <Contact person={person} />
      <Outcomes person={person} />
    </PersonSheet>
  );
}

/** The ways to reach a person: a call, and a message to those who agreed to it. */
function Contact({ person: { firstName, phoneNumber, links } }: PersonProps) {
  const { t } = useWords();
  if (phoneNumber === null) return <p>{t('toTell.noNumber')}</p>;
  const to = <OfName name={firstName} />;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <a href={`tel:${phoneNumber}`} rel="noreferrer" className="button plain small">
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
  reached: 'check',
  notReached: 'again',
} as const satisfies Record<(typeof tellOutcomes)[number] | (typeof reachOutcomes)[number], IconName>;

/** The form that records the outcome. */
function Outcomes({ person }: PersonProps) {
  const { t } = useWords();
  const { ways } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { reportId, kind, subject, toldAt, firstName, isFirst } = person;
  const { outcomes, asksWhom, opensReport } = isFirst ? ways.first : ways.others;
  const sent = answer?.lastResult?.initialValue;
  return (
    <OperationForm
      id={`record-${kind}-${reportId}`}
      operation="people.recordTelling"
      answer={sent?.reportId === reportId && sent.kind === kind ? answer : undefined}
    >
      <input type="hidden" name="reportId" value={reportId} />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="subject" value={subject} />
      <input type="hidden" name="toldAt" value={toldAt ?? ''} />
      {asksWhom && (
        <TextField
          name="whom"
          label={t('goToday.whom')}
          hint={t('goToday.whomHint')}
          maxLength={maxWhomLength}
          isRequired={false}
        />
      )}
      <div className="flex flex-wrap gap-3">
        {outcomes.map((outcome) => (
          <button key={outcome} type="submit" name="outcome" value={outcome} className="button plain small">
            <Icon name={icons[outcome]} />
            {t(`toTell.${outcome}`)}
            <OfName name={firstName} />
          </button>
        ))}
        {opensReport && (
          <PageLink to={paths.report(reportId)} className="button plain small">
            <Icon name="reports" />
            {t('pending.view')}
            <OfName name={firstName} />
          </PageLink>
        )}
      </div>
    </OperationForm>
  );
}

/** The people who were reached lately. */
function Reached() {
  const { t, moment } = useWords();
  const { reached } = useLoaderData<typeof loader>();
  return (
    <section className="mt-8" aria-labelledby="reached">
      <h2 id="reached">{t('goToday.recent')}</h2>
      <ul className="mt-2 grid">
        {reached.map(({ reportId, firstName, whom, reachedAt }) => (
          <li key={`${reportId} ${reachedAt}`} className="border-t border-line py-3 [overflow-wrap:anywhere]">
            <strong>
              <bdi>{firstName}</bdi>
            </strong>
            : <bdi>{whom}</bdi>
            {reachedAt && <span className="text-muted">, {moment(reachedAt)}</span>}
            <CaseNumber reportId={reportId} />
          </li>
        ))}
      </ul>
    </section>
  );
}
