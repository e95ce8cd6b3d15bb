import { makeAuthenticator, type TestAuthenticator } from './authenticator';
import { password, type Somebody } from './clinic';
import { apiRoute, callApi, type Fields } from './requests';

type Registration = { challenge: string; rp: { id: string }; user: { id: string } };
type LogIn = { challenge: string; rpId: string };
type Falsified = Parameters<TestAuthenticator['sign']>[1];

/** Makes one of the API's calls for passkeys. */
export const callPasskeys = (
  name: string,
  { token, body, method = 'POST', id }: { token?: string; body?: Fields; method?: string; id?: string } = {},
) =>
  callApi(apiRoute(`auth/${name}`), {
    token,
    method,
    body,
    path: `/api/v1/auth/${name}${id ? `/${id}` : ''}`,
    params: id ? { passkeyId: id } : undefined,
  });

/** Asks for the options of a new passkey. */
export async function creationOptions({ token }: Pick<Somebody, 'token'>, fields: Fields = {}) {
  const { json } = await callPasskeys('begin-passkey', { token, body: { password, ...fields } });
  return json.data as Registration;
}

/** Asks for the options of a log-in. */
export async function logInOptions() {
  return (await callPasskeys('passkey-login-options')).json.data as LogIn;
}

/** Adds a passkey to an account, and returns the device that has it. */
export async function addPasskeyTo(
  who: Pick<Somebody, 'token'>,
  { name = 'My phone', counter = 0 }: { name?: string; counter?: number } = {},
) {
  const device = makeAuthenticator();
  const credential = device.create(await creationOptions(who), { counter });
  const { json } = await callPasskeys('add-passkey', { token: who.token, body: { name, credential } });
  return { device, id: (json.data as { _id: string })._id };
}

/** Logs in with a passkey, through the API. */
export async function logInWithDevice(device: TestAuthenticator, falsified?: Falsified) {
  const credential = device.sign(await logInOptions(), falsified);
  return callPasskeys('passkey-login', { body: { credential } });
}
