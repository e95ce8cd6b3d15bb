import type { PublicSession } from '~/domain/identity/open-sessions.server';
import type { Somebody } from './clinic';
import { apiRoute, callApi } from './requests';

const sessions = apiRoute('auth/sessions');

/** Where somebody is logged in, as the API says it. */
export async function sessionsOf({ token }: Pick<Somebody, 'token'>): Promise<PublicSession[]> {
  const { json } = await callApi(sessions, { token, path: '/api/v1/auth/sessions' });
  return json.data as PublicSession[];
}

/** The ID of a session of somebody that is not the one of their token. */
export async function anotherSessionOf(who: Pick<Somebody, 'token'>): Promise<string> {
  const found = (await sessionsOf(who)).find(({ isCurrent }) => !isCurrent);
  return found?._id ?? 'none';
}

/** Logs one device of somebody out, through the API. */
export const endSessionOf = ({ token }: Pick<Somebody, 'token'>, sessionId: string) =>
  callApi(sessions, { method: 'DELETE', token, params: { sessionId } });
