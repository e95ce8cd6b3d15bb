import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { openOwnAccount, whoOpensWithoutEmail } from '~/domain/front-desk/open-account.server';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { AccountFields, accountFieldOrder } from '~/ui/front-desk/account-fields';
import { Slip } from '~/ui/front-desk/slip';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { pageTitle } from '~/ui/layout/page-title';
import { Notice } from '~/ui/notices/notice';
import { OneTimeSecret, WayOn } from '~/ui/notices/one-time-secret';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { contactDetails, site } from '~/web/pages/clinic-details.server';
import { formRules } from '~/web/pages/form-rules.server';
import { renderAction } from '~/web/pages/page-action.server';
import { requireGuest } from '~/web/pages/require-viewer.server';
import { slipPaper } from '~/web/pages/slip-paper.server';
import { requestLanguage } from '~/web/request/request-language.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const whoOpens = whoOpensWithoutEmail();
  if (whoOpens === 'off') throw redirect(paths.signup);
  return {
    product: site().productName,
    helpline: contactDetails().helpline,
    required: whoOpens === 'everybody' ? formRules(openOwnAccount, requestLanguage()) : null,
    language: requestLanguage(),
  };
}

export const action = renderAction(openOwnAccount, {
  show: ({ data: { user, ...slip } }) => slipPaper({ ...slip, firstName: user.firstName }, null),
});

export const meta = pageTitle('noEmail.title');

export default function SignupWithoutEmail() {
  const { t } = useWords();
  const { product, helpline, required, language } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && 'shown' in answer)
    return (
      <OneTimeSecret isPrinted>
        <GuestSheet title={t('slip.title')} isWide>
          <Notice icon="alert" variant="wait mb-5">
            {t('slip.once')}
          </Notice>
          <Slip paper={answer.shown} />
          <div className="mt-5">
            <WayOn to={paths.login} icon="login">
              {t('nav.logIn')}
            </WayOn>
          </div>
        </GuestSheet>
      </OneTimeSecret>
    );
  return (
    <GuestSheet title={t('noEmail.title')} lead={t('noEmail.lead', { product })} isWide>
      <p>{t('noEmail.desk')}</p>
      {helpline && <p className="mt-3">{t('noEmail.call', { helpline })}</p>}
      {required && (
        <>
          <p className="mt-5 mb-5 border-line border-t pt-5">{t('noEmail.own')}</p>
          <OperationForm
            id="open"
            operation="account.openOwn"
            answer={answer}
            required={required}
            order={accountFieldOrder}
            defaults={{ language }}
          >
            <AccountFields />
            <SubmitButton icon="check">{t('openAccount.submit')}</SubmitButton>
          </OperationForm>
        </>
      )}
      <p className="mt-5">
        <Link to={paths.login}>{t('forgot.back')}</Link>
      </p>
    </GuestSheet>
  );
}
