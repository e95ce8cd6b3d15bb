import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { logIn } from '~/domain/accounts/logIn';
import type { Door } from '~/domain/operation';

type Call = Parameters<typeof logIn.run>[0];
type LoggedIn = Awaited<ReturnType<typeof logIn.run>>;

/**
 * Logging in at both doors: remix-auth's form strategy takes the address and the password, and the domain's operation checks them.
 * The body was read, capped and parsed before, so the strategy gets it as a form again.
 */
export const logInByForm = {
  ...logIn,
  async run({ input, door, viewer }: Call): Promise<LoggedIn> {
    const body = new URLSearchParams({ email: input.email, password: input.password });
    return authenticatorFor(door, viewer).authenticate(
      'password',
      new Request('http://form.invalid', { method: 'POST', body }),
    );
  },
};

function authenticatorFor(door: Door, viewer: Call['viewer']) {
  const strategy = new FormStrategy<LoggedIn>(({ form }) =>
    logIn.run({
      viewer,
      door,
      input: { email: String(form.get('email')), password: String(form.get('password')) },
    }),
  );
  return new Authenticator<LoggedIn>().use(strategy, 'password');
}
