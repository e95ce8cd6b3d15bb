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

/** A child as a form or a program says it, with some fields said differently. */
export const childFields = (other: Record<string, unknown> = {}) => ({
  name: 'Ravi Devi',
  birthYear: thisYear - 7,
  sex: 'male',
  relation: 'child',
  ...other,
});

type Token = Pick<Somebody, 'token'>;

/** The list of people as somebody's program gets it. */
export const peopleOfApi = ({ token }: Token) => callApi(people, { token, path: '/api/v1/profile/people' });

/** Adds somebody through the API. */
export const addPersonByApi = ({ token }: Token, body: Record<string, unknown>) =>
  callApi(people, { method: 'POST', token, body });

/** The same, for somebody who is to be there. */
export async function aPersonOf(owner: Token, other: Record<string, unknown> = {}): Promise<Person> {
  const { status, json } = await addPersonByApi(owner, childFields(other));
  if (status !== 200) throw new Error(`The person was not taken: ${json.message}`);
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
