import { claimFor } from './claims';
import { fixture, type Somebody } from './clinic';
import { aReportOf, type Report } from './reports';
import { apiRoute, callApi } from './requests';

const ask = apiRoute('report/ask');
const answer = apiRoute('report/answer');

type Question = Record<string, unknown> | URLSearchParams;

/** Claims the report and asks a question, through the API. */
export async function askAbout(
  expert: Somebody,
  reportId: string,
  body: Question = { kind: 'unreadable', pages: [1] },
) {
  await claimFor(expert, reportId);
  return sendQuestion(expert, reportId, body);
}

/** Asks a question through the API without claiming the report. */
export const sendQuestion = ({ token }: Somebody, reportId: string, body: Question) =>
  callApi(ask, { method: 'POST', token, params: { reportId }, body });

/** Sends a patient's report and asks a question about it as an expert. */
export async function aReportAskedBy(
  expert: Somebody,
  patient: Somebody,
  body?: Question,
  file: string | File = 'rash.png',
) {
  const report = await aReportOf(patient, { file });
  const { status, json } = await askAbout(expert, report._id, body);
  if (status !== 200) throw new Error(`The question was refused: ${json.message}`);
  return json.data as Report;
}

/** Answers a question through the API: in words, with files of `tests/fixtures`, or both. */
export async function answerTo(
  { token }: Pick<Somebody, 'token'>,
  reportId: string,
  { text, files = [], key }: { text?: string; files?: (string | File)[]; key?: string } = {},
) {
  const body = new FormData();
  if (text !== undefined) body.set('answer', text);
  for (const file of files) body.append('files', typeof file === 'string' ? await fixture(file) : file);
  const headers = key ? { 'Idempotency-Key': key } : undefined;
  return callApi(answer, { method: 'POST', token, params: { reportId }, body, headers });
}
