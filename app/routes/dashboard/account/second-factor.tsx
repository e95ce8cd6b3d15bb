import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import { readSecondFactor } from '~/domain/accounts/read-second-factor.server';
import {
  beginSecondFactor,
  cancelSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '~/domain/accounts/second-factor.server';
import { factorParts } from '~/domain/identity/account-constants';
import { sentencesOf } from '~/i18n/translate';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { formRules } from '~/web/pages/form-rules.server';
import { actionByIntent, pageAction, renderAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { readCookie } from '~/web/request/cookies.server';
import { paths } from '~/web/request/paths';
import { language } from '~/web/request/request-language.server';
import { Fold, HeldForm, RecoveryCodes, SetUp, useOwnWords } from './second-factor-parts';

type PartName = (typeof factorParts)[number];

export const loader = pageLoader(readSecondFactor, {
  routeInput: ({ params: { part } }) => {
    if (part !== undefined && !factorParts.some((one) => one === part)) throw notFound();
    return {};
  },
  with: () => {
    const held = formRules(removeSecondFactor, language());
    const { otp = '' } = held;
    const words = sentencesOf(language(), 'secondFactorPage');
    return { words, missing: { begin: formRules(beginSecondFactor, language()), confirm: { otp }, held } };
  },
});

const here = { onSuccess: () => ({ path: paths.secondFactor }), back: paths.secondFactor };

/**
 * Each form posts to the page's path with its part at the end; recovery codes are shown by the
 * answer itself.
 */
export const action = actionByIntent({
  begin: pageAction(beginSecondFactor, here),
  cancel: pageAction(cancelSecondFactor, { ...here, failed: paths.secondFactor }),
  confirm: renderAction(confirmSecondFactor, {
    routeInput: async ({ request }) => ({ token: (await readCookie(request, 'session')) ?? '' }),
    back: paths.secondFactor,
  }),
  renew: renderAction(renewRecoveryCodes, { back: paths.secondFactor }),
  remove: pageAction(removeSecondFactor, here),
});

export const meta = pageTitle('secondFactor.title');

/** What the form of each part is given: the answer only where it is that form's. */
function useFormOf() {
  const answer = useActionData<typeof action>();
  const { part } = useParams();
  return (name: PartName) => ({
    id: `${name}-form`,
    operation: `secondFactor.${name}`,
    action: paths.secondFactorOf(name),
    answer: part === name && answer && !('shown' in answer) ? answer : undefined,
  });
}

export default function SecondFactor() {
  const { t } = useWords();
  const say = useOwnWords();
  const { data: factor, missing } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { part } = useParams();
  const formOf = useFormOf();
  if (answer && 'shown' in answer)
    return <RecoveryCodes codes={answer.shown.codes} lead={part === 'confirm' && say('codesOn')} />;
  return (
    <>
      <PageHead title={t('secondFactor.title')} lead={t('secondFactor.lead')} />
      <div className="grid max-w-3xl gap-6">
        {factor.isDemanded && !factor.since && (
          <Notice icon="lock" variant="wait">
            {say('demandedLead')}
          </Notice>
        )}
        {!factor.since && !factor.setUp && (
          <div className="sheet">
            <HeldForm {...formOf('begin')} missing={missing.begin} submit={say('begin')} />
          </div>
        )}
        {factor.setUp && (
          <SetUp {...factor.setUp} confirm={{ ...formOf('confirm'), missing: missing.confirm }} />
        )}
        {factor.since && <InForce since={factor.since} />}
      </div>
    </>
  );
}

/** The second factor that is in force, and what can be done about it. */
function InForce({ since }: { since: string }) {
  const { day } = useWords();
  const say = useOwnWords();
  const { data: factor, missing } = useLoaderData<typeof loader>();
  const { part } = useParams();
  const formOf = useFormOf();
  const held = (name: PartName) => ({ ...formOf(name), missing: missing.held, asksCode: true });
  return (
    <>
      <div className="sheet flex flex-wrap items-center gap-x-6 gap-y-3">
        <span className="badge good">
          <Icon name="check" className="h-5 w-5" />
          {say('onSince', { date: day(since) })}
        </span>
        <span>{say('left', { left: factor.recoveryCodesLeft })}</span>
      </div>
      <Fold title={say('renewTitle')} lead={say('renewText')} isOpen={part === 'renew'}>
        <HeldForm {...held('renew')} submit={say('renew')} />
      </Fold>
      <Fold title={say('moveTitle')} lead={say('moveText')} isOpen={part === 'begin'}>
        <HeldForm {...held('begin')} submit={say('begin')} />
      </Fold>
      {!factor.isDemanded && (
        <Fold title={say('removeTitle')} lead={say('removeText')} isOpen={part === 'remove'}>
          <HeldForm {...held('remove')} submit={say('removeTitle')} isDanger />
        </Fold>
      )}
    </>
  );
}
