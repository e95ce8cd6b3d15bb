import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { type LoggedIn, logIn } from '~/domain/accounts/log-in/log-in.server';
import type { CallContext } from '~/domain/kernel/operation';

type Call = Parameters<typeof logIn.run>[0];

/**
 * Logging in on pages and through the API: remix-auth's form strategy takes the address, the
 * password and a code where there is one, and the domain's operation checks them. The body was
 * read, capped and parsed before, so the strategy gets it as a form again.
 */
export const logInByForm = {
  ...logIn,
  async run({ input, context, viewer }: Call): Promise<LoggedIn> {
    const { email, password, otp = '' } = input;
    const body = new URLSearchParams({ email, password, otp });
    return authenticatorFor(context, viewer).authenticate(
      'password',
      new Request('http://form.invalid', { method: 'POST', body }),
    );
  },
};

function authenticatorFor(context: CallContext, viewer: Call['viewer']) {
  const strategy = new FormStrategy<LoggedIn>(({ form }) =>
    logIn.run({
      viewer,
      context,
      input: {
        email: String(form.get('email')),
        password: String(form.get('password')),
        otp: String(form.get('otp')) || undefined,
      },
    }),
  );
  return new Authenticator<LoggedIn>().use(strategy, 'password');
}
