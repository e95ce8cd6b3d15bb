import { Link, useActionData, useLoaderData, useParams } from '@remix-run/react';
import { type ReactNode, useEffect } from 'react';
import type { CopyValues } from '~/copy/en';
import { sentencesOf } from '~/copy/say';
import { fill } from '~/copy/show';
import { factorParts } from '~/domain/accounts/catalogue';
import {
  beginSecondFactor,
  cancelSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '~/domain/accounts/secondFactor';
import { focusContent } from '~/ui/Arrival';
import { OperationForm, PasswordField, SubmitButton, TextField } from '~/ui/form';
import { Icon } from '~/ui/Icon';
import { pageTitle } from '~/ui/pageTitle';
import { PostForm } from '~/ui/post-form';
import { PageHead } from '~/ui/Shell';
import { useWords } from '~/ui/words';
import { readCookie } from '~/web/cookies.server';
import { formFacts } from '~/web/form.server';
import { language } from '~/web/language.server';
import { notFound, pageAction, pageLoader, partAction, shownAction } from '~/web/page.server';
import { paths } from '~/web/paths';

type PartName = (typeof factorParts)[number];

export const loader = pageLoader(readSecondFactor, {
  own: ({ params: { part } }) => {
    if (part !== undefined && !factorParts.some((one) => one === part)) throw notFound();
    return {};
  },
  with: () => {
    const held = formFacts(removeSecondFactor, language());
    const { otp = '' } = held;
    const words = sentencesOf(language(), 'secondFactorPage');
    return { words, missing: { begin: formFacts(beginSecondFactor, language()), confirm: { otp }, held } };
  },
});

const here = { to: () => ({ path: paths.secondFactor }), back: paths.secondFactor };

/** Each form posts to the page's path with its part at the end; recovery codes are shown by the answer itself. */
export const action = partAction({
  begin: pageAction(beginSecondFactor, here),
  cancel: pageAction(cancelSecondFactor, { ...here, failed: paths.secondFactor }),
  confirm: shownAction(confirmSecondFactor, {
    own: async ({ request }) => ({ token: (await readCookie(request, 'session')) ?? '' }),
    back: paths.secondFactor,
  }),
  renew: shownAction(renewRecoveryCodes, { back: paths.secondFactor }),
  remove: pageAction(removeSecondFactor, here),
});

export const meta = pageTitle('secondFactor.title');

/** The sentences of this page alone, which come with its data: no other page carries them. */
function useOwnWords() {
  const { words } = useLoaderData<typeof loader>();
  const { language: ofReader } = useWords();
  return (name: keyof typeof words, values?: CopyValues) => fill(ofReader, words[name], values);
}

type FormProps = Pick<Parameters<typeof OperationForm>[0], 'id' | 'operation' | 'answer' | 'missing'> & {
  action: string;
};

export default function SecondFactor() {
  const { t, day } = useWords();
  const own = useOwnWords();
  const { data: factor, missing } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { part } = useParams();
  if (answer && 'shown' in answer)
    return <RecoveryCodes codes={answer.shown.codes} lead={part === 'confirm' && own('codesOn')} />;
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
            <span>{own('demandedLead')}</span>
          </p>
        )}
        {!factor.since && !factor.setUp && (
          <div className="sheet">
            <HeldForm {...begin} submit={own('begin')} />
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
                {own('onSince', { date: day(factor.since) })}
              </span>
              <span>{own('left', { left: factor.recoveryCodesLeft })}</span>
            </div>
            <Fold title={own('renewTitle')} lead={own('renewText')} isOpen={part === 'renew'}>
              <HeldForm {...held('renew')} submit={own('renew')} asksCode />
            </Fold>
            <Fold title={own('moveTitle')} lead={own('moveText')} isOpen={part === 'begin'}>
              <HeldForm {...begin} missing={missing.held} submit={own('begin')} asksCode />
            </Fold>
            {!factor.isDemanded && (
              <Fold title={own('removeTitle')} lead={own('removeText')} isOpen={part === 'remove'}>
                <HeldForm {...held('remove')} submit={own('removeTitle')} asksCode isDanger />
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
  const own = useOwnWords();
  return (
    <OperationForm {...form} order={['password', 'otp']}>
      <PasswordField name="password" label={t('login.passwordLabel')} autoComplete="current-password" />
      {asksCode && (
        <TextField name="otp" label={own('otpLabel')} autoComplete="one-time-code" maxLength={40} />
      )}
      <div>
        <SubmitButton action={form.action} icon="lock" look={isDanger ? 'danger' : ''}>
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
  const own = useOwnWords();
  return (
    <>
      <Part title={own('scanTitle')} lead={own('scan')}>
        <img src={picture} alt={own('picture')} className="w-56 max-w-full border border-line" />
        <p className="mt-4">
          <a href={link} className="button plain small">
            <Icon name="phone" />
            {own('openApp')}
          </a>
        </p>
        <p className="mt-4">{own('type')}</p>
        <p className="mt-1 select-all font-figures font-semibold">{secret}</p>
      </Part>
      <Part title={own('confirmTitle')}>
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
              {own('confirm')}
            </SubmitButton>
          </div>
        </OperationForm>
        <PostForm operation="secondFactor.cancel" action={paths.secondFactorOf('cancel')} className="mt-5">
          <SubmitButton icon="close" look="plain small" action={paths.secondFactorOf('cancel')}>
            {own('cancel')}
          </SubmitButton>
        </PostForm>
      </Part>
    </>
  );
}

/** The recovery codes, this once. */
function RecoveryCodes({ codes, lead }: { codes: string[]; lead: ReactNode }) {
  const own = useOwnWords();
  useEffect(focusContent, []);
  return (
    <>
      <PageHead title={own('codesTitle')} lead={lead} />
      <div className="sheet max-w-3xl">
        <p>{own('codesText')}</p>
        <ol className="my-5 grid select-all gap-x-8 gap-y-2 font-figures font-semibold sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <Link to={paths.secondFactor} className="button">
          <Icon name="check" />
          {own('codesDone')}
        </Link>
      </div>
    </>
  );
}
