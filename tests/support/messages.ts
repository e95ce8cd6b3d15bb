import { expect } from 'vitest';
import { whileBroken } from './broken';
import type { Somebody } from './clinic';
import type { PageAnswer } from './requests';
import { call, visit } from './url-map';

type ApiAnswer = Awaited<ReturnType<typeof call>>;

/** Expects the API to answer with a message. */
export const expectAnswer = async (answer: Promise<ApiAnswer>, message: string, isDone: boolean) => {
  const { json } = await answer;
  expect([json.success, json.message]).toEqual([isDone, message]);
};

/** Expects a page to show a message at its top. */
export const expectToast = async (
  answer: Promise<PageAnswer>,
  message: string,
  type: 'success' | 'error',
) => {
  const { toast, message: ofForm } = await answer;
  expect(toast ?? { type: 'error', message: ofForm }).toEqual({ type, message });
};

/** Expects success on pages and through the API. */
export const expectSuccess =
  (api: () => Promise<ApiAnswer>, page: () => Promise<PageAnswer>, message: string) => async () => {
    await expectAnswer(api(), message, true);
    await expectToast(page(), message, 'success');
  };

/** Expects an internal failure on pages and through the API, while a table is missing. */
export const expectFailure =
  (table: string, api: () => Promise<ApiAnswer>, page: () => Promise<PageAnswer>, message: string) =>
  async () => {
    await whileBroken(table, () => expectAnswer(api(), message, false));
    await whileBroken(table, () => expectToast(page(), message, 'error'));
  };

/** Requests a list as an API client. */
export const fetchList = (line: string, { token }: Somebody, params = {}) => call(line, { token, params });

/** Expects a list that cannot be read on pages and through the API, while a table is missing. */
export const cannotFetch =
  (
    line: string,
    route: string,
    who: () => Somebody,
    table: string,
    message: string,
    params: () => object = () => ({}),
  ) =>
  async () => {
    const of = params() as Record<string, string>;
    await whileBroken(table, () => expectAnswer(fetchList(line, who(), of), message, false));
    const page = await whileBroken(table, () => visit(route, who(), { params: of }));
    expect([page.status, page.message]).toEqual([500, message]);
  };
