import * as image from '~/routes/files/image';
import * as page from '~/routes/files/page';
import * as raw from '~/routes/files/raw';
import * as thumbnail from '~/routes/files/thumbnail';
import type { Somebody } from './clinic';
import { openFile, type RouteModule } from './requests';
import { call, visit } from './url-map';

/** An answer: its status, a redirect's target, and everything that the reader sees. */
export type AccessAnswer = { status: number; location: string | null; text: string };

type Target = { reportId: string; patientId: string };

const onPage = (route: string) => async (who: Somebody, target: Target) => {
  const { status, location, text, toast } = await visit(route, who, { params: target });
  return { status, location, text: `${text} ${toast?.message ?? ''}` };
};
const byApi = (line: string) => async (who: Somebody, target: Target) => {
  const named = Object.entries(target).filter(([name]) => line.includes(`:${name}`));
  const { status, text } = await call(line, { token: who.token, params: Object.fromEntries(named) });
  return { status, location: null, text };
};
const asFile =
  (module: RouteModule, extraParams = {}) =>
  async (who: Somebody, target: Target) => {
    const answer = await openFile(module, { token: who.token, params: { ...target, ...extraParams } });
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    return { status: answer.status, location: null, text };
  };

/** Every way to read something of one report, by page, API call and file. */
export const accessPaths: Record<string, (who: Somebody, target: Target) => Promise<AccessAnswer>> = {
  'the page to review it': onPage('/dashboard/add-review/:reportId'),
  'the page to amend its review': onPage('/dashboard/amend-review/:reportId'),
  'the page to ask its patient': onPage('/dashboard/ask-patient/:reportId'),
  'the page to close its question': onPage('/dashboard/close-question/:reportId'),
  'the page to translate its review': onPage('/dashboard/translate/:reportId'),
  'the page of its patient': onPage('/dashboard/previous-report/:patientId'),
  'its own page': onPage('/dashboard/report/:reportId'),
  'the list that waits': onPage('/dashboard/pending-report/:part?'),
  'get-report': byApi('GET /report/get-report/:reportId'),
  'get-report-by-patientId': byApi('GET /report/get-report-by-patientId/:patientId'),
  'get-pending-reports': byApi('GET /report/get-pending-reports'),
  'get-report-by-expertId': byApi('GET /report/get-report-by-expertId'),
  'get-review-to-translate': byApi('GET /report/get-review-to-translate/:reportId'),
  'get-openings': byApi('GET /report/get-openings/:reportId'),
  'review-draft': byApi('GET /report/review-draft/:reportId'),
  claim: byApi('POST /report/claim/:reportId'),
  'its picture': asFile(image),
  'its file': asFile(raw),
  'a page as a picture': asFile(page, { page: '1' }),
  'its small picture': asFile(thumbnail),
};

/** Names the secrets that a text contains. */
export const secretsIn = (text: string, secrets: Record<string, string>) =>
  Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));
