import { useActionData, useLoaderData } from '@remix-run/react';
import { openShare } from '~/domain/shares/open-share.server';
import { maxReaderName, maxReaderRegistration } from '~/domain/shares/share-constants';
import { TextField } from '~/ui/fields/fields';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { pageTitle } from '~/ui/layout/page-title';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { writeCookie } from '~/web/request/cookies.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { inNewDocument, inPlaceOfPage } from '~/web/session/session-answers.server';

/** Reads nothing of the share: the form is the same for every token. */
export function loader() {
  const { token: _ofTheAddress, ...required } = formRules(openShare, requestLanguage());
  return { required };
}

export const action = pageAction(openShare, {
  routeInput: fromPath('token'),
  onSuccess: async ({ value: { pass } }) => ({
    path: paths.readShareOf('1'),
    headers: [await writeCookie('share', pass), inNewDocument, inPlaceOfPage],
    toast: 'none',
  }),
});

export const meta = pageTitle('share.openTitle');

export default function OpenShare() {
  const { t } = useWords();
  const { required } = useLoaderData<typeof loader>();
  return (
    <GuestSheet title={t('share.openTitle')} lead={t('share.openLead')} points={t('share.openTold')}>
      <OperationForm
        id="open-share"
        operation="share.open"
        answer={useActionData<typeof action>()}
        required={required}
        order={['passcode', 'name', 'registrationNumber']}
      >
        <TextField
          name="passcode"
          label={t('share.passcodeLabel')}
          hint={t('share.passcodeHint', { example: 'K7QM-3XPD' })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
        />
        <TextField name="name" label={t('share.nameLabel')} autoComplete="name" maxLength={maxReaderName} />
        <TextField
          name="registrationNumber"
          label={t('share.registrationLabel')}
          autoComplete="off"
          maxLength={maxReaderRegistration}
        />
        <SubmitButton icon="reports">{t('share.open')}</SubmitButton>
      </OperationForm>
    </GuestSheet>
  );
}
