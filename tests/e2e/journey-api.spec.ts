import { File, FormData, fetch } from '@remix-run/web-fetch';
import { admin, expect, test } from './support/fixtures.ts';
import { aPerson, codeFor, fixtureBytes, type Person } from './support/people.ts';
import type { Server } from './support/server.ts';

// biome-ignore lint/suspicious/noExplicitAny: the answers of the API are what these tests look into
type Answer = { status: number; body: any };

test('another program walks the whole journey through the API', async ({ server }) => {
  const patient = aPerson('Patient', 'Asha');
  const doctor = aPerson('Expert', 'Meera');
  const pdf = fixtureBytes('blood-test.pdf');

  const asha = await openAccount(server, patient);
  const upload = await call(server, 'POST', 'report/upload-report', {
    token: asha.token,
    body: sending(patient),
  });
  expect(upload).toMatchObject({
    status: 200,
    body: {
      success: true,
      message: 'Report Submitted Succesfully',
      data: { status: 'Pending', resourceType: 'raw' },
    },
  });
  const { _id: reportId, reportUrl } = upload.body.data;

  expect(reportUrl, 'the link is absolute').toContain(`${server.url}/files/raw/${reportId}?`);
  expect(await bytesAt(reportUrl), 'the signed link, without any header').toEqual({
    status: 200,
    bytes: pdf,
  });
  const bare = `${server.url}/files/raw/${reportId}`;
  expect(await bytesAt(bare, asha.token), 'the path without a signature, with the token').toEqual({
    status: 200,
    bytes: pdf,
  });
  expect((await bytesAt(bare)).status, 'the path without a signature or a token').toBe(401);
  const asData = await bytesAt(`${bare}.data`, asha.token);
  expect(asData.bytes.includes(pdf.subarray(0, 64)), 'the file as page data').toBe(false);
  expect(asData.bytes.length).toBeLessThan(1000);
  expect((await bytesAt(reportUrl.replace('viewer=', 'viewer=x'))).status, 'a forged link').toBe(401);

  const meera = await openAccount(server, doctor);
  const masked = await findPending(server, meera.token, reportId);
  expect(masked).toMatchObject({ patient: { firstName: '******', email: null }, phoneNumber: '**********' });
  expect(masked).toMatchObject({ description: null, reportUrl: null, thumbnailUrl: null });
  expect((await bytesAt(bare, meera.token)).status, 'the file, for an unapproved doctor').toBe(404);
  const review = { token: meera.token, body: { review: 'All values are good.' } };
  expect(await call(server, 'POST', `report/add-review/${reportId}`, review)).toMatchObject({
    status: 403,
    body: {
      success: false,
      message: 'You do not have access to add a review. Please wait for admin approval.',
    },
  });

  const { token: adminToken } = await logIn(server, admin);
  const approval = { token: adminToken, body: { expertId: meera.user._id } };
  expect(await call(server, 'POST', 'expert/approve-expert', approval)).toMatchObject({
    status: 200,
    body: { success: true, message: 'Expert Approved!' },
  });

  const open = await findPending(server, meera.token, reportId);
  expect(open).toMatchObject({ patient: { lastName: patient.lastName, email: patient.email } });
  expect(open).toMatchObject({ phoneNumber: `+91${patient.phone}`, description: 'Tired since the harvest' });
  expect(await bytesAt(open.reportUrl)).toEqual({ status: 200, bytes: pdf });
  expect(await call(server, 'POST', `report/add-review/${reportId}`, review)).toMatchObject({
    status: 200,
    body: { success: true, message: 'Review Added Successfully' },
  });
  expect(
    await call(server, 'POST', `report/add-review/${reportId}`, review),
    'the second review',
  ).toMatchObject({
    status: 409,
    body: { success: false },
  });

  const mine = `report/get-report-by-patientId/${asha.user._id}`;
  expect(await call(server, 'GET', mine, asha)).toMatchObject({
    status: 200,
    body: { success: true, data: [{ _id: reportId, status: 'Reviewed', review: 'All values are good.' }] },
  });
  expect(
    await call(server, 'DELETE', 'report/delete-report', { token: asha.token, body: { reportId } }),
  ).toMatchObject({ status: 200, body: { success: true, message: 'Report deleted Successfully' } });
  expect((await call(server, 'GET', mine, asha)).body.data).toEqual([]);
  expect((await bytesAt(reportUrl)).status, 'the signed link of a deleted report').toBe(404);

  expect(await call(server, 'POST', 'auth/logout', asha)).toMatchObject({
    status: 200,
    body: { success: true, message: 'Logged out Successfully' },
  });
  expect((await call(server, 'GET', mine, asha)).status, 'the token after log-out').toBe(401);
});

function sending({ phone }: Person) {
  const form = new FormData();
  form.set('reportType', 'Blood Test');
  form.set('phoneNumber', phone);
  form.set('countryCode', '+91');
  form.set('consent', 'true');
  form.set('description', 'Tired since the harvest');
  form.set(
    'report',
    new File([fixtureBytes('blood-test.pdf')], 'blood-test.pdf', { type: 'application/octet-stream' }),
  );
  return form;
}

/** Opens an account, from the code's e-mail to the token. */
async function openAccount(server: Server, person: Person) {
  const { firstName, lastName, email, accountType, phone: contactNumber, password } = person;
  expect(
    await call(server, 'POST', 'auth/send-otp', { body: { email, checkUserPresent: true } }),
  ).toMatchObject({ status: 200, body: { success: true, message: 'OTP Sent Successfully' } });
  const otp = await codeFor(server, email);
  const names = { accountType, firstName, lastName, contactNumber, email };
  const signedUp = await call(server, 'POST', 'auth/signup', {
    body: { ...names, password, confirmPassword: password, otp },
  });
  expect(signedUp).toMatchObject({
    status: 200,
    body: { success: true, message: 'Signup Successful, Please Login' },
  });
  return logIn(server, person);
}

async function logIn(server: Server, { email, password }: Pick<Person, 'email' | 'password'>) {
  const { body, status } = await call(server, 'POST', 'auth/login', { body: { email, password } });
  expect({ status, ...body }).toMatchObject({ status: 200, success: true, message: 'Login Successful' });
  expect(JSON.stringify(body)).not.toContain('argon2');
  return body as { token: string; user: { _id: string } };
}

/** Finds a report among all pending reports, page after page. */
async function findPending(server: Server, token: string, reportId: string) {
  for (let page = 1; ; page++) {
    const { body } = await call(server, 'GET', `report/get-pending-reports?page=${page}&limit=100`, {
      token,
    });
    const match = body.data.find((report: { _id: string }) => report._id === reportId);
    if (match) return match;
    expect(body.meta.page * body.meta.limit, 'there are further pages').toBeLessThan(body.meta.total);
  }
}

async function call(
  server: Server,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<Answer> {
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  const isForm = body instanceof FormData;
  if (body && !isForm) headers['Content-Type'] = 'application/json';
  const payload = isForm ? body : body && JSON.stringify(body);
  const response = await fetch(`${server.url}/api/v1/${path}`, { method, headers, body: payload });
  return { status: response.status, body: await response.json() };
}

async function bytesAt(url: string, token?: string) {
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  const response = await fetch(url, { headers });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}
