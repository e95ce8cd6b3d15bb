import * as approveExpertPage from '~/routes/dashboard/admin/approve-expert';
import * as approvedExpertPage from '~/routes/dashboard/admin/approved-expert';
import * as judgeExpertPage from '~/routes/dashboard/admin/change-expert-status';
import * as deleteReportPage from '~/routes/dashboard/delete-report';
import * as loginPage from '~/routes/guest/login';
import { password, type Somebody } from './clinic';
import { apiRoute, callApi, type Fields, postPage } from './requests';

const login = apiRoute('auth/login');
const logout = apiRoute('auth/logout');
const approveExpert = apiRoute('expert/approve-expert');
const rejectExpert = apiRoute('expert/reject-expert');
const restoreExpert = apiRoute('expert/restore-expert');
const suspendExpert = apiRoute('expert/suspend-expert');
const deleteReport = apiRoute('report/delete-report');
const pendingReports = apiRoute('report/get-pending-reports');
const reportsOfPatient = apiRoute('report/get-report-by-patientId');

/** Logs in as an API client. */
export function logInByApi(email: string, typed = password, headers?: Record<string, string>) {
  return callApi(login, { method: 'POST', body: { email, password: typed }, headers });
}

/** Logs in on the page. */
export function logInByPage(email: string, typed = password, other: Fields = {}) {
  return postPage(loginPage, { path: '/login', fields: { email, password: typed, ...other } });
}

/** Returns 200 if a token is still valid, otherwise 401. */
export async function statusOfToken(token: string, patientId: string) {
  const { status } = await callApi(reportsOfPatient, { token, params: { patientId } });
  return status;
}

export function logOutByApi(token: string) {
  return callApi(logout, { method: 'POST', token });
}

/** Lists the pending reports as an API client. */
export function pendingFor({ token }: Pick<Somebody, 'token'>, query = '') {
  return callApi(pendingReports, { token, path: `/api/v1/report/get-pending-reports${query}` });
}

/** Lists the reports of one patient as an API client. */
export function reportsOf(patientId: string, { token }: Pick<Somebody, 'token'>, query = '') {
  const path = `/api/v1/report/get-report-by-patientId/${patientId}${query}`;
  return callApi(reportsOfPatient, { token, path, params: { patientId } });
}

/** Approves an expert, through the API. */
export function approve({ token }: Pick<Somebody, 'token'>, expertId: string) {
  return callApi(approveExpert, { method: 'POST', token, body: { expertId } });
}

/** Approves an expert on the page, by default as an admin who was shown no registration number. */
export function approveOnPage(
  { cookie }: Pick<Somebody, 'cookie'>,
  expertId: string,
  fields: Fields = { registrationNumber: '', isChecked: 'on', reason: 'I saw the certificate' },
) {
  const path = `/dashboard/approve-expert/${expertId}`;
  return postPage(approveExpertPage, { path, params: { expertId }, cookie, fields });
}

const judging = { reject: rejectExpert, suspend: suspendExpert, restore: restoreExpert };

/** Rejects, suspends or restores an expert, through the API. */
export function judgeByApi(
  { token }: Pick<Somebody, 'token'>,
  to: keyof typeof judging,
  expertId: string,
  reason = 'Not in the register',
) {
  return callApi(judging[to], { method: 'POST', token, body: { expertId, reason } });
}

/** Rejects, suspends or restores an expert, on the pages. */
export function judgeOnPage(
  { cookie }: Pick<Somebody, 'cookie'>,
  to: keyof typeof judging,
  expertId: string,
  reason = 'Not in the register',
) {
  if (to === 'restore') {
    const path = '/dashboard/approved-expert?standing=suspended';
    return postPage(approvedExpertPage, { path, cookie, fields: { expertId } });
  }
  const path = `/dashboard/judge-expert/${expertId}?to=${to}`;
  return postPage(judgeExpertPage, {
    path,
    params: { expertId },
    cookie,
    fields: { reason, answersInDoubt: 'false' },
  });
}

/** Deletes a report, through the API. */
export function deleteByApi({ token }: Pick<Somebody, 'token'>, reportId: string) {
  return callApi(deleteReport, { method: 'DELETE', token, body: { reportId } });
}

/** Deletes a report on the page. */
export function deleteOnPage({ cookie }: Pick<Somebody, 'cookie'>, reportId: string) {
  const path = `/dashboard/delete-report/${reportId}`;
  return postPage(deleteReportPage, { path, params: { reportId }, cookie });
}
