import * as login from '~/routes/api/v1/auth/login';
import * as logout from '~/routes/api/v1/auth/logout';
import * as pendingReports from '~/routes/api/v1/report/get-pending-reports';
import * as reportsOfPatient from '~/routes/api/v1/report/get-report-by-patientId';
import * as loginPage from '~/routes/guest/login';
import { password, type Somebody } from './clinic';
import { callApi, type Fields, postPage } from './doors';

/** A log-in of another program. */
export function logInByApi(email: string, typed = password, headers?: Record<string, string>) {
  return callApi(login, { method: 'POST', body: { email, password: typed }, headers });
}

/** A log-in on the page. */
export function logInByPage(email: string, typed = password, other: Fields = {}) {
  return postPage(loginPage, { path: '/login', fields: { email, password: typed, ...other } });
}

/** Whether a token is still somebody's: 200 or 401. */
export async function statusOfToken(token: string, patientId: string) {
  const { status } = await callApi(reportsOfPatient, { token, params: { patientId } });
  return status;
}

export function logOutByApi(token: string) {
  return callApi(logout, { method: 'POST', token });
}

/** The list of pending reports as somebody's program gets it. */
export function pendingFor({ token }: Pick<Somebody, 'token'>, query = '') {
  return callApi(pendingReports, { token, path: `/api/v1/report/get-pending-reports${query}` });
}

/** The reports of one patient as somebody's program gets them. */
export function reportsOf(patientId: string, { token }: Pick<Somebody, 'token'>) {
  return callApi(reportsOfPatient, { token, params: { patientId } });
}
