import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import { type LoggedIn, logIn } from '~/domain/log-in/log-in.server';

type Call = Parameters<typeof logIn.run>[0] & { request: Request };

/**
 * Logs users in, on pages and through the API, with the form strategy of remix-auth. The pipeline
 * has already parsed the body, so the strategy receives the fields as a separate form.
 */
export const logInByForm = {
  ...logIn,
  run({ request, input, ...call }: Call): Promise<LoggedIn> {
    const verify = ({ form }: { form: FormData }) =>
      logIn.run({ ...call, input: logIn.input.parse(Object.fromEntries(form)) });
    const authenticator = new Authenticator<LoggedIn>().use(new FormStrategy(verify), 'form');
    const sentFields = Object.entries(input).filter(
      (field): field is [string, string] => field[1] !== undefined,
    );
    const fields = new Request(request.url, { method: 'POST', body: new URLSearchParams(sentFields) });
    return authenticator.authenticate('form', fields);
  },
};
