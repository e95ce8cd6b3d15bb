import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { readFoundAccount } from '~/domain/front-desk/find-account.server';
import { issueSlip } from '~/domain/front-desk/issue-slip.server';
import { slipReasons } from '~/platform/enums';
import { ChoiceField } from '~/ui/fields/choice-field';
import { CheckField } from '~/ui/fields/fields';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink, ButtonLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { fromPath } from '~/web/pages/from-path';
import { renderAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { slipPaper } from '~/web/pages/slip-paper.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { IdentityFields, identityOrder } from './identity-fields';
import { AddressNotice } from './removal-state';
import { SlipPage } from './slip-page';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const routeInput = fromPath('userId');

const read = pageLoader(readFoundAccount, {
  routeInput,
  query: true,
  extraData: () => {
    // The path names the account, not a form field.
    const { userId: _userId, ...required } = formRules(issueSlip, requestLanguage());
    return { required };
  },
});

/** Adds the slip with the number only, if the address asks for it. */
export async function loader(args: LoaderFunctionArgs) {
  const { clinicNumber, ...page } = await read(args);
  const { firstName } = page.data;
  const slip = clinicNumber && { firstName, clinicNumber, password: null, language: page.language };
  return { ...page, paper: slip ? await slipPaper(slip, page.viewer) : null };
}

export const action = renderAction(issueSlip, {
  routeInput,
  refusedPath: ({ refused }) => (refused === 'notFound' ? paths.frontDesk : undefined),
  show: ({ data: { user, ...slip } }, viewer) => slipPaper({ ...slip, firstName: user.firstName }, viewer),
});

export const meta = pageTitle('slip.title');

export default function IssueSlip() {
  const { paper } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const shown = answer && 'shown' in answer ? answer.shown : paper;
  if (!shown) return <SlipForm />;
  return <SlipPage paper={shown} next={paths.frontDesk} />;
}

/** The answers of the patient, and the reason for the slip. */
function SlipForm() {
  const { t } = useWords();
  const { data: account, required, rule, keepsEmail } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failed = answer && 'shown' in answer ? undefined : answer;
  return (
    <div className="max-w-2xl">
      <BackLink to={paths.frontDesk} label={t('frontDesk.title')} />
      <PageHead
        title={`${t('slip.title')}: ${account.firstName}`}
        lead={t('slip.lead', { name: account.firstName })}
      />
      {keepsEmail && <AddressNotice userId={account.userId} />}
      <div className="sheet">
        <OperationForm
          id="slip"
          operation="account.issueSlip"
          answer={failed}
          required={required}
          order={[...identityOrder, 'reason', 'confirmed']}
        >
          <IdentityFields rule={rule} />
          <ChoiceField
            name="reason"
            label={t('slip.reasonLabel')}
            options={slipReasons.map((value) => ({ value, label: t(`slipReason.${value}`) }))}
            isList
          />
          {failed?.lastResult.error?.confirmed && (
            <CheckField name="confirmed" label={t('slip.confirm')} isRequired={false} />
          )}
          <SubmitRow icon="print">{t('slip.submit')}</SubmitRow>
        </OperationForm>
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <ButtonLink to={`${paths.issueSlip(account.userId)}?only=number`} icon="print" variant="plain small">
          {t('slip.onlyNumber')}
        </ButtonLink>
        <span className="text-muted">{t('slip.onlyNumberHint')}</span>
      </div>
    </div>
  );
}
