import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import {
  agreeRemoval,
  askRemoval,
  decideRemoval,
  readRemoval,
} from '~/domain/front-desk/dispute-address.server';
import { disputeParts } from '~/domain/identity/account-constants';
import { removalWaitHours } from '~/domain/identity/address-dispute.server';
import { ChoiceField } from '~/ui/fields/choice-field';
import { TextField } from '~/ui/fields/fields';
import { ActionButton, SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { fromPath } from '~/web/pages/from-path';
import { actionByIntent, pageAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { IdentityFields, identityOrder } from './identity-fields';
import { RemovalState } from './removal-state';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const routeInput = fromPath('userId');

export const loader = pageLoader(readRemoval, {
  routeInput: ({ params }) => {
    if (params.part !== undefined && !disputeParts.some((part) => part === params.part)) throw notFound();
    return routeInput({ params });
  },
  refusedPath: paths.frontDesk,
  extraData: () => {
    // The path names the account, not a form field.
    const { userId: _asked, ...ask } = formRules(askRemoval, requestLanguage());
    const { userId: _decided, ...decide } = formRules(decideRemoval, requestLanguage());
    return { required: { ask, decide }, waitHours: removalWaitHours };
  },
});

const done = {
  routeInput,
  onSuccess: () => ({ path: paths.deskLists }),
  refusedPath: ({ refused }: { refused?: string }) =>
    refused === 'invalid' || refused === 'tooMany' ? undefined : paths.deskLists,
};

/** Handles the forms. Each posts to the page's path with its part at the end. */
export const action = actionByIntent({
  ask: pageAction(askRemoval, done),
  agree: pageAction(agreeRemoval, { ...done, failedPath: paths.deskLists }),
  decide: pageAction(decideRemoval, done),
} satisfies Record<(typeof disputeParts)[number], unknown>);

export const meta = pageTitle('removal.title');

/** An address that a stranger added: asks that it comes off, agrees to that, or decides about it. */
export default function DisputeAddress() {
  const { t } = useWords();
  const { data: account, removal, mayAsk, mayDecide, waitHours } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-2xl">
      <BackLink to={paths.deskLists} label={t('deskLists.title')} />
      <PageHead
        title={`${t('removal.title')}: ${account.firstName}`}
        lead={t('removal.lead', { hours: waitHours })}
      />
      <div className="sheet grid gap-5">
        {removal && <RemovalState removal={removal} />}
        {removal?.state === 'asked' && !removal.isAskedByYou && <Agree />}
        {removal?.state === 'asked' && removal.isAskedByYou && <p>{t('removal.second')}</p>}
        {removal?.state === 'objected' && (mayDecide ? <Decide /> : <p>{t('removal.adminDecides')}</p>)}
        {!removal && (mayAsk ? <Ask /> : <p>{t('removal.notPossible')}</p>)}
      </div>
    </div>
  );
}

/** Returns a function for the props of a part's form. Only the submitted form gets the answer. */
function useFormOf() {
  const answer = useActionData<typeof action>();
  const { part, userId = '' } = useParams();
  return (name: (typeof disputeParts)[number]) => ({
    id: `${name}-form`,
    action: paths.disputeAddress(userId, name),
    answer: part === name ? answer : undefined,
  });
}

function Ask() {
  const { t } = useWords();
  const { required, rule } = useLoaderData<typeof loader>();
  const form = useFormOf()('ask');
  return (
    <OperationForm {...form} operation="account.askRemoval" required={required.ask} order={identityOrder}>
      <Notice icon="alert" variant="wait">
        {t('removal.told')}
      </Notice>
      <IdentityFields rule={rule} />
      <SubmitRow icon="check" action={form.action}>
        {t('removal.ask')}
      </SubmitRow>
    </OperationForm>
  );
}

function Agree() {
  const { t } = useWords();
  const { action: path } = useFormOf()('agree');
  return (
    <>
      <p>{t('removal.agreeText')}</p>
      <div>
        <ActionButton operation="account.agreeRemoval" action={path} icon="check">
          {t('removal.agree')}
        </ActionButton>
      </div>
    </>
  );
}

function Decide() {
  const { t } = useWords();
  const { required } = useLoaderData<typeof loader>();
  const form = useFormOf()('decide');
  return (
    <OperationForm
      {...form}
      operation="account.decideRemoval"
      required={required.decide}
      order={['decision', 'reason']}
    >
      <ChoiceField
        name="decision"
        label={t('removal.decision')}
        options={(['refuse', 'allow'] as const).map((value) => ({ value, label: t(`removal.${value}`) }))}
        isList
      />
      <TextField name="reason" label={t('standing.reason')} autoComplete="off" maxLength={200} />
      <SubmitRow icon="check" action={form.action}>
        {t('removal.decide')}
      </SubmitRow>
    </OperationForm>
  );
}
