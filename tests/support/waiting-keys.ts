import * as waitingKeyRoute from '~/routes/files/waiting-key';
import { origin, type Somebody } from './clinic';
import { callApi } from './requests';

type Answer = { id: string; key: string; isThere?: boolean };

/** Requests the key of the reports waiting in a browser, like the product's own page. */
export async function askForKey(
  who: Pick<Somebody, 'cookie' | 'id'>,
  keyId?: string,
  headers?: Record<string, string>,
) {
  const { status, json, text } = await callApi(waitingKeyRoute, {
    method: 'POST',
    path: `/files/waiting-key${keyId === undefined ? '' : `/${keyId}`}`,
    params: keyId === undefined ? {} : { keyId },
    cookie: who.cookie,
    headers: { Origin: origin, 'X-Account': who.id, ...headers },
  });
  return { status, text, ...(json as unknown as Answer) };
}

/** Asks whether a key is still stored, like a signed-out browser. */
export async function isKeyKept(keyId: string): Promise<boolean> {
  const call = { path: `/files/waiting-key/${keyId}`, params: { keyId } };
  const { json } = await callApi(waitingKeyRoute, call);
  return (json as unknown as Answer).isThere ?? false;
}
