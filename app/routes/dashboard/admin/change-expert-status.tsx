import type { ActionFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { readExpertToJudge, rejectExpert, suspendExpert } from '~/domain/experts/change-expert-status.server';
import { judgements, maxReasonLength } from '~/domain/experts/constants';
import { OperationForm, SubmitButton, TextArea } from '~/ui/forms/form';
import { Icon } from '~/ui/icon';
import { PageError } from '~/ui/layout/page-error';
import { pageTitle } from '~/ui/layout/page-title';
import { useWords } from '~/ui/sentence';
import { language } from '~/web/locale/request-language.server';
import { formRules } from '~/web/pages/form-rules.server';
import { notFound, pageAction, pageLoader } from '~/web/pages/page.server';
import { paths } from '~/web/paths';

/** Which of the two is asked for; anything else is the not-found page. */
function judgementOf({ request }: { request: Request }) {
  const target = new URL(request.url).searchParams.get('to');
  const to = judgements.find((one) => one === target);
  if (!to) throw notFound();
  return to;
}

export const loader = pageLoader(readExpertToJudge, {
  routeInput: ({ request, params }) => ({ expertId: params.expertId, to: judgementOf({ request }) }),
  with: () => ({ missing: formRules(rejectExpert, language()) }),
});

const routeInput = ({ params }: { params: { expertId?: string } }) => ({ expertId: params.expertId });

const actions = {
  reject: pageAction(rejectExpert, {
    routeInput,
    onSuccess: () => ({ path: paths.pendingExpert }),
    back: paths.pendingExpert,
  }),
  suspend: pageAction(suspendExpert, {
    routeInput,
    onSuccess: () => ({ path: paths.approvedExpert }),
    back: paths.approvedExpert,
  }),
};

export const action = (args: ActionFunctionArgs) => actions[judgementOf(args)](args);

const iconOf = { reject: 'close', suspend: 'lock' } as const;

export const meta = pageTitle('standing.label');

export default function JudgeExpert() {
  const { t } = useWords();
  const { data: expert, to, missing } = useLoaderData<typeof loader>();
  const back = to === 'reject' ? paths.pendingExpert : paths.approvedExpert;
  return (
    <div className="sheet max-w-xl">
      <h1>{t(`judge.${to}Title`)}</h1>
      <p className="mt-3 font-semibold [overflow-wrap:anywhere]">
        {expert.firstName} {expert.lastName}, {expert.email}
      </p>
      <p className="mt-2 mb-5 text-muted">{t(`judge.${to}Text`)}</p>
      <OperationForm
        id="judge"
        operation={`expert.${to}`}
        answer={useActionData<typeof action>()}
        missing={{ reason: missing.reason ?? '' }}
        action={`${paths.changeExpertStatus(expert._id)}?to=${to}`}
      >
        <TextArea
          name="reason"
          label={t('standing.reason')}
          hint={t('judge.reasonHint')}
          maxLength={maxReasonLength}
          isRequired
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton icon={iconOf[to]} variant="danger full">
            {t(`judge.${to}`)}
          </SubmitButton>
          <Link to={back} className="button plain">
            <Icon name="close" />
            {t('logout.cancel')}
          </Link>
        </div>
      </OperationForm>
    </div>
  );
}

export function ErrorBoundary() {
  return <PageError home={paths.home} />;
}
