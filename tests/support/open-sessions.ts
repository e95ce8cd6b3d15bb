import type { PublicSession } from '~/domain/identity/open-sessions.server';
import type { Somebody } from './clinic';
import { apiRoute, callApi } from './requests';

const sessions = apiRoute('auth/sessions');

/** Lists an account's sessions through the API. */
export async function sessionsOf({ token }: Pick<Somebody, 'token'>): Promise<PublicSession[]> {
  const { json } = await callApi(sessions, { token, path: '/api/v1/auth/sessions' });
  return json.data as PublicSession[];
}

/** Returns the ID of a session of the account that is not the current one. */
export async function anotherSessionOf(who: Pick<Somebody, 'token'>): Promise<string> {
  const found = (await sessionsOf(who)).find(({ isCurrent }) => !isCurrent);
  return found?._id ?? 'none';
}

/** Ends one session of an account, through the API. */
export const endSessionOf = ({ token }: Pick<Somebody, 'token'>, sessionId: string) =>
  callApi(sessions, { method: 'DELETE', token, params: { sessionId } });
