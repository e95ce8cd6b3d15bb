import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import {
  readRegistrationsPage,
  turnRegistrationRuleOff,
  turnRegistrationRuleOn,
} from '~/domain/experts/require-registration.server';
import { ownWords } from '~/i18n/translate';
import { TextField } from '~/ui/fields/fields';
import { PasswordAndCode } from '~/ui/fields/password-and-code';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { PageLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { actionByIntent, pageAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { requestLanguage } from '~/web/request/request-language.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const here = { onSuccess: () => ({ path: paths.registrations }), refusedPath: paths.registrations };

/** Handles the forms. Each posts to the page's path with its part at the end. */
const actions = {
  on: pageAction(turnRegistrationRuleOn, here),
  off: pageAction(turnRegistrationRuleOff, here),
};

export const loader = pageLoader(readRegistrationsPage, {
  routeInput: ({ params: { part } }) => {
    if (part !== undefined && !Object.hasOwn(actions, part)) throw notFound();
    return {};
  },
  extraData: () => ({
    ...ownWords(requestLanguage(), 'registrationsPage'),
    required: {
      on: formRules(turnRegistrationRuleOn, requestLanguage()),
      off: formRules(turnRegistrationRuleOff, requestLanguage()),
    },
  }),
});

export const action = actionByIntent(actions);

export const meta = pageTitle('registrationRule.title');

/** Lists who gets no new work under the rule `requireRegistration`, and turns the rule on and off. */
export default function Registrations() {
  const { t, day } = useWords();
  const { fromDay, holds, experts } = useLoaderData<typeof loader>().data;
  return (
    <div className="max-w-3xl">
      <PageHead title={t('registrationRule.title')} lead={t('registrationsPage.lead')} />
      <div className="grid gap-6">
        <Notice icon={holds ? 'check' : 'info'} variant={holds ? 'good' : ''}>
          {fromDay
            ? t(holds ? 'registrationsPage.since' : 'registrationsPage.from', { date: day(fromDay) })
            : t('registrationsPage.off')}
        </Notice>
        <section className="sheet" aria-labelledby="barred">
          <h2 id="barred">{t('registrationsPage.listTitle')}</h2>
          {experts.length === 0 && <p className="mt-2 text-muted">{t('registrationsPage.none')}</p>}
          <ul className="mt-2 grid empty:hidden">
            {experts.map((expert) => (
              <BarredExpert key={expert._id} expert={expert} />
            ))}
          </ul>
        </section>
        {fromDay ? <TurnOff /> : <TurnOn />}
      </div>
    </div>
  );
}

type Expert = ReturnType<typeof useLoaderData<typeof loader>>['data']['experts'][number];

/** An expert, why they get no new work, and from which day. */
function BarredExpert({ expert: { _id, name, lack, lastDay, from } }: { expert: Expert }) {
  const { t, day } = useWords();
  const { today } = useLoaderData<typeof loader>();
  const isOver = lastDay !== null && lastDay < today;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-line py-2 [overflow-wrap:anywhere] not-first:border-t">
      <div className="min-w-0">
        <PageLink to={paths.doctor(_id)} className="inline-flex min-h-11 items-center font-label">
          <bdi>{name}</bdi>
        </PageLink>
        <p className="text-small text-muted">
          {lack === 'missing' || lastDay === null
            ? t('registrationsPage.missing')
            : t(isOver ? 'registrationsPage.ended' : 'registrationsPage.ends', { date: day(lastDay) })}
        </p>
      </div>
      <p className="text-small font-label">{t('registrationsPage.barredFrom', { date: day(from) })}</p>
    </li>
  );
}

/** Returns the answer of one of the forms, if it was the one that was sent. */
function useAnswerOf(name: keyof typeof actions) {
  const answer = useActionData<typeof action>();
  return useParams().part === name ? answer : undefined;
}

function TurnOn() {
  const { t } = useWords();
  const { required, asksCode, proposedDay } = useLoaderData<typeof loader>();
  const path = paths.registrationsOf('on');
  return (
    <section className="sheet" aria-labelledby="turn-on">
      <h2 id="turn-on" className="mb-4">
        {t('registrationsPage.turnOnTitle')}
      </h2>
      <OperationForm
        id="turn-on-form"
        operation="registration.require"
        action={path}
        answer={useAnswerOf('on')}
        required={required.on}
        order={['fromDay', 'password', 'otp']}
        defaults={{ fromDay: proposedDay }}
      >
        <TextField
          name="fromDay"
          label={t('registrationsPage.firstDay')}
          hint={t('registrationsPage.hint')}
          type="date"
        />
        <PasswordAndCode asksCode={asksCode} />
        <SubmitRow icon="check" action={path}>
          {t('registrationsPage.turnOn')}
        </SubmitRow>
      </OperationForm>
    </section>
  );
}

function TurnOff() {
  const { t } = useWords();
  const { required, asksCode } = useLoaderData<typeof loader>();
  const path = paths.registrationsOf('off');
  return (
    <section className="sheet" aria-labelledby="turn-off">
      <h2 id="turn-off">{t('registrationsPage.turnOffTitle')}</h2>
      <p className="mt-1 mb-4 text-muted">{t('registrationsPage.turnOffLead')}</p>
      <OperationForm
        id="turn-off-form"
        operation="registration.notRequire"
        action={path}
        answer={useAnswerOf('off')}
        required={required.off}
        order={['password', 'otp']}
      >
        <PasswordAndCode asksCode={asksCode} />
        <SubmitRow icon="close" variant="plain" action={path}>
          {t('registrationsPage.turnOff')}
        </SubmitRow>
      </OperationForm>
    </section>
  );
}
