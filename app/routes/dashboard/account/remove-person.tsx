import { useActionData, useLoaderData } from '@remix-run/react';
import { readPerson, removePerson } from '~/domain/accounts/people.server';
import { CheckField } from '~/ui/fields/fields';
import { ConfirmPage } from '~/ui/layout/confirm-page';
import { pageTitle } from '~/ui/layout/page-title';
import { useAboutWords } from '~/ui/people/people-words';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';

const routeInput = fromPath('personId');

export const loader = pageLoader(readPerson, { routeInput });

export const action = pageAction(removePerson, {
  routeInput,
  onSuccess: () => ({ path: paths.people }),
  refusedPath: paths.people,
  failedPath: paths.people,
});

export const meta = pageTitle('people.remove');

export default function RemovePerson() {
  const { t } = useWords();
  const { data: person } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { sexWord } = useAboutWords();
  return (
    <ConfirmPage
      title={t('people.removeTitle', { name: person.name })}
      facts={[
        [t('people.relationLabel'), t(`relation.${person.relation}`)],
        [t('people.birthYearLabel'), person.birthYear && String(person.birthYear)],
        [t('people.sexLabel'), person.sex !== 'unsaid' && sexWord(person.sex)],
      ]}
      operation="people.remove"
      form={{
        id: 'remove',
        answer,
        children: person.reports > 0 && (
          <CheckField
            name="deleteReports"
            label={t('people.deleteReports', { count: person.reports })}
            isRequired={false}
          />
        ),
      }}
      submit={{ icon: 'trash', label: t('people.remove'), variant: 'danger full' }}
      back={{ to: paths.people, icon: 'previous', label: t('report.keep') }}
    >
      <p className="mb-5">{t('people.removeText')}</p>
    </ConfirmPage>
  );
}
