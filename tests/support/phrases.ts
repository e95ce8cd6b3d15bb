import type { PublicPhrase } from '~/domain/desk/phrases.server';
import type { Somebody } from './clinic';
import { apiRoute, callApi } from './requests';

const saveRoute = apiRoute('phrase/save');
const listRoute = apiRoute('phrase/list');

export const phraseFields = {
  reportType: 'Blood Test',
  language: 'en',
  text: 'Your blood count is normal.',
};

type Expert = Pick<Somebody, 'token'>;

/** Saves a phrase through the API. */
export const savePhraseOf = ({ token }: Expert, fields: Record<string, unknown> = {}) =>
  callApi(saveRoute, { method: 'POST', token, body: { ...phraseFields, ...fields } });

/** Saves a phrase through the API, and returns it. */
export const aPhraseOf = async (expert: Expert, fields?: Record<string, unknown>) =>
  (await savePhraseOf(expert, fields)).json.data as PublicPhrase;

/** Lists the phrases of an expert through the API. */
export const phrasesOf = async ({ token }: Expert, query = '') =>
  (await callApi(listRoute, { token, path: `/api/v1/phrase/list${query}` })).json.data as PublicPhrase[];
