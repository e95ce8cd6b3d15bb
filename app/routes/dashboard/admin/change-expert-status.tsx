import type { ActionFunctionArgs } from '@remix-run/node';
import { type Location, useActionData, useLoaderData } from '@remix-run/react';
import { decideDoubt } from '~/domain/experts/answers-in-doubt.server';
import { readExpertToJudge, rejectExpert, suspendExpert } from '~/domain/experts/change-expert-status.server';
import { expertPages, maxReasonLength } from '~/domain/identity/expert-constants';
import { formatFullName } from '~/domain/identity/full-name';
import { takeBackReview } from '~/domain/review/take-back-review.server';
import { TextArea } from '~/ui/fields/text-area';
import { ConfirmPage } from '~/ui/layout/confirm-page';
import { pageTitle } from '~/ui/layout/page-title';
import { useWords } from '~/ui/sentence';
import { useExpertFacts } from '~/ui/staff/expert-card';
import { paths } from '~/urls/paths';
import { fromPath, type RouteArgs } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { requiredFields } from '~/web/pages/required-fields.server';
import { DoubtChoice, RecentAnswers } from './earlier-answers';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const findPage = ({ request }: { request: Request }) => new URL(request.url).searchParams.get('to');

/** Returns which of the pages about an expert the path names. Any other leads to the not-found page. */
function pageOf({ request }: { request: Request }) {
  const to = expertPages.find((one) => one === findPage({ request }));
  if (!to) throw notFound();
  return to;
}

export const loader = pageLoader(readExpertToJudge, {
  routeInput: ({ request, params }) => ({ expertId: params.expertId, to: pageOf({ request }) }),
  extraData: () => ({ requiredOf: requiredByPage() }),
});

const requiredByPage = () => ({
  reject: requiredFields(rejectExpert, 'reason'),
  suspend: requiredFields(suspendExpert, 'reason', 'answersInDoubt'),
  doubt: requiredFields(decideDoubt, 'answersInDoubt'),
});

const listOf = { reject: paths.pendingExpert, suspend: paths.approvedExpert, doubt: paths.approvedExpert };

const routeInput = fromPath('expertId');
/** The page about the earlier answers of an expert. */
const answersPath = ({ params }: RouteArgs) => `${paths.changeExpertStatus(params.expertId ?? '')}?to=doubt`;

const actions = {
  reject: pageAction(rejectExpert, {
    routeInput,
    onSuccess: () => ({ path: listOf.reject }),
    refusedPath: listOf.reject,
  }),
  suspend: pageAction(suspendExpert, {
    routeInput,
    onSuccess: (done) => ({ path: answersPath(done) }),
    refusedPath: listOf.suspend,
  }),
  doubt: pageAction(decideDoubt, {
    routeInput,
    onSuccess: (done) => ({ path: answersPath(done) }),
    refusedPath: listOf.doubt,
  }),
  putBack: pageAction(takeBackReview, {
    onSuccess: (done) => ({ path: answersPath(done) }),
    refusedPath: answersPath,
    failedPath: answersPath,
  }),
};

export const action = Object.assign(
  (args: ActionFunctionArgs) => {
    const to = findPage(args);
    return to === 'putBack' ? actions.putBack(args) : actions[pageOf(args)](args);
  },
  { actions },
);

const looks = {
  reject: { icon: 'close', label: 'judge.reject', title: 'judge.rejectTitle', variant: 'danger full' },
  suspend: { icon: 'lock', label: 'judge.suspend', title: 'judge.suspendTitle', variant: 'danger full' },
  doubt: { icon: 'check', label: 'doubt.submit', title: 'doubt.title', variant: undefined },
} as const;

/** The title says what the page is for. */
export const meta = (page: Parameters<ReturnType<typeof pageTitle>>[0] & { location: Location }) => {
  const to = expertPages.find((one) => page.location.search.includes(`to=${one}`)) ?? 'reject';
  return pageTitle(to === 'doubt' ? 'doubt.link' : looks[to].label)(page);
};

export default function JudgeExpert() {
  const { t } = useWords();
  const { data: expert, to, answers, requiredOf } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const facts = useExpertFacts(expert);
  const { icon, label, title, variant } = looks[to];
  const path = paths.changeExpertStatus(expert._id);
  const asksForDoubt = to !== 'reject' || answers.length > 0;
  return (
    <>
      <ConfirmPage
        title={t(title, { name: formatFullName(expert) })}
        facts={[facts.number, facts.council, facts.qualification, facts.email, facts.contact]}
        operation={to === 'doubt' ? 'expert.decideDoubt' : `expert.${to}`}
        form={{
          id: 'judge',
          answer,
          required: requiredOf[to],
          action: `${path}?to=${to}`,
          defaults: { answersInDoubt: toChoice(expert.standing?.answersInDoubt) },
          children: (
            <>
              {to !== 'doubt' && (
                <TextArea
                  name="reason"
                  label={t('standing.reason')}
                  hint={t('judge.reasonHint')}
                  maxLength={maxReasonLength}
                  isRequired
                />
              )}
              {asksForDoubt && <DoubtChoice />}
            </>
          ),
        }}
        submit={{ icon, label: t(label), variant }}
        back={{ to: listOf[to], icon: 'close', label: t('logout.cancel') }}
      >
        {to !== 'doubt' && <p className="mb-5">{t(`judge.${to}Text`)}</p>}
      </ConfirmPage>
      {to !== 'reject' && <RecentAnswers answers={answers} action={`${path}?to=putBack`} />}
    </>
  );
}

/** Returns the value of the choice for a decision; none before there is one. */
const toChoice = (isDoubted: boolean | null | undefined) =>
  typeof isDoubted === 'boolean' ? String(isDoubted) : '';
