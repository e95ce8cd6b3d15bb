import { beforeAll, describe, expect, test } from 'vitest';
import { openApiDocument } from '~/web/api/openapi/document.server';
import { errorCodeOfFields, errorCodes } from '~/web/request/error-codes';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReviewedReportOf } from '../../support/reports';
import { apiRoute, callApi } from '../../support/requests';
import { signupFields } from '../../support/signups';

let patient: Somebody;
let expert: Somebody;
clinicForFile();
beforeAll(async () => {
  [patient, expert] = [await a.patient(), await an.expert()];
});

type Sent = Omit<Parameters<typeof callApi>[1], 'path'>;
const ask = async (call: string, sent: Sent = {}) => {
  const { status, json } = await callApi(apiRoute(call), { method: 'POST', ...sent });
  return [status, json.code];
};

describe('an error has a stable code', () => {
  const logIn = (body: Record<string, unknown>) => ask('auth/login', { body });
  const change = (fields: Record<string, string>) =>
    ask('auth/change-password', {
      token: patient.token,
      body: {
        ...{ oldPassword: password, newPassword: 'two tall trees', confirmNewPassword: 'two tall trees' },
        ...fields,
      },
    });

  test('for its kind of refusal', async () => {
    expect(await ask('auth/logout')).toEqual([401, 'unauthenticated']);
    expect(await logIn({ email: patient.email, password: 'wrong' })).toEqual([401, 'wrong_password']);
    expect(await logIn({})).toEqual([422, 'invalid_input']);
    expect(await ask('auth/login', { body: '{' })).toEqual([400, 'unreadable_request']);
    const text = { body: 'x', headers: { 'Content-Type': 'text/plain' } };
    expect(await ask('auth/login', text)).toEqual([415, 'unsupported_type']);
    expect(await ask('auth/login', { body: { email: 'x'.repeat(300_000) } })).toEqual([413, 'too_large']);
    expect(await ask('auth/login', { method: 'PUT' })).toEqual([405, 'method_not_allowed']);
    expect(await ask('no/call')).toEqual([404, 'no_such_call']);
    const { token } = patient;
    expect(await ask('report/get-pending-reports', { method: 'GET', token })).toEqual([403, 'forbidden']);
    const params = { reportId: 'nobody' };
    expect(await ask('report/withdraw-consent', { token, params })).toEqual([404, 'not_found']);
    const { _id: reportId } = await aReviewedReportOf(patient, expert);
    const again = { token: expert.token, params: { reportId }, body: { review: 'Rest' } };
    expect(await ask('report/add-review', again)).toEqual([409, 'conflict']);
  });

  test('or a more specific one if clients depend on it', async () => {
    expect(await change({ confirmNewPassword: 'another' })).toEqual([422, 'passwords_differ']);
    expect(await change({ confirmNewPassword: 'another', oldPassword: '' })).toEqual([422, 'invalid_input']);
    expect(await change({ oldPassword: 'a loud river' })).toEqual([422, 'wrong_password']);
    const { email } = patient;
    expect(await ask('auth/verify-otp', { body: { email, otp: '000000' } })).toEqual([422, 'wrong_code']);
    const body = { ...signupFields({ email: 'new@clinic.test' }), otp: '000000' };
    expect(await ask('auth/signup', { body })).toEqual([422, 'wrong_code']);
  });

  test('which is the same in every language', async () => {
    const headers = { 'Accept-Language': 'hi' };
    expect(await ask('auth/login', { body: {}, headers })).toEqual([422, 'invalid_input']);
  });

  test('which the API document lists', () => {
    const { Refusal } = openApiDocument().components.schemas;
    expect(Refusal?.properties?.code).toMatchObject({ enum: errorCodes });
    expect(Refusal?.required).toContain('code');
    expect(errorCodes.every((code) => /^[a-z]+(_[a-z]+)*$/.test(code))).toBe(true);
  });
});

test('uses the code of the mistake that decides the status', () => {
  const differ = { kind: 'invalid', code: 'passwordsDiffer' } as const;
  expect(errorCodeOfFields([{ kind: 'tooLarge' }, differ])).toBe('too_large');
  expect(errorCodeOfFields([differ])).toBe('passwords_differ');
  expect(errorCodeOfFields([differ, { kind: 'invalid', code: 'invalid' }])).toBe('invalid_input');
});
