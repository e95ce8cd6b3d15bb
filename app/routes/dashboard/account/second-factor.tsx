import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import { factorParts } from '~/domain/identity/account-constants';
import { readSecondFactor } from '~/domain/log-in/read-second-factor.server';
import {
  beginSecondFactor,
  cancelSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '~/domain/log-in/second-factor.server';
import { ownWords } from '~/i18n/translate';
import { Icon } from '~/ui/icon';
import { Folded } from '~/ui/layout/folded';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { PageLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { actionByIntent, pageAction, renderAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { readCookie } from '~/web/request/cookies.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { HeldForm, RecoveryCodes, SetUp } from './second-factor-parts';
import { SecurityTabs } from './security-tabs';

type PartName = (typeof factorParts)[number];

const ownToken = async ({ request }: { request: Request }) => ({
  token: (await readCookie(request, 'session')) ?? '',
});

export const loader = pageLoader(readSecondFactor, {
  routeInput: ({ request, params: { part } }) => {
    if (part !== undefined && !factorParts.some((one) => one === part)) throw notFound();
    return ownToken({ request });
  },
  extraData: () => {
    const removalRules = formRules(removeSecondFactor, requestLanguage());
    const { otp = '' } = removalRules;
    // The session adds its token.
    const { token: _token, ...beginRules } = formRules(beginSecondFactor, requestLanguage());
    return {
      ...ownWords(requestLanguage(), 'secondFactorPage'),
      required: {
        begin: beginRules,
        confirm: { otp },
        held: removalRules,
      },
    };
  },
});

const here = { onSuccess: () => ({ path: paths.secondFactor }), refusedPath: paths.secondFactor };

/**
 * Handles the forms. Each posts to the page's path with its part at the end. The answer itself
 * shows new recovery codes.
 */
export const action = actionByIntent({
  begin: pageAction(beginSecondFactor, { ...here, routeInput: ownToken }),
  cancel: pageAction(cancelSecondFactor, { ...here, failedPath: paths.secondFactor }),
  confirm: renderAction(confirmSecondFactor, {
    routeInput: ownToken,
    refusedPath: paths.secondFactor,
  }),
  renew: renderAction(renewRecoveryCodes, { refusedPath: paths.secondFactor }),
  remove: pageAction(removeSecondFactor, here),
});

export const meta = pageTitle('secondFactor.title');

/** Returns a function for the props of a part's form. Only the submitted form gets the answer. */
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
  const { data: factor, required, viewer } = useLoaderData<typeof loader>();
  const hasToUsePasskey = viewer.needs2faSetup && factor.passkeys > 0;
  const answer = useActionData<typeof action>();
  const { part } = useParams();
  const formOf = useFormOf();
  if (answer && 'shown' in answer)
    return (
      <RecoveryCodes codes={answer.shown.codes} lead={part === 'confirm' && t('secondFactorPage.codesOn')} />
    );
  return (
    <>
      {!viewer.needs2faSetup && <SecurityTabs current={paths.secondFactor} />}
      <PageHead title={t('secondFactor.title')} lead={t('secondFactor.lead')} />
      <div className="grid max-w-3xl gap-6">
        {factor.isDemanded && !factor.since && (
          <Notice icon="lock" variant="wait">
            {hasToUsePasskey ? t('passkeys.logInWithIt') : t('secondFactorPage.demandedLead')}
          </Notice>
        )}
        {!factor.since && !factor.setUp && !hasToUsePasskey && (
          <div className="sheet">
            <HeldForm {...formOf('begin')} required={required.begin} submit={t('secondFactorPage.begin')} />
            {viewer.needs2faSetup && (
              <p className="mt-5">
                <PageLink to={paths.passkeys}>{t('secondFactorPage.passkeyInstead')}</PageLink>
              </p>
            )}
          </div>
        )}
        {factor.setUp && (
          <SetUp {...factor.setUp} confirm={{ ...formOf('confirm'), required: required.confirm }} />
        )}
        {factor.since && <InForce since={factor.since} />}
      </div>
    </>
  );
}

/** The active second factor and the actions for it. */
function InForce({ since }: { since: string }) {
  const { day } = useWords();
  const { t } = useWords();
  const { data: factor, required } = useLoaderData<typeof loader>();
  const { part } = useParams();
  const formOf = useFormOf();
  const codeFormOf = (name: PartName) => ({ ...formOf(name), required: required.held, asksCode: true });
  return (
    <>
      <div className="sheet flex flex-wrap items-center gap-x-6 gap-y-3">
        <span className="badge good">
          <Icon name="check" className="h-5 w-5" />
          {t('secondFactorPage.onSince', { date: day(since) })}
        </span>
        <span>{t('secondFactorPage.left', { left: factor.recoveryCodesLeft })}</span>
      </div>
      <Folded
        look="sheet"
        title={t('secondFactorPage.renewTitle')}
        lead={t('secondFactorPage.renewText')}
        isOpen={part === 'renew'}
      >
        <HeldForm {...codeFormOf('renew')} submit={t('secondFactorPage.renew')} />
      </Folded>
      <Folded
        look="sheet"
        title={t('secondFactorPage.moveTitle')}
        lead={t('secondFactorPage.moveText')}
        isOpen={part === 'begin'}
      >
        <HeldForm {...codeFormOf('begin')} submit={t('secondFactorPage.begin')} />
      </Folded>
      {!factor.isDemanded && (
        <Folded
          look="sheet"
          title={t('secondFactorPage.removeTitle')}
          lead={t('secondFactorPage.removeText')}
          isOpen={part === 'remove'}
        >
          <HeldForm {...codeFormOf('remove')} submit={t('secondFactorPage.removeTitle')} isDanger />
        </Folded>
      )}
    </>
  );
}
