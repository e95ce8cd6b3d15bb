import type { Somebody } from './clinic';
import { apiRoute, callApi } from './requests';

const people = apiRoute('profile/people');

export type Person = {
  _id: string;
  name: string;
  birthYear: number | null;
  age: number | null;
  sex: string;
  relation: string;
  reports: number;
};

const thisYear = new Date().getFullYear();

/**
 * Builds the fields of a child, as forms and API clients send them; `overrides` replaces fields.
 */
export const childFields = (overrides: Record<string, unknown> = {}) => ({
  name: 'Ravi Devi',
  birthYear: thisYear - 7,
  sex: 'male',
  relation: 'child',
  ...overrides,
});

type Token = Pick<Somebody, 'token'>;

/** Lists an account's people through the API. */
export const peopleOfApi = ({ token }: Token) => callApi(people, { token, path: '/api/v1/profile/people' });

/** Adds a person through the API. */
export const addPersonByApi = ({ token }: Token, body: Record<string, unknown>) =>
  callApi(people, { method: 'POST', token, body });

/** Adds a person through the API and returns them. */
export async function aPersonOf(owner: Token, overrides: Record<string, unknown> = {}): Promise<Person> {
  const { status, json } = await addPersonByApi(owner, childFields(overrides));
  if (status !== 200) throw new Error(`The person was refused: ${json.message}`);
  return json.data as Person;
}

/** Corrects a person of the list through the API. */
export const changePersonByApi = ({ token }: Token, personId: string, body: Record<string, unknown>) =>
  callApi(people, { method: 'PUT', token, params: { personId }, body });

/** Removes a person of the list through the API; `query` says whether their reports go too. */
export const removePersonByApi = ({ token }: Token, personId: string, query = '') =>
  callApi(people, {
    method: 'DELETE',
    token,
    path: `/api/v1/profile/people/${personId}${query}`,
    params: { personId },
  });
