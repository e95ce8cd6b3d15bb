import { useActionData } from '@remix-run/react';
import { objectToRemoval } from '~/domain/identity/address-dispute.server';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { pageTitle } from '~/ui/layout/page-title';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';

/** Reads nothing of the account: the form is the same for every token. */
export const loader = () => ({});

export const action = pageAction(objectToRemoval, {
  routeInput: fromPath('token'),
  onSuccess: () => ({ path: paths.home }),
});

export const meta = pageTitle('notMe.title');

/** The page of the link in the e-mail to an address that is to come off an account. */
export default function NotMe() {
  const { t } = useWords();
  return (
    <GuestSheet title={t('notMe.title')} lead={t('notMe.lead')}>
      <OperationForm id="not-me" operation="account.objectToRemoval" answer={useActionData<typeof action>()}>
        <SubmitButton icon="alert">{t('notMe.submit')}</SubmitButton>
      </OperationForm>
    </GuestSheet>
  );
}
