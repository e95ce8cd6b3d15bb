import { beforeAll, expect, test } from 'vitest';
import type { Call } from '~/web/api/calls.server';
import { serveCall } from '~/web/api/serve-calls.server';
import { calls } from '../../support/calls';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportOf } from '../../support/reports';
import { apiRoute, callApi } from '../../support/requests';

let people: Record<'patient' | 'doctor' | 'admin' | 'helper', Somebody>;
let ids: Record<string, string>;
clinicForFile();
beforeAll(async () => {
  people = {
    patient: await a.patient(),
    doctor: await an.expert(),
    admin: await an.admin(),
    helper: await a.helper(),
  };
  ids = { patientId: people.patient.id, reportId: (await aReportOf(people.patient))._id };
});

const pending = apiRoute('report/get-pending-reports');
const ask = (query: string, headers: Record<string, string> = {}) =>
  callApi(pending, {
    path: `/api/v1/report/get-pending-reports?${query}`,
    token: people.doctor.token,
    headers,
  });

test('a parameter that a call does not have is named in a warning', async () => {
  const { status, json } = await ask('status=Pending&limit=5&sort=up');
  expect([status, json.meta]).toEqual([
    200,
    {
      page: 1,
      limit: 5,
      total: 1,
      warnings: ['status', 'sort'].map((name) => ({
        code: 'unknown_parameter',
        message: `This call has no parameter ${name}`,
      })),
    },
  ]);
  expect((await ask('limit=5&reportType=ECG')).json.meta).not.toHaveProperty('warnings');
});

test.each(['handling=strict', 'respond-async, handling=strict', 'Handling = "strict"; wait=1'])(
  'and refused beside its name if the caller prefers that: %s',
  async (prefer) => {
    const { status, json } = await ask('limit=5&status=Pending', { Prefer: prefer });
    expect([status, json.code, json.errors]).toEqual([
      422,
      'invalid_input',
      { status: 'This call has no parameter status' },
    ]);
    expect((await ask('limit=5', { Prefer: prefer })).status).toBe(200);
  },
);

test('another preference refuses nothing', async () => {
  expect((await ask('status=x', { Prefer: 'handling=lenient' })).status).toBe(200);
});

const reading = Object.entries<Call>(calls).filter(([, { GET }]) => GET && GET.policy?.answer !== 'download');

test.each(reading)('%s warns of a parameter that it does not have', async (path, call) => {
  const parameter = /:(\w+)\??$/.exec(path)?.[1];
  const url = `http://localhost/api/v1/${path.replace(/:(\w+)\??/, (_colon, name) => ids[name] ?? 'none')}?zz=1`;
  let answered = 0;
  for (const { token } of Object.values(people)) {
    const request = new Request(url, { headers: { Authorization: `Bearer ${token}` } });
    const response = await serveCall(
      call,
      request,
      parameter ? { [parameter]: ids[parameter] ?? 'none' } : {},
    );
    if (response.status !== 200) continue;
    answered += 1;
    expect(await response.json()).toMatchObject({ meta: { warnings: [{ code: 'unknown_parameter' }] } });
  }
  // Calls of keys, and those about an object that this clinic does not have.
  if (!parameter && !['account/patients'].includes(path)) expect(answered).toBeGreaterThan(0);
});
