import type { ActionFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { readExpertToJudge, rejectExpert, suspendExpert } from '~/domain/experts/change-expert-status.server';
import { judgements, maxReasonLength } from '~/domain/identity/expert-constants';
import { TextArea } from '~/ui/fields/text-area';
import { ConfirmPage } from '~/ui/forms/confirm-page';
import { pageTitle } from '~/ui/layout/page-title';
import { useWords } from '~/ui/sentence';
import { fromPath } from '~/web/pages/from-path';
import { missingFields } from '~/web/pages/missing-fields.server';
import { pageAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { paths } from '~/web/request/paths';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/shared/page-exports';

/** Returns which of the two changes the path names. Any other leads to the not-found page. */
function judgementOf({ request }: { request: Request }) {
  const target = new URL(request.url).searchParams.get('to');
  const to = judgements.find((one) => one === target);
  if (!to) throw notFound();
  return to;
}

export const loader = pageLoader(readExpertToJudge, {
  routeInput: ({ request, params }) => ({ expertId: params.expertId, to: judgementOf({ request }) }),
  extraData: () => ({ missing: missingFields(rejectExpert, 'reason') }),
});

const listOf = { reject: paths.pendingExpert, suspend: paths.approvedExpert };

const changeBy = (operation: typeof rejectExpert, list: string) =>
  pageAction(operation, {
    routeInput: fromPath('expertId'),
    onSuccess: () => ({ path: list }),
    refusedPath: list,
  });

const actions = {
  reject: changeBy(rejectExpert, listOf.reject),
  suspend: changeBy(suspendExpert, listOf.suspend),
};

export const action = Object.assign((args: ActionFunctionArgs) => actions[judgementOf(args)](args), {
  actions,
});

const iconOf = { reject: 'close', suspend: 'lock' } as const;

export const meta = pageTitle('standing.label');

export default function JudgeExpert() {
  const { t } = useWords();
  const { data: expert, to, missing } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ConfirmPage
      title={t(`judge.${to}Title`)}
      about={`${expert.firstName} ${expert.lastName}, ${expert.email}`}
      operation={`expert.${to}`}
      form={{
        id: 'judge',
        answer,
        missing,
        action: `${paths.changeExpertStatus(expert._id)}?to=${to}`,
        children: (
          <TextArea
            name="reason"
            label={t('standing.reason')}
            hint={t('judge.reasonHint')}
            maxLength={maxReasonLength}
            isRequired
          />
        ),
      }}
      submit={{ icon: iconOf[to], label: t(`judge.${to}`), variant: 'danger full' }}
      back={{ to: listOf[to], icon: 'close', label: t('logout.cancel') }}
    >
      <p className="mt-2 mb-5 text-muted">{t(`judge.${to}Text`)}</p>
    </ConfirmPage>
  );
}
