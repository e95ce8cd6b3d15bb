import { strict as assert } from 'node:assert';
import { apiRoute, callApi } from '../../support/requests';
import { done, type Person } from './people';

/** A report as those who handled it remember it. */
export type ToldReport = {
  _id: string;
  patient: string;
  reportType: string;
  file: string;
  description?: string;
  status: 'Pending' | 'Reviewed' | 'Withdrawn';
  expert?: string;
  review?: string;
  /** What an expert made of it in Tamil. */
  translation?: string;
};

/** What there is in the clinic, told by those who were there. */
export type Told = {
  people: Record<string, Person>;
  reports: ToldReport[];
  /** What an account with two-step login can use once each. */
  recoveryCodes: string[];
};

/** Somebody by their first name. */
export function personOf({ people }: Told, name: string): Person {
  const person = people[name];
  assert.ok(person, `nobody is called ${name}`);
  return person;
}

/** Makes a call of the API as somebody: one with a body writes. */
export const callOf = (name: string, { token }: Pick<Person, 'token'>, body?: Record<string, unknown>) =>
  done(name, callApi(apiRoute(name), { method: body ? 'POST' : 'GET', token, body }));
