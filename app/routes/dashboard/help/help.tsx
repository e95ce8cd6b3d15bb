import { useActionData, useLoaderData } from '@remix-run/react';
import { findHelpedPerson, type HelpedPerson, listHelpedPeople } from '~/domain/help/helped-people.server';
import { TextField } from '~/ui/fields/fields';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { Pager } from '~/ui/lists/pager';
import { OfName } from '~/ui/of-name';
import { PersonSheet } from '~/ui/people/person-sheet';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { actionByIntent, pageAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { writeMemo } from '~/web/request/cookies.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { PersonFacts } from './person-facts';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const actions = {
  find: pageAction(findHelpedPerson, {
    // A cookie carries the number and the year. An address would leave them in logs and histories.
    onSuccess: async ({ value, fields, viewer }) => ({
      path: paths.sendFor(value.data.userId),
      headers: [
        await writeMemo(
          'helped',
          JSON.stringify({
            clinicNumber: String(fields.get('clinicNumber')),
            birthYear: String(fields.get('birthYear')),
          }),
          viewer,
        ),
      ],
      toast: 'none',
    }),
  }),
};

export const loader = pageLoader(listHelpedPeople, {
  routeInput: ({ params: { part } }) => {
    if (part !== undefined && !Object.hasOwn(actions, part)) throw notFound();
    return {};
  },
  query: true,
  extraData: () => ({ required: formRules(findHelpedPerson, requestLanguage()) }),
});

export const action = actionByIntent(actions);

export const meta = pageTitle('help.title');

/** The people of a helper, and a form for anybody else. */
export default function Help() {
  const { t } = useWords();
  const { data: people, meta: page } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={t('help.title')}
        lead={t('help.lead')}
        aside={
          <ButtonLink to={paths.sentReports} icon="reports" variant="plain">
            {t('sentReports.title')}
          </ButtonLink>
        }
      />
      {people.length === 0 ? (
        <EmptyState title={t('help.empty')}>
          <ButtonLink to={paths.openAccount} icon="profile">
            {t('openAccount.title')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <ul className="grid gap-4 md:grid-cols-2">
          {people.map((person) => (
            <li key={person.userId}>
              <Person person={person} />
            </li>
          ))}
        </ul>
      )}
      <Pager meta={page} />
      <FindForm />
    </>
  );
}

function Person({ person }: { person: HelpedPerson }) {
  const { t } = useWords();
  return (
    <PersonSheet
      name={person.firstName}
      facts={<PersonFacts person={person} />}
      actions={
        <ButtonLink to={paths.sendFor(person.userId)} icon="upload" variant="small">
          {t('help.send')}
          <OfName name={person.firstName} />
        </ButtonLink>
      }
    />
  );
}

function FindForm() {
  const { t } = useWords();
  const { required } = useLoaderData<typeof loader>();
  const path = paths.helpOf('find');
  return (
    <section className="sheet mt-6 max-w-2xl" aria-labelledby="find-title">
      <h2 id="find-title">{t('help.findTitle')}</h2>
      <p className="mt-1 mb-4 text-muted">{t('help.findText')}</p>
      <OperationForm
        id="find"
        operation="help.findPerson"
        action={path}
        answer={useActionData<typeof action>()}
        required={required}
        order={['clinicNumber', 'birthYear']}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField name="clinicNumber" label={t('ownNumber.label')} autoComplete="off" maxLength={20} />
          <TextField
            name="birthYear"
            label={t('people.birthYearLabel')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
          />
        </div>
        <SubmitRow icon="next" action={path}>
          {t('frontDesk.find')}
        </SubmitRow>
      </OperationForm>
    </section>
  );
}
