import type { Somebody } from './clinic';
import { apiRoute, callApi } from './requests';

const summaryCall = apiRoute('review/summary');
const checkCall = apiRoute('review/check');

/** Creates the code of a printed summary, or returns the existing one. */
export const createCodeFor = ({ token }: Pick<Somebody, 'token'>, reportId: string) =>
  callApi(summaryCall, { method: 'POST', token, params: { reportId } });

/** Creates the code of a printed summary, and returns it as it is printed. */
export async function codeOfSummary(owner: Pick<Somebody, 'token'>, reportId: string): Promise<string> {
  const { status, json } = await createCodeFor(owner, reportId);
  if (status !== 200) throw new Error(`The code was refused: ${json.message}`);
  return (json.data as { code: string }).code;
}

/** Reads the code of a printed summary. */
export const readCodeOf = ({ token }: Pick<Somebody, 'token'>, reportId: string) =>
  callApi(summaryCall, { token, params: { reportId } });

type Checked = {
  state: string;
  review: { text: string; doctor: string; registrationNumber: string | null } | null;
  translations: { language: string; text: string; hasUncheckedNumbers: boolean }[];
  nextStep: { step: string; sentence: string } | null;
};

/** Checks the code of a printed summary, as a reader without an account. */
export async function checkCode(code: string) {
  const { status, json, text } = await callApi(checkCall, { params: { code } });
  return { status, text, data: json.data as Checked | undefined };
}
