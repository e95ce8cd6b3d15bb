import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import { addAway, addDuty, type PlannedDuty, readDutyPage, removeDuty } from '~/domain/experts/duty.server';
import { ownWords } from '~/i18n/translate';
import { SelectField, TextField } from '~/ui/fields/fields';
import { ActionButton, SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { actionByIntent, pageAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { requestLanguage } from '~/web/request/request-language.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const toPlan = () => ({ path: paths.dutyPlan });

/** Handles the forms. Each posts to the page's path with its part at the end. */
const actions = {
  add: pageAction(addDuty, { onSuccess: toPlan }),
  away: pageAction(addAway, { onSuccess: toPlan }),
  remove: pageAction(removeDuty, {
    onSuccess: toPlan,
    refusedPath: paths.dutyPlan,
    failedPath: paths.dutyPlan,
  }),
};

export const loader = pageLoader(readDutyPage, {
  routeInput: ({ params: { part } }) => {
    if (part !== undefined && !Object.hasOwn(actions, part)) throw notFound();
    return {};
  },
  extraData: () => ({
    ...ownWords(requestLanguage(), 'dutyPage'),
    required: {
      add: formRules(addDuty, requestLanguage()),
      away: formRules(addAway, requestLanguage()),
    },
  }),
});

export const action = actionByIntent(actions);

export const meta = pageTitle('dutyPlan.title');

/** When doctors are on duty and away: of a doctor their own, of an admin those of all. */
export default function DutyPlan() {
  const { t, list } = useWords();
  const { data, experts } = useLoaderData<typeof loader>();
  return (
    <>
      <BackLink to={paths.approvedExpert} label={t('experts.approvedTitle')} />
      <PageHead title={t('dutyPlan.title')} lead={t('dutyPage.lead')} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="grid gap-6">
          <section className="sheet" aria-labelledby="now">
            <h2 id="now">{t('dutyPage.now')}</h2>
            <p className="mt-2">{data.onDuty.length > 0 ? list(data.onDuty) : t('dutyPage.nobody')}</p>
          </section>
          <section className="sheet" aria-labelledby="planned">
            <h2 id="planned">{t('dutyPage.planned')}</h2>
            {data.planned.length === 0 && <p className="mt-2 text-muted">{t('dutyPage.empty')}</p>}
            <ul className="mt-2 grid">
              {data.planned.map((planned) => (
                <li key={`${planned.userId} ${planned.kind} ${planned.from}`}>
                  <Planned planned={planned} isNamed={experts.length > 0} />
                </li>
              ))}
            </ul>
          </section>
        </div>
        <div className="grid gap-6">
          <DutyForm />
          <AwayForm />
        </div>
      </div>
    </>
  );
}

/** A planned duty or absence, with the button that removes it. */
function Planned({ planned, isNamed }: { planned: PlannedDuty; isNamed: boolean }) {
  const { t, day, moment } = useWords();
  const { userId, name, kind, from, to } = planned;
  const words = kind === 'duty' ? `${moment(from)} – ${moment(to)}` : `${day(from)} – ${day(to)}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2">
      <p className="min-w-0 [overflow-wrap:anywhere]">
        {isNamed && (
          <strong>
            <bdi>{name}</bdi>{' '}
          </strong>
        )}
        <span className={kind === 'away' ? 'badge wait' : 'badge good'}>
          {t(kind === 'away' ? 'dutyPage.away' : 'dutyPage.onDuty')}
        </span>{' '}
        {words}
      </p>
      <ActionButton
        operation="duty.remove"
        action={paths.dutyPlanOf('remove')}
        fields={{ userId, kind, from }}
        icon="trash"
        variant="plain small"
      >
        {t('dutyPage.remove')}
        <OfName name={`${name}, ${words}`} />
      </ActionButton>
    </div>
  );
}

/** Returns the answer to one of the forms, if it was sent. */
function useAnswerOf(name: keyof typeof actions) {
  const answer = useActionData<typeof action>();
  return useParams().part === name ? answer : undefined;
}

/** The doctor to plan for, whom admins choose. */
function ExpertField() {
  const { t } = useWords();
  const { experts } = useLoaderData<typeof loader>();
  if (experts.length === 0) return null;
  return (
    <SelectField
      name="userId"
      label={t('dutyPage.expert')}
      empty={t('dutyPage.choose')}
      options={experts.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

function DutyForm() {
  const { t } = useWords();
  const { required } = useLoaderData<typeof loader>();
  return (
    <section className="sheet" aria-labelledby="add-duty">
      <h2 id="add-duty" className="mb-4">
        {t('dutyPage.addTitle')}
      </h2>
      <OperationForm
        id="duty"
        operation="duty.add"
        action={paths.dutyPlanOf('add')}
        answer={useAnswerOf('add')}
        required={required.add}
        order={['userId', 'day', 'from', 'to', 'weeks']}
        defaults={{ from: '08:00', to: '20:00', weeks: '1' }}
      >
        <ExpertField />
        <TextField name="day" label={t('dutyPage.day')} type="date" />
        <TextField name="from" label={t('dutyPage.from')} type="time" />
        <TextField name="to" label={t('dutyPage.to')} type="time" />
        <TextField name="weeks" label={t('dutyPage.weeksLabel')} inputMode="numeric" maxLength={2} />
        <SubmitRow icon="check" action={paths.dutyPlanOf('add')}>
          {t('dutyPage.add')}
        </SubmitRow>
      </OperationForm>
    </section>
  );
}

function AwayForm() {
  const { t } = useWords();
  const { required } = useLoaderData<typeof loader>();
  return (
    <section className="sheet" aria-labelledby="add-away">
      <h2 id="add-away" className="mb-4">
        {t('dutyPage.awayTitle')}
      </h2>
      <OperationForm
        id="away"
        operation="duty.addAway"
        action={paths.dutyPlanOf('away')}
        answer={useAnswerOf('away')}
        required={required.away}
        order={['userId', 'fromDay', 'toDay']}
      >
        <ExpertField />
        <TextField name="fromDay" label={t('dutyPage.firstDay')} type="date" />
        <TextField name="toDay" label={t('dutyPage.lastDay')} type="date" />
        <SubmitRow icon="check" variant="plain" action={paths.dutyPlanOf('away')}>
          {t('dutyPage.addAway')}
        </SubmitRow>
      </OperationForm>
    </section>
  );
}
