import { expect } from 'vitest';
import type { Somebody } from './clinic';
import type { callApi, PageAnswer } from './requests';

/** The input of an operation: the caller, the fields, and the object's ID. */
export type Try = { caller: Somebody; fields: Record<string, string | File | undefined>; id: string };

/** The result of an operation, through either channel. */
type Outcome = { success: string } | { fieldErrors: Record<string, string> } | { refused: string };

/** One outcome for pages and API calls, or two with the decision that sets them apart. */
type Expected = Outcome | { page: Outcome; api: Outcome; because: string };

type ApiAnswer = Awaited<ReturnType<typeof callApi>>;
type Case = [what: string, prepare: () => Partial<Try> | Promise<Partial<Try>>, expected: Expected];
/** An operation on both channels, with cases of input and outcome. */
export type Operation = {
  name: string;
  api(input: Try): Promise<ApiAnswer>;
  page(input: Try): Promise<PageAnswer>;
  /** The message of every refusal and mistake (docs/requirements.md#messages). */
  failureMessage?: string;
  cases: Case[];
};

export const nobody: Somebody = { id: '', email: '', firstName: '', lastName: '', token: '', cookie: '' };
export const emptyTry: Try = { caller: nobody, fields: {}, id: '' };
export const loginFirst = { refused: 'Please log in first' };
export const wrongRole = { refused: 'Your account cannot open this page' };
export const noReport = { refused: 'Report not found' };
export const fieldMistakes = (fieldErrors: Record<string, string>) => ({ fieldErrors });
export const success = (words: string) => ({ success: words });

export const phoneNotInCountry = 'This is not a valid phone number for the country you chose';

function ofApi({ json }: ApiAnswer): Outcome {
  if (json.success) return { success: json.message };
  return json.errors ? { fieldErrors: json.errors } : { refused: json.message };
}

export function ofPage({ location, toast, fieldErrors, message }: PageAnswer): Outcome {
  // A page redirects to the log-in page and back instead of refusing
  // (docs/requirements.md#identity).
  if (location?.startsWith('/login?next=')) return loginFirst;
  if (toast) return toast.type === 'success' ? { success: toast.message } : { refused: toast.message };
  const { '': ofForm, ...ofFields } = fieldErrors;
  return ofForm === undefined
    ? { fieldErrors: ofFields as Record<string, string> }
    : { refused: message ?? '' };
}

export const json = ({ fields }: Try) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

export function form({ fields }: Try) {
  const all = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) all.set(name, value);
  return all;
}

type Tried = { operation: Omit<Operation, 'cases'>; prepare: Case[1]; expected: Expected };

/** Flattens the cases of some operations to a table for `test.each`. */
export const casesOf = (...operations: Operation[]) =>
  operations.flatMap(({ cases, ...operation }) =>
    cases.map(([what, prepare, expected]): [name: string, what: string, tried: Tried] => [
      operation.name,
      what,
      { operation, prepare, expected },
    ]),
  );

/** Tries one case on both channels. */
export async function expectSameOutcome(
  _name: string,
  _what: string,
  { operation, prepare, expected }: Tried,
) {
  const api = await operation.api({ ...emptyTry, ...(await prepare()) });
  const page = await operation.page({ ...emptyTry, ...(await prepare()) });
  const both = 'because' in expected ? expected : { api: expected, page: expected };
  expect({ api: ofApi(api), page: ofPage(page) }).toEqual({ api: both.api, page: both.page });
  if (operation.failureMessage && !api.json.success) {
    expect([api.json.message, page.message]).toEqual([operation.failureMessage, operation.failureMessage]);
  }
}
