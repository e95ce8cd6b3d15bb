import { FormStrategy } from 'remix-auth-form';
import { type LoggedIn, logIn } from '~/domain/accounts/log-in/log-in.server';

type Call = Parameters<typeof logIn.run>[0] & { request: Request };

/**
 * Logging in on pages and through the API, by a strategy of remix-auth. Its authenticator would
 * copy the request, which cannot be done once the pipeline has read the body.
 */
export const logInByForm = {
  ...logIn,
  run: ({ request, ...call }: Call): Promise<LoggedIn> =>
    new ParsedFormStrategy(() => logIn.run(call)).authenticate(request),
};

/** The form strategy for a request whose body was read, capped and parsed before. */
class ParsedFormStrategy extends FormStrategy<LoggedIn> {
  override authenticate(request: Request): Promise<LoggedIn> {
    return this.verify({ form: new FormData(), request });
  }
}
