import { Link, useActionData, useLoaderData, useParams } from '@remix-run/react';
import { type ReactNode, useEffect } from 'react';
import { factorParts } from '~/domain/accounts/constants';
import {
  beginSecondFactor,
  cancelSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '~/domain/accounts/two-factor/second-factor.server';
import type { MessageValues } from '~/i18n/messages/en';
import { fill } from '~/i18n/t';
import { sentencesOf } from '~/i18n/translate';
import { OperationForm, PasswordField, SubmitButton, TextField } from '~/ui/forms/form';
import { PostForm } from '~/ui/forms/post-form';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { focusContent } from '~/ui/lists/new-report';
import { useWords } from '~/ui/sentence';
import { language } from '~/web/locale/request-language.server';
import { formRules } from '~/web/pages/form-rules.server';
import { actionByIntent, notFound, pageAction, pageLoader, renderAction } from '~/web/pages/page.server';
import { paths } from '~/web/paths';
import { readCookie } from '~/web/session/cookies.server';

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

/** The sentences of this page alone, which come with its data: no other page carries them. */
function useOwnWords() {
  const { words } = useLoaderData<typeof loader>();
  const { language: ofReader } = useWords();
  return (name: keyof typeof words, values?: MessageValues) => fill(ofReader, words[name], values);
}

type FormProps = Pick<Parameters<typeof OperationForm>[0], 'id' | 'operation' | 'answer' | 'missing'> & {
  action: string;
};

export default function SecondFactor() {
  const { t, day } = useWords();
  const routeInput = useOwnWords();
  const { data: factor, missing } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { part } = useParams();
  if (answer && 'shown' in answer)
    return <RecoveryCodes codes={answer.shown.codes} lead={part === 'confirm' && routeInput('codesOn')} />;
  const formOf = (name: PartName) => ({
    id: `${name}-form`,
    operation: `secondFactor.${name}`,
    action: paths.secondFactorOf(name),
    answer: part === name ? answer : undefined,
  });
  const begin = { ...formOf('begin'), missing: missing.begin };
  const held = (name: PartName) => ({ ...formOf(name), missing: missing.held });
  return (
    <>
      <PageHead title={t('secondFactor.title')} lead={t('secondFactor.lead')} />
      <div className="grid max-w-3xl gap-6">
        {factor.isDemanded && !factor.since && (
          <p className="notice wait">
            <Icon name="lock" className="mt-0.5" />
            <span>{routeInput('demandedLead')}</span>
          </p>
        )}
        {!factor.since && !factor.setUp && (
          <div className="sheet">
            <HeldForm {...begin} submit={routeInput('begin')} />
          </div>
        )}
        {factor.setUp && (
          <SetUp {...factor.setUp} confirm={{ ...formOf('confirm'), missing: missing.confirm }} />
        )}
        {factor.since && (
          <>
            <div className="sheet flex flex-wrap items-center gap-x-6 gap-y-3">
              <span className="badge good">
                <Icon name="check" className="h-5 w-5" />
                {routeInput('onSince', { date: day(factor.since) })}
              </span>
              <span>{routeInput('left', { left: factor.recoveryCodesLeft })}</span>
            </div>
            <Fold title={routeInput('renewTitle')} lead={routeInput('renewText')} isOpen={part === 'renew'}>
              <HeldForm {...held('renew')} submit={routeInput('renew')} asksCode />
            </Fold>
            <Fold title={routeInput('moveTitle')} lead={routeInput('moveText')} isOpen={part === 'begin'}>
              <HeldForm {...begin} missing={missing.held} submit={routeInput('begin')} asksCode />
            </Fold>
            {!factor.isDemanded && (
              <Fold
                title={routeInput('removeTitle')}
                lead={routeInput('removeText')}
                isOpen={part === 'remove'}
              >
                <HeldForm {...held('remove')} submit={routeInput('removeTitle')} asksCode isDanger />
              </Fold>
            )}
          </>
        )}
      </div>
    </>
  );
}

type PartProps = { title: string; lead?: string; children: ReactNode };

function Part({ title, lead, children }: PartProps) {
  return (
    <section className="sheet" aria-label={title}>
      <h2>{title}</h2>
      {lead && <p className="mt-2 text-muted">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

/** The same, folded away until somebody wants it; open where its form has just been sent. */
function Fold({ title, lead, isOpen, children }: PartProps & { isOpen: boolean }) {
  return (
    <details className="sheet group !py-4" open={isOpen}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
        <h2 className="min-w-0">{title}</h2>
        <Icon name="next" className="ms-auto group-open:rotate-90 rtl:group-open:-rotate-90" />
      </summary>
      <p className="mt-2 text-muted">{lead}</p>
      <div className="my-4">{children}</div>
    </details>
  );
}

/** A form that asks for the password again, and for a code where a second factor is in force. */
function HeldForm({
  submit,
  asksCode = false,
  isDanger = false,
  ...form
}: FormProps & { submit: string; asksCode?: boolean; isDanger?: boolean }) {
  const { t } = useWords();
  const routeInput = useOwnWords();
  return (
    <OperationForm {...form} order={['password', 'otp']}>
      <PasswordField name="password" label={t('login.passwordLabel')} autoComplete="current-password" />
      {asksCode && (
        <TextField name="otp" label={routeInput('otpLabel')} autoComplete="one-time-code" maxLength={40} />
      )}
      <div>
        <SubmitButton action={form.action} icon="lock" variant={isDanger ? 'danger' : ''}>
          {submit}
        </SubmitButton>
      </div>
    </OperationForm>
  );
}

type SetUpProps = { secret: string; link: string; picture: string; confirm: FormProps };

/** What the authenticator app needs, and the code that shows that it has it. */
function SetUp({ secret, link, picture, confirm }: SetUpProps) {
  const { t } = useWords();
  const routeInput = useOwnWords();
  return (
    <>
      <Part title={routeInput('scanTitle')} lead={routeInput('scan')}>
        <img src={picture} alt={routeInput('picture')} className="w-56 max-w-full border border-line" />
        <p className="mt-4">
          <a href={link} className="button plain small">
            <Icon name="phone" />
            {routeInput('openApp')}
          </a>
        </p>
        <p className="mt-4">{routeInput('type')}</p>
        <p className="mt-1 select-all font-figures font-semibold">{secret}</p>
      </Part>
      <Part title={routeInput('confirmTitle')}>
        <OperationForm {...confirm}>
          <TextField
            name="otp"
            label={t('secondStep.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={12}
          />
          <div>
            <SubmitButton icon="check" action={confirm.action}>
              {routeInput('confirm')}
            </SubmitButton>
          </div>
        </OperationForm>
        <PostForm operation="secondFactor.cancel" action={paths.secondFactorOf('cancel')} className="mt-5">
          <SubmitButton icon="close" variant="plain small" action={paths.secondFactorOf('cancel')}>
            {routeInput('cancel')}
          </SubmitButton>
        </PostForm>
      </Part>
    </>
  );
}

/** The recovery codes, this once. */
function RecoveryCodes({ codes, lead }: { codes: string[]; lead: ReactNode }) {
  const routeInput = useOwnWords();
  useEffect(focusContent, []);
  return (
    <>
      <PageHead title={routeInput('codesTitle')} lead={lead} />
      <div className="sheet max-w-3xl">
        <p>{routeInput('codesText')}</p>
        <ol className="my-5 grid select-all gap-x-8 gap-y-2 font-figures font-semibold sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <Link to={paths.secondFactor} className="button">
          <Icon name="check" />
          {routeInput('codesDone')}
        </Link>
      </div>
    </>
  );
}
