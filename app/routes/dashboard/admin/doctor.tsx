import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import { checkRegistration, extendRegistration } from '~/domain/experts/check-registration.server';
import { readDoctor } from '~/domain/experts/read-doctor.server';
import { doctorParts, extensionDays, maxReasonLength } from '~/domain/identity/expert-constants';
import { formatFullName } from '~/domain/identity/full-name';
import { ownWords } from '~/i18n/translate';
import { TextArea } from '~/ui/fields/text-area';
import { ConfirmPage } from '~/ui/layout/confirm-page';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink, ButtonLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { StatusNotes, useExpertFacts } from '~/ui/staff/expert-card';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import { actionByIntent, pageAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { requiredFields } from '~/web/pages/required-fields.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { CheckFields, checkDefaults, checkOrder, useCheckOfFields } from './check-fields';
import { Checks, DoctorFacts, Events } from './doctor-parts';

export {
  PageErrorBoundary as ErrorBoundary,
  revalidateOnConflict as shouldRevalidate,
} from '~/routes/page-exports';

const routeInput = fromPath('expertId');

export const loader = pageLoader(readDoctor, {
  routeInput: ({ params }) => {
    if (params.part !== undefined && !doctorParts.some((part) => part === params.part)) throw notFound();
    return routeInput({ params });
  },
  extraData: () => ({
    ...ownWords(requestLanguage(), 'doctorPage', 'checkPage', 'extendPage'),
    required: requiredFields(extendRegistration, 'reason'),
  }),
});

const pathOf = ({ params }: { params: { expertId?: string } }) => paths.doctor(params.expertId ?? '');

/** Handles the forms. Each posts to the page's path with its part at the end. */
export const action = actionByIntent({
  check: pageAction(checkRegistration, {
    routeInput,
    onSuccess: (done) => ({ path: pathOf(done) }),
    refusedPath: pathOf,
  }),
  extend: pageAction(extendRegistration, {
    routeInput,
    onSuccess: (done) => ({ path: pathOf(done) }),
    refusedPath: pathOf,
  }),
} satisfies Record<(typeof doctorParts)[number], unknown>);

export const meta = pageTitle('doctor.title');

/** Says who a doctor is, who approved them and on what proof; and its forms to check that again. */
export default function Doctor() {
  const { part } = useParams();
  const { data } = useLoaderData<typeof loader>();
  if (part === 'check' && data.expert.approved) return <CheckForm />;
  if (part === 'extend' && canExtend(data.checks)) return <ExtendForm />;
  return <RegisterPage />;
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>['data'];

/** Returns true if the newest check has an end to which no days were added. */
const canExtend = ([newest]: Data['checks']) => Boolean(newest?.validUntil && !newest.extendedUntil);

function RegisterPage() {
  const { t } = useWords();
  const { data } = useLoaderData<typeof loader>();
  const { expert } = data;
  const isPending = expert.standing?.is === 'pending';
  const list = isPending ? paths.pendingExpert : paths.approvedExpert;
  return (
    <div className="max-w-3xl">
      <PageHead
        title={formatFullName(expert)}
        lead={t('doctorPage.lead')}
        aside={<BackLink to={list} label={t(isPending ? 'experts.pendingTitle' : 'experts.approvedTitle')} />}
      />
      <section className="sheet grid gap-4" aria-label={formatFullName(expert)}>
        <DoctorFacts data={data} />
        {expert.standing && <StatusNotes standing={expert.standing} />}
        <div className="flex flex-wrap gap-3">
          {isPending && (
            <ButtonLink to={paths.approveExpert(expert._id)} icon="check">
              {t('experts.approve')}
            </ButtonLink>
          )}
          {expert.approved && (
            <ButtonLink to={paths.doctor(expert._id, 'check')} icon="check">
              {t('doctorPage.check')}
            </ButtonLink>
          )}
          {canExtend(data.checks) && (
            <ButtonLink to={paths.doctor(expert._id, 'extend')} icon="plus" variant="plain">
              {t('extendPage.submit', { days: extensionDays })}
            </ButtonLink>
          )}
        </div>
      </section>
      <Checks data={data} />
      <Events events={data.events} />
    </div>
  );
}

function CheckForm() {
  const { t } = useWords();
  const { data, required } = useLoaderData<typeof loader>();
  const { expert } = data;
  const facts = useExpertFacts(expert);
  return (
    <ConfirmPage
      title={t('checkPage.title', { name: formatFullName(expert) })}
      facts={[facts.email, facts.contact]}
      operation="expert.checkRegistration"
      form={{
        id: 'check',
        answer: useActionData<typeof action>(),
        action: paths.doctor(expert._id, 'check'),
        check: useCheckOfFields(required.reason),
        order: checkOrder,
        defaults: checkDefaults(expert),
        children: <CheckFields expert={expert} />,
      }}
      submit={{ icon: 'check', label: t('checkPage.submit') }}
      back={{ to: paths.doctor(expert._id), icon: 'close', label: t('logout.cancel') }}
    >
      {null}
    </ConfirmPage>
  );
}

function ExtendForm() {
  const { t, day } = useWords();
  const { data, required } = useLoaderData<typeof loader>();
  const { expert, checks } = data;
  return (
    <ConfirmPage
      title={t('extendPage.title', { name: formatFullName(expert) })}
      operation="expert.extendRegistration"
      form={{
        id: 'extend',
        answer: useActionData<typeof action>(),
        action: paths.doctor(expert._id, 'extend'),
        required,
        children: (
          <TextArea name="reason" label={t('standing.reason')} maxLength={maxReasonLength} isRequired />
        ),
      }}
      submit={{ icon: 'plus', label: t('extendPage.submit', { days: extensionDays }) }}
      back={{ to: paths.doctor(expert._id), icon: 'close', label: t('logout.cancel') }}
    >
      <p className="mb-5">
        {t('extendPage.lead', { day: day(checks[0]?.validUntil ?? ''), days: extensionDays })}
      </p>
    </ConfirmPage>
  );
}
