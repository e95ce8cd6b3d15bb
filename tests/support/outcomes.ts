import { expect } from 'vitest';
import * as picture from '~/routes/files/picture';
import { password, type Somebody } from './clinic';
import { apiRoute, getPage, openFile, type PageAnswer, type RouteModule } from './requests';

const exportData = apiRoute('profile/export-data');

/** Exports the account's data and returns the status. */
export const exportStatus = async ({ token }: Somebody) => {
  const answer = await openFile(exportData, { method: 'POST', token, body: { password } });
  await answer.arrayBuffer();
  return answer.status;
};
/** Returns the status of a call after checking that its body agrees. */
export const apiStatus = async (call: Promise<{ status: number; json: { success: boolean } }>) => {
  const { status, json } = await call;
  expect(json.success).toBe(status === 200);
  return status;
};
/** Opens a file of a report and returns the status. */
export const fileStatus = async (module: RouteModule, reportId: string, { token }: Somebody) => {
  const answer = await openFile(module, { token, params: { reportId } });
  await answer.arrayBuffer();
  return answer.status;
};
/** Opens an account's picture and returns the status. */
export const pictureStatus = async (userId: string, { token }: Somebody) => {
  const answer = await openFile(picture, { token, params: { userId } });
  await answer.arrayBuffer();
  return answer.status;
};
/** Returns a page's status, or `→ path` for a redirect, with `!` if it carries an error. */
export const pageOutcome = async (page: Promise<PageAnswer>) => {
  const { status, location, toast } = await page;
  if (status !== 302) return status;
  return `→ ${location?.split('?')[0]}${toast?.type === 'error' ? ' !' : ''}`;
};
/** Opens a page and returns its outcome as `led` writes it. */
export const visitOutcome = (module: RouteModule, { cookie }: Somebody, params = {}) =>
  pageOutcome(getPage(module, { path: '/x', cookie, params }));
