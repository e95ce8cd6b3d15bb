import { endCookiesOf, writeCookie } from '~/web/request/cookies.server';
import { forgetAll } from '~/web/request/headers.server';
import { languageAfterLogIn } from '~/web/request/request-language.server';

/** Makes the headers of a log-in on the page. Ends what the person before left in this browser. */
export async function logInHeaders(
  request: Request,
  { token, device }: { token: string; device?: string },
): Promise<[string, string][]> {
  return [
    await writeCookie('session', token),
    await writeCookie('device', device),
    await languageAfterLogIn(request, token),
    ...(await endCookiesOf(request)),
  ];
}

/** Makes the headers of a log-out on the page, and of what logs out as well. */
export async function logOutHeaders(request: Request): Promise<[string, string][]> {
  return [await writeCookie('session', undefined), ...(await endCookiesOf(request)), forgetAll];
}
