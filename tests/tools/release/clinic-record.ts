import { strict as assert } from 'node:assert';
import { apiRoute, callApi } from '../../support/requests';
import { type Person, requireSuccess } from './people';

/** A report, as recorded by the people who handled it. */
export type ReportRecord = {
  _id: string;
  patient: string;
  reportType: string;
  file: string;
  description?: string;
  status: 'Pending' | 'Reviewed' | 'Withdrawn';
  expert?: string;
  review?: string;
  /** An expert's Tamil translation of the review. */
  translation?: string;
};

/** The contents of the clinic, as recorded while they were created. */
export type ClinicRecord = {
  people: Record<string, Person>;
  reports: ReportRecord[];
  /** The single-use recovery codes of the account with two-step login. */
  recoveryCodes: string[];
};

/** Finds a person by their first name. */
export function personOf({ people }: ClinicRecord, name: string): Person {
  const person = people[name];
  assert.ok(person, `nobody is called ${name}`);
  return person;
}

/** Makes an API call for a person. A call with a body writes. */
export const callOf = (name: string, { token }: Pick<Person, 'token'>, body?: Record<string, unknown>) =>
  requireSuccess(name, callApi(apiRoute(name), { method: body ? 'POST' : 'GET', token, body }));
