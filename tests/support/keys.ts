import type { PublicKey } from '~/domain/programs/key-schemas';
import type { KeyScope } from '~/platform/enums';
import { password, type Somebody } from './clinic';
import { apiRoute, callApi } from './requests';

const keysCall = apiRoute('system/keys');

/** Makes a key through the API; `overrides` replaces fields. */
export const makeKeyBy = (admin: Pick<Somebody, 'token'>, overrides: Record<string, unknown> = {}) =>
  callApi(keysCall, {
    method: 'POST',
    token: admin.token,
    body: { name: 'City Hospital', scopes: ['reports.read'], password, ...overrides },
  });

/** Makes a key with some scopes, as a caller whose token is the secret. */
export async function aKey(
  admin: Pick<Somebody, 'token'>,
  scopes: readonly KeyScope[],
  overrides: Record<string, unknown> = {},
): Promise<Somebody> {
  const { status, json } = await makeKeyBy(admin, { scopes, ...overrides });
  if (status !== 200) throw new Error(`The key was refused: ${json.message}`);
  const { key, secret } = json.data as { key: PublicKey; secret: string };
  return { id: key._id, email: '', firstName: key.name, lastName: '', token: secret, cookie: '' };
}

/** Revokes a key, or takes it over with `PUT`. */
export const changeKey = (admin: Pick<Somebody, 'token'>, keyId: string, method: 'DELETE' | 'PUT') =>
  callApi(keysCall, {
    method,
    token: admin.token,
    params: { keyId },
    ...(method === 'PUT' && { body: { password } }),
  });

/** Lists the keys as an admin. */
export const keysFor = async (admin: Pick<Somebody, 'token'>) =>
  (await callApi(keysCall, { token: admin.token })).json.data as PublicKey[];
