import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react';
import { openAccountFor, readToOpen } from '~/domain/front-desk/open-account.server';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { AccountFields, accountFieldOrder } from '~/ui/front-desk/account-fields';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { formRules } from '~/web/pages/form-rules.server';
import { renderAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { slipPaper } from '~/web/pages/slip-paper.server';
import { paths } from '~/web/request/paths';
import { requestLanguage } from '~/web/request/request-language.server';
import { SlipPage } from './slip-page';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/shared/page-exports';

export const loader = pageLoader(readToOpen, {
  extraData: () => ({
    missing: formRules(openAccountFor, requestLanguage()),
    language: requestLanguage(),
  }),
});

export const action = renderAction(openAccountFor, {
  show: ({ data: { user, ...slip } }) => slipPaper({ ...slip, firstName: user.firstName }),
});

export const meta = pageTitle('openAccount.title');

export default function OpenAccount() {
  const { t } = useWords();
  const { missing, language } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isNext = useSearchParams()[0].has('next');
  if (answer && 'shown' in answer)
    return (
      <SlipPage paper={answer.shown}>
        <ButtonLink to={`${paths.openAccount}?next=on`} icon="next">
          {t('openAccount.next')}
        </ButtonLink>
      </SlipPage>
    );
  return (
    <div className="max-w-2xl">
      <PageHead title={t('openAccount.title')} lead={t('openAccount.lead')} />
      <div className="sheet">
        <OperationForm
          id="open"
          operation="account.open"
          answer={answer}
          missing={missing}
          order={accountFieldOrder}
          defaults={{ language }}
        >
          <AccountFields isFocused={isNext && !answer} />
          <SubmitRow icon="check">{t('openAccount.submit')}</SubmitRow>
        </OperationForm>
      </div>
    </div>
  );
}
