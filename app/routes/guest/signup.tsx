import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { findHeldSignup, holdSignup } from '~/domain/accounts/sign-up.server';
import { whoOpensWithoutEmail } from '~/domain/front-desk/open-account.server';
import { signupDialCodes } from '~/domain/identity/account-constants';
import { directionOf } from '~/i18n/languages';
import { CredentialFields, EmailField, NameFields, NewPasswordFields } from '~/ui/fields/account-fields';
import { ChoiceField } from '~/ui/fields/choice-field';
import { PhoneField, SelectField } from '~/ui/fields/fields';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { pageTitle } from '~/ui/layout/page-title';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { pageAction } from '~/web/pages/page-action.server';
import { requireGuest } from '~/web/pages/require-viewer.server';
import type { rootLoader } from '~/web/pages/root-data.server';
import { readCookie, writeCookie } from '~/web/request/cookies.server';
import { readNext, withNext } from '~/web/request/next-path.server';
import { requestLanguage as languageNow } from '~/web/request/request-language.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const defaults = (await heldFields(request)) ?? { accountType: 'Patient', countryCode: signupDialCodes[0] };
  const login = withNext(paths.login, readNext(request));
  const isWithoutEmail = whoOpensWithoutEmail() !== 'off';
  return { required: formRules(holdSignup, languageNow()), defaults, login, isWithoutEmail };
}

/**
 * Returns the input of a failed sign-up without its passwords, for the user who was redirected back
 * here (docs/requirements.md#identity).
 */
async function heldFields(request: Request) {
  if (!new URL(request.url).searchParams.has('again')) return undefined;
  const heldSignup = await findHeldSignup(await readCookie(request, 'signup'));
  const countryCode = signupDialCodes.find((code) => heldSignup?.contactNumber.startsWith(code));
  if (!heldSignup || !countryCode) return undefined;
  const { accountType, firstName, lastName, email } = heldSignup;
  const contactNumber = heldSignup.contactNumber.slice(countryCode.length);
  const credentials = {
    registrationNumber: heldSignup.registrationNumber ?? '',
    council: heldSignup.council ?? '',
    qualification: heldSignup.qualification ?? '',
  };
  return { accountType, firstName, lastName, email, countryCode, contactNumber, ...credentials };
}

export const action = pageAction(holdSignup, {
  onSuccess: async ({ value, request }) => ({
    path: withNext(paths.verifyEmail, readNext(request)),
    headers: [await writeCookie('signup', value.heldKey)],
  }),
});

export const meta = pageTitle('nav.signUp');

export default function Signup() {
  const { t } = useWords();
  const { required, defaults, login, isWithoutEmail } = useLoaderData<typeof loader>();
  const product = useRouteLoaderData<typeof rootLoader>('root')?.productName ?? '';
  return (
    <GuestSheet
      title={t('signup.title', { product })}
      lead={t('signup.lead')}
      points={t('signup.points')}
      isWide
    >
      <OperationForm
        id="signup"
        operation="account.holdSignup"
        answer={useActionData<typeof action>()}
        required={required}
        defaults={defaults}
        same={{ field: 'confirmPassword', as: 'password', words: t('signup.mismatch') }}
      >
        <ChoiceField
          name="accountType"
          label={t('signup.as')}
          options={[
            { value: 'Patient', label: t('signup.patient') },
            { value: 'Expert', label: t('signup.expert'), hint: t('signup.expertHint') },
          ]}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <NameFields />
        </div>
        <div>
          <EmailField label={t('signup.emailLabel')} />
          {isWithoutEmail && (
            <p className="for-patients mt-1">
              <Link to={paths.signupWithoutEmail} className="inline-flex min-h-11 items-center">
                {t('signup.noEmail')}
              </Link>
            </p>
          )}
        </div>
        <ContactNumber />
        <fieldset className="for-doctors">
          <legend className="field-label">{t('credentials.optional')}</legend>
          <div className="grid gap-5">
            <CredentialFields />
          </div>
        </fieldset>
        <NewPasswordFields />
        <Link to={paths.privacy} className="inline-flex min-h-11 items-center">
          {t('privacyLink.what')}
        </Link>
        <SubmitButton icon="experts">{t('signup.submit')}</SubmitButton>
      </OperationForm>
      <p className="mt-5 text-muted">
        {t('signup.haveAccount')} <Link to={login}>{t('nav.logIn')}</Link>
      </p>
    </GuestSheet>
  );
}

/** A phone number without its dial code, and the countries available for sign-up. */
function ContactNumber() {
  const { t, language } = useWords();
  // The left-to-right mark keeps the plus before the digits in right-to-left pages.
  const mark = directionOf(language) === 'rtl' ? '\u200e' : '';
  const dialCodes = signupDialCodes.map((code) => ({
    value: code,
    label: `${mark}${code} ${t(`country.${code}`)}`,
  }));
  return (
    <div className="grid grid-cols-[minmax(0,8.5rem)_minmax(5rem,1fr)] items-end gap-3 sm:grid-cols-[11rem_1fr] sm:gap-5">
      <SelectField name="countryCode" label={t('signup.countryCodeLabel')} options={dialCodes} />
      <PhoneField
        name="contactNumber"
        label={`${t('signup.contactNumberLabel')} (${t('signup.contactNumberHint')})`}
      />
    </div>
  );
}
