import type { ActionFunctionArgs } from '@remix-run/node';
import { type Location, useActionData, useLoaderData } from '@remix-run/react';
import { readExpertToJudge, rejectExpert, suspendExpert } from '~/domain/experts/change-expert-status.server';
import { judgements, maxReasonLength } from '~/domain/identity/expert-constants';
import { TextArea } from '~/ui/fields/text-area';
import { ConfirmPage } from '~/ui/layout/confirm-page';
import { pageTitle } from '~/ui/layout/page-title';
import { useWords } from '~/ui/sentence';
import { useExpertFacts } from '~/ui/staff/expert-card';
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

/** The title says which of the two changes the page is for. */
export const meta = (page: Parameters<ReturnType<typeof pageTitle>>[0] & { location: Location }) => {
  const isSuspension = page.location.search.includes('to=suspend');
  return pageTitle(isSuspension ? 'judge.suspend' : 'judge.reject')(page);
};

export default function JudgeExpert() {
  const { t } = useWords();
  const { data: expert, to, missing } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const facts = useExpertFacts(expert);
  return (
    <ConfirmPage
      title={t(`judge.${to}Title`, { name: `${expert.firstName} ${expert.lastName}` })}
      facts={[facts.number, facts.council, facts.qualification, facts.email, facts.contact]}
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
      <p className="mb-5">{t(`judge.${to}Text`)}</p>
    </ConfirmPage>
  );
}
