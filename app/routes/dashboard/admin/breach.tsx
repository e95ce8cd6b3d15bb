import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import { breachMost, breachParts } from '~/domain/clinic/breach-constants';
import { readBreachPage } from '~/domain/clinic/breach-people.server';
import { closeBreach, noteBoardTold, noteBreachTold } from '~/domain/clinic/breaches.server';
import { ownWords } from '~/i18n/translate';
import { TextField } from '~/ui/fields/fields';
import { TextArea } from '~/ui/fields/text-area';
import { ActionButton, SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { Folded } from '~/ui/layout/folded';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import { actionByIntent, pageAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { requiredFields } from '~/web/pages/required-fields.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { BreachPeople } from './breach-people';
import { BreachState } from './breach-state';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const routeInput = fromPath('number');

export const loader = pageLoader(readBreachPage, {
  routeInput: ({ params }) => {
    if (params.part !== undefined && !breachParts.some((part) => part === params.part)) throw notFound();
    return routeInput({ params });
  },
  extraData: () => ({
    ...ownWords(requestLanguage(), 'breach'),
    required: {
      told: requiredFields(noteBreachTold, 'at', 'how'),
      board: requiredFields(noteBoardTold, 'at', 'reference'),
    },
    most: breachMost,
  }),
});

const pathOf = ({ params }: { params: { number?: string } }) => paths.breach(params.number ?? '');

/** A closed breach has no form that could show the refusal. */
const refusedPath = (args: { params: { number?: string }; refused?: string }) =>
  args.refused === 'conflict' ? pathOf(args) : undefined;

/** Handles the forms. Each posts to the page's path with its part at the end. */
export const action = actionByIntent({
  told: pageAction(noteBreachTold, {
    routeInput,
    onSuccess: (done) => ({ path: pathOf(done) }),
    refusedPath,
  }),
  board: pageAction(noteBoardTold, {
    routeInput,
    onSuccess: (done) => ({ path: pathOf(done) }),
    refusedPath,
  }),
  close: pageAction(closeBreach, {
    routeInput,
    onSuccess: (done) => ({ path: pathOf(done) }),
    refusedPath: pathOf,
    failedPath: pathOf,
  }),
} satisfies Record<(typeof breachParts)[number], unknown>);

export const meta = pageTitle('breachTitle.list');

/** A breach: what is known, whose data it was, who was told, and the forms to note that. */
export default function Breach() {
  const { t, moment } = useWords();
  const { breach, people } = useLoaderData<typeof loader>();
  const { number, foundAt, hours, closedAt } = breach;
  return (
    <div className="max-w-3xl">
      <BackLink to={paths.breaches} label={t('breachTitle.list')} />
      <PageHead
        title={t('breach.number', { number: String(number) })}
        lead={t(closedAt ? 'breach.foundOn' : 'breach.foundAgo', { moment: moment(foundAt), count: hours })}
        aside={<BreachState breach={breach} />}
      />
      {!closedAt && !breach.boardToldAt && (
        <Notice icon="wait" variant="wait mb-5">
          {t('breach.boardNotToldFor', { count: hours })}
        </Notice>
      )}
      <div className="grid gap-6">
        <Facts />
        <BreachPeople
          number={number}
          hasActor={breach.actor !== null}
          people={people.data}
          total={people.meta.total}
          gone={people.gone}
          unnamed={people.unnamed}
        />
        <Told />
        <BoardTold />
        {!closedAt && <Close />}
      </div>
    </div>
  );
}

/** Keeps the direction of a part of a line apart from the others. */
const isolate = (text: string) => `\u2068${text}\u2069`;

function Facts() {
  const { t, moment } = useWords();
  const { what, actor, fromAt, toAt, notedAt, notedBy, closedAt } = useLoaderData<typeof loader>().breach;
  const kind = actor?.isKey ? t('openings.program') : actor?.accountType && t(`account.${actor.accountType}`);
  const name = actor && (actor.name ?? t('breach.deletedAccount', { id: actor.id }));
  const facts = [
    [t('breach.actorFact'), name === null ? t('breach.unknown') : isolate(name) + (kind ? ` (${kind})` : '')],
    actor && [
      t('breach.whenFact'),
      `${isolate(fromAt ? moment(fromAt) : t('breach.fromStart'))} – ${isolate(toAt ? moment(toAt) : t('breach.untilNow'))}`,
    ],
    [t('breach.notedFact'), isolate(moment(notedAt)) + (notedBy ? `, ${isolate(notedBy)}` : '')],
    closedAt && [t('breach.closedFact'), moment(closedAt)],
  ].filter((fact) => fact !== null);
  return (
    <section className="sheet grid gap-4" aria-labelledby="what">
      <h2 id="what">{t('breach.whatLabel')}</h2>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
        {what}
      </p>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[12rem_minmax(0,1fr)] [overflow-wrap:anywhere]">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Returns the answer to one of the forms, if it was sent. */
function useAnswerOf(part: (typeof breachParts)[number]) {
  const answer = useActionData<typeof action>();
  return useParams().part === part ? answer : undefined;
}

/** When and how the people were told, and the form for it until the breach is closed. */
function Told() {
  const { t, moment } = useWords();
  const { breach, fields, required, most } = useLoaderData<typeof loader>();
  const answer = useAnswerOf('told');
  const action = paths.breach(breach.number, 'told');
  return (
    <section className="sheet grid gap-4" aria-labelledby="told">
      <h2 id="told">{t('breach.toldTitle')}</h2>
      {breach.toldAt ? (
        <div>
          <p>{moment(breach.toldAt)}</p>
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
            {breach.toldHow}
          </p>
        </div>
      ) : (
        <p className="text-muted">{t('breach.peopleNotTold')}</p>
      )}
      {!breach.closedAt && (
        <Folded
          title={t(breach.toldAt ? 'breach.correct' : 'breach.noteTold')}
          isOpen={!breach.toldAt || answer !== undefined}
        >
          <OperationForm
            id="told-form"
            operation="breach.told"
            action={action}
            answer={answer}
            required={required.told}
            order={['at', 'how']}
            defaults={{ at: fields.toldAt, how: breach.toldHow ?? '' }}
          >
            <TextField name="at" label={t('breach.toldLabel')} type="datetime-local" />
            <TextArea name="how" label={t('breach.howLabel')} maxLength={most.how} rows={2} isRequired />
            <SubmitRow icon="check" variant="plain" action={action}>
              {t('breach.saveTold')}
            </SubmitRow>
          </OperationForm>
        </Folded>
      )}
    </section>
  );
}

/** When and under which reference the board was told, and the form for it until the breach is closed. */
function BoardTold() {
  const { t, moment } = useWords();
  const { breach, fields, required, most } = useLoaderData<typeof loader>();
  const answer = useAnswerOf('board');
  const action = paths.breach(breach.number, 'board');
  return (
    <section className="sheet grid gap-4" aria-labelledby="board">
      <h2 id="board">{t('breach.boardTitle')}</h2>
      {breach.boardToldAt ? (
        <div>
          <p>{moment(breach.boardToldAt)}</p>
          <p className="[overflow-wrap:anywhere]">
            <bdi>{breach.boardReference}</bdi>
          </p>
        </div>
      ) : (
        <p className="text-muted">{t('breach.boardHint')}</p>
      )}
      {!breach.closedAt && (
        <Folded
          title={t(breach.boardToldAt ? 'breach.correct' : 'breach.noteBoard')}
          isOpen={!breach.boardToldAt || answer !== undefined}
        >
          <OperationForm
            id="board-form"
            operation="breach.boardTold"
            action={action}
            answer={answer}
            required={required.board}
            order={['at', 'reference']}
            defaults={{ at: fields.boardToldAt, reference: breach.boardReference ?? '' }}
          >
            <TextField name="at" label={t('breach.boardLabel')} type="datetime-local" />
            <TextField
              name="reference"
              label={t('breach.referenceLabel')}
              maxLength={most.reference}
              autoComplete="off"
            />
            <SubmitRow icon="check" variant="plain" action={action}>
              {t('breach.saveBoard')}
            </SubmitRow>
          </OperationForm>
        </Folded>
      )}
    </section>
  );
}

function Close() {
  const { t } = useWords();
  const { breach } = useLoaderData<typeof loader>();
  return (
    <section className="sheet grid gap-4" aria-labelledby="close">
      <h2 id="close">{t('breach.closeTitle')}</h2>
      <p>{t('breach.closeText')}</p>
      <div>
        <ActionButton
          operation="breach.close"
          action={paths.breach(breach.number, 'close')}
          icon="lock"
          variant="plain"
        >
          {t('breach.close')}
        </ActionButton>
      </div>
    </section>
  );
}
