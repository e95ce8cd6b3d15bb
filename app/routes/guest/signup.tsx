import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { signupDialCodes } from '~/domain/accounts/catalogue';
import { holdSignup } from '~/domain/accounts/signUp';
import { ChoiceField, OperationForm, PasswordField, SelectField, SubmitButton, TextField } from '~/ui/form';
import { GuestSheet } from '~/ui/GuestSheet';
import { useWords } from '~/ui/words';
import { writeCookie } from '~/web/cookies.server';
import { formFacts } from '~/web/form.server';
import { language, pageAction, requireGuest } from '~/web/page.server';
import { paths } from '~/web/paths';
import type { rootLoader } from '~/web/root.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  return { missing: formFacts(holdSignup, language) };
}

export const action = pageAction(holdSignup, {
  to: async ({ result }) => ({
    path: paths.verifyEmail,
    headers: [await writeCookie('signup', result.heldKey)],
  }),
});

const defaults = { accountType: 'Patient', countryCode: signupDialCodes[0] };

export default function Signup() {
  const { t } = useWords();
  const { missing } = useLoaderData<typeof loader>();
  const product = useRouteLoaderData<typeof rootLoader>('root')?.productName ?? '';
  const codes = signupDialCodes.map((code) => ({ value: code, label: `${code} ${t(`country.${code}`)}` }));
  return (
    <GuestSheet
      title={t('signup.title', { product })}
      lead={t('signup.lead')}
      points={t('signup.points')}
      isWide
    >
      <OperationForm
        id="signup"
        answer={useActionData<typeof action>()}
        missing={missing}
        defaults={defaults}
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
          <TextField
            name="firstName"
            label={t('signup.firstNameLabel')}
            autoComplete="given-name"
            maxLength={60}
          />
          <TextField
            name="lastName"
            label={t('signup.lastNameLabel')}
            autoComplete="family-name"
            maxLength={60}
          />
        </div>
        <TextField
          name="email"
          label={t('signup.emailLabel')}
          type="email"
          autoComplete="email"
          inputMode="email"
        />
        <div className="grid gap-5 sm:grid-cols-[11rem_1fr]">
          <SelectField name="countryCode" label={t('signup.countryCodeLabel')} options={codes} />
          <TextField
            name="contactNumber"
            label={`${t('signup.contactNumberLabel')} (${t('signup.contactNumberHint')})`}
            type="tel"
            autoComplete="tel-national"
            inputMode="numeric"
          />
        </div>
        <PasswordField
          name="password"
          label={t('signup.passwordLabel')}
          hint={t('signup.passwordHint')}
          autoComplete="new-password"
        />
        <PasswordField
          name="confirmPassword"
          label={t('signup.confirmPasswordLabel')}
          autoComplete="new-password"
        />
        <SubmitButton>{t('signup.submit')}</SubmitButton>
      </OperationForm>
      <p className="mt-5 text-muted">
        {t('signup.haveAccount')} <Link to={paths.login}>{t('nav.logIn')}</Link>
      </p>
    </GuestSheet>
  );
}
