import type { PublicBreach } from '~/domain/clinic/breach-schemas';
import type { Somebody } from './clinic';
import { apiRoute, callApi } from './requests';

/** Notes a breach through the API, and returns its number. */
export async function aBreachOf({ token }: Pick<Somebody, 'token'>): Promise<string> {
  const body = { foundAt: new Date().toISOString(), what: 'A telephone was stolen' };
  const { status, json } = await callApi(apiRoute('system/breaches'), { method: 'POST', token, body });
  if (status !== 200) throw new Error(`The breach was refused: ${json.message}`);
  return String((json.data as PublicBreach).number);
}
