import { fixture, type Somebody } from './clinic';
import { type Report, uploadFields } from './reports';
import { apiRoute, callApi } from './requests';

const uploadReport = apiRoute('report/upload-report');

/** The name of a file of `tests/fixtures`, or a file. */
export type FileInput = string | File;

type Fields = Parameters<typeof uploadFields>[1];

export const toFile = (content: Buffer, name: string) => new File([new Uint8Array(content)], name);

/** Builds a valid upload form with several files in fields of one name. */
export async function formOf(files: FileInput[], fields: Fields = {}) {
  const form = uploadFields(undefined, fields);
  for (const one of files) form.append('report', typeof one === 'string' ? await fixture(one) : one);
  return form;
}

/** A report as the API shows it, with what concerns pages. */
type PagedReport = Report & { pages: number; pageNotes: { page: number; note: string }[] };

/** Sends files in fields of one name to the API and returns its answer. */
export async function sendPages(
  { token }: Pick<Somebody, 'token'>,
  files: FileInput[],
  { key, ...fields }: Fields & { key?: string } = {},
) {
  const headers = key ? { 'Idempotency-Key': key } : undefined;
  const body = await formOf(files, fields);
  const { status, json } = await callApi(uploadReport, { method: 'POST', token, body, headers });
  const { pages } = json as { pages?: { page: number; message: string }[] };
  return { status, errors: json.errors, pages, report: json.data as PagedReport };
}
