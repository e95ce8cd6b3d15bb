import { createCookieSessionStorage } from '@remix-run/node';
import { createToastUtilsWithCustomSession } from 'remix-toast';
import { keyFor } from '~/platform/secrets/secrets.server';
import { cookieOptions } from '~/web/request/cookies.server';

let utils: ReturnType<typeof createToastUtilsWithCustomSession> | undefined;

function toasts() {
  utils ??= createToastUtilsWithCustomSession(
    createCookieSessionStorage({
      cookie: { ...cookieOptions('toast', 60), secrets: [keyFor('cookie toast').export().toString('hex')] },
    }),
  );
  return utils;
}

/**
 * A redirect that carries a message to the page it leads to, in the same response; `more` is its
 * second line.
 */
export function redirectWith(
  type: 'success' | 'error',
  path: string,
  message: string,
  { headers, more }: { headers?: HeadersInit; more?: string } = {},
) {
  return toasts().redirectWithToast(path, { message, type, description: more }, { headers });
}

/** The message that a redirect carried here, and the header that takes it out of the cookie. */
export function takeToast(request: Request) {
  return toasts().getToast(request);
}
