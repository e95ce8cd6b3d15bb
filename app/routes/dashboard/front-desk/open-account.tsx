import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react';
import { useEffect } from 'react';
import { openAccountFor, readToOpen } from '~/domain/front-desk/open-account.server';
import { CheckField } from '~/ui/fields/fields';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { AccountFields, accountFieldOrder } from '~/ui/front-desk/account-fields';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { showResult } from '~/ui/notices/page-arrival';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { renderAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { slipPaper } from '~/web/pages/slip-paper.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { SlipPage } from './slip-page';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(readToOpen, {
  extraData: ({ language }) => ({
    required: formRules(openAccountFor, requestLanguage()),
    language: language ?? requestLanguage(),
  }),
});

export const action = renderAction(openAccountFor, {
  show: async ({ data: { user, ...slip } }, viewer) => ({
    firstName: user.firstName,
    clinicNumber: slip.clinicNumber,
    // A helper gets the number alone: the first slip comes from the front desk.
    paper: slip.password === null ? null : await slipPaper({ ...slip, firstName: user.firstName }, viewer),
  }),
});

export const meta = pageTitle('openAccount.title');

const nextPath = `${paths.openAccount}?next=on`;

export default function OpenAccount() {
  const { t } = useWords();
  const { required, language, makesSlip } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isNext = useSearchParams()[0].has('next');
  if (answer && 'shown' in answer) {
    const { paper, ...opened } = answer.shown;
    return paper ? <SlipPage paper={paper} next={nextPath} /> : <NumberPage {...opened} />;
  }
  // The tick stays while another field is corrected.
  const asksSame = answer?.lastResult.error?.same ?? answer?.lastResult.initialValue?.same;
  return (
    <div className="max-w-2xl">
      <PageHead title={t('openAccount.title')} lead={t('openAccount.lead')} />
      <div className="sheet">
        <OperationForm
          id="open"
          operation="account.open"
          answer={answer}
          required={required}
          order={[...accountFieldOrder, 'same']}
          questions={['same']}
          defaults={{ language }}
        >
          <AccountFields isFocused={isNext && !answer} />
          {asksSame && <CheckField name="same" label={t('openAccount.another')} isRequired={false} />}
          <SubmitRow icon="check">
            {t(makesSlip ? 'openAccount.submit' : 'openAccount.withoutSlip')}
          </SubmitRow>
        </OperationForm>
      </div>
    </div>
  );
}

/** The clinic number of an account that a helper opened. */
function NumberPage({ firstName, clinicNumber }: { firstName: string; clinicNumber: string }) {
  const { t } = useWords();
  useEffect(showResult, []);
  return (
    <>
      <PageHead
        title={t('openAccount.done')}
        lead={t('openAccount.toDesk', { name: firstName })}
        aside={
          <ButtonLink to={nextPath} icon="next">
            {t('openAccount.next')}
          </ButtonLink>
        }
      />
      <div className="sheet max-w-2xl">
        <p className="text-muted">{t('ownNumber.label')}</p>
        <p className="text-section font-strong">
          <bdi dir="ltr" className="font-figures select-all">
            {clinicNumber}
          </bdi>
        </p>
      </div>
    </>
  );
}
