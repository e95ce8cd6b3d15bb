import { useActionData, useLoaderData } from '@remix-run/react';
import { changePerson, readPerson } from '~/domain/accounts/people.server';
import { personRelations } from '~/platform/enums';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { PersonFields, SameField } from '~/ui/people/person-fields';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { requestLanguage } from '~/web/request/request-language.server';

const routeInput = fromPath('personId');

export const loader = pageLoader(readPerson, {
  routeInput,
  extraData: () => {
    // The path names the person, not a form field.
    const { personId: _personId, ...required } = formRules(changePerson, requestLanguage());
    return { required };
  },
});

export const action = pageAction(changePerson, {
  routeInput,
  onSuccess: () => ({ path: paths.people }),
  refusedPath: ({ refused }) => (refused === 'notFound' ? paths.people : undefined),
});

export const meta = pageTitle('people.changeTitle');

export default function ChangePerson() {
  const { t } = useWords();
  const { data: person, required } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isOneself = person.relation === 'self';
  return (
    <div className="max-w-2xl">
      <PageHead title={t('people.changeTitle')} lead={t('people.sentStay')} />
      <div className="sheet">
        <OperationForm
          id="person"
          operation="people.change"
          answer={answer}
          required={required}
          order={['name', 'birthYear', 'sex', 'relation']}
          defaults={{
            name: person.name,
            birthYear: person.birthYear === null ? '' : String(person.birthYear),
            sex: person.sex,
            relation: person.relation,
          }}
        >
          {answer?.code === 'samePerson' && <SameField />}
          <PersonFields
            nameField="name"
            relations={personRelations.filter((relation) => (relation === 'self') === isOneself)}
          />
          <div className="flex flex-wrap gap-3">
            <SubmitButton icon="check">{t('correct.submit')}</SubmitButton>
            <ButtonLink to={paths.people} icon="close" variant="plain">
              {t('correct.leave')}
            </ButtonLink>
          </div>
        </OperationForm>
      </div>
    </div>
  );
}
