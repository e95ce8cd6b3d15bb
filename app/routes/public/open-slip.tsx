import { useActionData, useLoaderData } from '@remix-run/react';
import { openSlip } from '~/domain/shares/open-slip.server';
import { TextField } from '~/ui/fields/fields';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { Emergency } from '~/ui/layout/emergency';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { pageTitle } from '~/ui/layout/page-title';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { contactDetails } from '~/web/pages/clinic-details.server';
import { formRules } from '~/web/pages/form-rules.server';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { writeCookie } from '~/web/request/cookies.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { inNewDocument, inPlaceOfPage } from '~/web/session/session-answers.server';

/** Reads nothing of the slip: the form is the same for every token. */
export function loader() {
  const { token: _ofTheAddress, ...required } = formRules(openSlip, requestLanguage());
  return { required, helpline: contactDetails().helpline };
}

export const action = pageAction(openSlip, {
  routeInput: fromPath('token'),
  onSuccess: async ({ value: { pass } }) => ({
    path: paths.readSlip,
    headers: [await writeCookie('slip', pass), inNewDocument, inPlaceOfPage],
    toast: 'none',
  }),
});

export const meta = pageTitle('reportSlip.openTitle');

export default function OpenSlip() {
  const { t } = useWords();
  const { required, helpline } = useLoaderData<typeof loader>();
  return (
    <GuestSheet title={t('reportSlip.openTitle')} lead={t('reportSlip.openLead')}>
      <OperationForm
        id="open-slip"
        operation="slip.open"
        answer={useActionData<typeof action>()}
        required={required}
      >
        <TextField
          name="birthYear"
          label={t('people.birthYearLabel')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
        />
        <SubmitButton icon="reports">{t('reportSlip.open')}</SubmitButton>
      </OperationForm>
      {helpline && <p className="mt-5">{t('slipPaper.help', { helpline })}</p>}
      <Emergency />
    </GuestSheet>
  );
}
