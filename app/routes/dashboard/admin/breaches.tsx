import { useActionData, useLoaderData } from '@remix-run/react';
import { breachMost } from '~/domain/clinic/breach-constants';
import type { PublicBreach } from '~/domain/clinic/breach-schemas';
import { listBreaches, noteBreach } from '~/domain/clinic/breaches.server';
import { ownWords } from '~/i18n/translate';
import { TextField } from '~/ui/fields/fields';
import { TextArea } from '~/ui/fields/text-area';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { Folded } from '~/ui/layout/folded';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink, PageLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { Pager } from '~/ui/lists/pager';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { requiredFields } from '~/web/pages/required-fields.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { BreachState } from './breach-state';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(listBreaches, {
  query: true,
  extraData: () => ({
    ...ownWords(requestLanguage(), 'breach'),
    required: requiredFields(noteBreach, 'foundAt', 'what'),
    most: breachMost,
  }),
});

export const action = pageAction(noteBreach, {
  onSuccess: ({ value: { data } }) => ({ path: paths.breach(data.number) }),
});

export const meta = pageTitle('breachTitle.list');

/** The breaches of the clinic, and the form for a new one. */
export default function Breaches() {
  const { t } = useWords();
  const { data, meta: position } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="max-w-3xl">
      <BackLink to={paths.more} label={t('nav.more')} />
      <PageHead title={t('breachTitle.list')} lead={t('breach.lead')} />
      {data.length === 0 ? (
        <EmptyState title={t('breach.none')} />
      ) : (
        <ul className="grid gap-4">
          {data.map((breach) => (
            <li key={breach.number}>
              <Entry {...breach} />
            </li>
          ))}
        </ul>
      )}
      <Pager meta={position} />
      <div className="mt-6">
        <Folded
          look="sheet"
          id="note"
          title={t('breach.noteTitle')}
          isOpen={data.length === 0 || answer !== undefined}
        >
          <NoteForm />
        </Folded>
      </div>
    </div>
  );
}

function Entry(breach: PublicBreach) {
  const { t, moment } = useWords();
  const { number, foundAt, what } = breach;
  return (
    <article className="sheet grid gap-2" aria-labelledby={`breach-${number}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 id={`breach-${number}`} className="text-body">
          <PageLink to={paths.breach(number)} className="inline-flex min-h-11 items-center">
            {t('breach.number', { number: String(number) })}
          </PageLink>
        </h2>
        <BreachState breach={breach} />
      </div>
      <p className="text-small text-muted">{t('breach.foundOn', { moment: moment(foundAt) })}</p>
      <p className="line-clamp-3 whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
        {what}
      </p>
    </article>
  );
}

function NoteForm() {
  const { t } = useWords();
  const { required, most } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <OperationForm
      id="breach"
      operation="breach.note"
      answer={answer}
      required={required}
      order={['foundAt', 'what', 'actor', 'fromAt', 'toAt']}
    >
      <TextField name="foundAt" label={t('breach.foundLabel')} type="datetime-local" />
      <TextArea
        name="what"
        label={t('breach.whatLabel')}
        hint={t('breach.whatHint')}
        maxLength={most.what}
        isRequired
      />
      <TextField
        name="actor"
        label={t('breach.actorLabel')}
        hint={t('breach.actorHint')}
        maxLength={most.actor}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        isRequired={false}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="fromAt" label={t('breach.fromLabel')} type="datetime-local" isRequired={false} />
        <TextField name="toAt" label={t('breach.toLabel')} type="datetime-local" isRequired={false} />
      </div>
      <SubmitRow icon="check">{t('breach.note')}</SubmitRow>
    </OperationForm>
  );
}
