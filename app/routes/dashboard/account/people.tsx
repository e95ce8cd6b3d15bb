import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { addPerson, listPeople } from '~/domain/accounts/people.server';
import { maxPeople } from '~/domain/report/people-constants';
import type { PublicPerson } from '~/domain/report/present-person';
import { personRelations } from '~/platform/enums';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { OfName } from '~/ui/of-name';
import { useAboutWords } from '~/ui/people/people-words';
import { PersonFields, SameField } from '~/ui/people/person-fields';
import { PersonSheet } from '~/ui/people/person-sheet';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { requestLanguage } from '~/web/request/request-language.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(listPeople, {
  extraData: () => ({ required: formRules(addPerson, requestLanguage()) }),
});

export const action = pageAction(addPerson, { onSuccess: () => ({ path: paths.people }) });

export const meta = pageTitle('people.title');

export default function People() {
  const { t } = useWords();
  const { data: people, viewer } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('people.title')} lead={t('people.lead', { most: maxPeople })} />
      {people.length === 0 ? (
        <p className="mb-6 text-muted">{t('people.empty')}</p>
      ) : (
        <ul className="mb-6 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {people.map((person) => (
            <li key={person._id}>
              <PersonCard person={person} viewerId={viewer.id} />
            </li>
          ))}
        </ul>
      )}
      {people.length < maxPeople && <AddForm />}
    </>
  );
}

function PersonCard({ person, viewerId }: { person: PublicPerson; viewerId: string }) {
  const { t } = useWords();
  const words = useAboutWords();
  const missing = words.missing(person);
  return (
    <PersonSheet
      name={person.name}
      facts={t(`relation.${person.relation}`)}
      actions={
        <>
          <ButtonLink to={paths.changePerson(person._id)} icon="write" variant="plain small">
            {t('report.correct')}
            <OfName name={person.name} />
          </ButtonLink>
          <ButtonLink to={paths.removePerson(person._id)} icon="trash" variant="danger small">
            {t('people.remove')}
            <OfName name={person.name} />
          </ButtonLink>
        </>
      }
    >
      <p>{words.details(person)}</p>
      {missing && <p className="text-muted">{missing}</p>}
      <p>
        {person.reports > 0 ? (
          <Link
            to={`${paths.previousReport(viewerId)}?person=${person._id}`}
            className="inline-flex min-h-11 items-center font-label"
          >
            {t('people.count', { count: person.reports })}
          </Link>
        ) : (
          <span className="text-muted">{t('people.count', { count: 0 })}</span>
        )}
      </p>
    </PersonSheet>
  );
}

function AddForm() {
  const { t } = useWords();
  const { required, data: people } = useLoaderData<typeof loader>();
  const hasOneself = people.some(({ relation }) => relation === 'self');
  const answer = useActionData<typeof action>();
  return (
    <section className="sheet max-w-2xl" aria-labelledby="add-person">
      <h2 id="add-person" className="mb-4">
        {t('people.addTitle')}
      </h2>
      <OperationForm
        id="person"
        operation="people.add"
        answer={answer}
        required={required}
        order={['name', 'birthYear', 'sex', 'relation']}
      >
        {answer?.code === 'samePerson' && <SameField />}
        <PersonFields
          nameField="name"
          relations={personRelations.filter((relation) => relation !== 'self' || !hasOneself)}
        />
        <SubmitButton icon="people">{t('people.add')}</SubmitButton>
      </OperationForm>
    </section>
  );
}
