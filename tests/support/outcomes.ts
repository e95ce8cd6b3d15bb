import { expect } from 'vitest';
import * as picture from '~/routes/files/picture';
import { password, type Somebody } from './clinic';
import { apiRoute, getPage, openFile, type PageAnswer, type RouteModule } from './requests';

const exportData = apiRoute('profile/export-data');

/** What taking one's data along is answered with. */
export const exported = async ({ token }: Somebody) => {
  const answer = await openFile(exportData, { method: 'POST', token, body: { password } });
  await answer.arrayBuffer();
  return answer.status;
};
/** What a call is answered with, whose body has to say the same. */
export const api = async (call: Promise<{ status: number; json: { success: boolean } }>) => {
  const { status, json } = await call;
  expect(json.success).toBe(status === 200);
  return status;
};
/** What opening a file of a report is answered with. */
export const file = async (module: RouteModule, reportId: string, { token }: Somebody) => {
  const answer = await openFile(module, { token, params: { reportId } });
  await answer.arrayBuffer();
  return answer.status;
};
/** What opening somebody's picture is answered with. */
export const pictureOf = async (userId: string, { token }: Somebody) => {
  const answer = await openFile(picture, { token, params: { userId } });
  await answer.arrayBuffer();
  return answer.status;
};
/** Where a page leads: its status, or `→ path`, with `!` where it comes with an error. */
export const led = async (page: Promise<PageAnswer>) => {
  const { status, location, toast } = await page;
  if (status !== 302) return status;
  return `→ ${location?.split('?')[0]}${toast?.type === 'error' ? ' !' : ''}`;
};
/** Where opening a page leads. */
export const look = (module: RouteModule, { cookie }: Somebody, params = {}) =>
  led(getPage(module, { path: '/x', cookie, params }));
