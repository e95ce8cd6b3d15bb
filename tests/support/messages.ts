import { expect } from 'vitest';
import { whileBroken } from './broken';
import type { Somebody } from './clinic';
import type { PageAnswer } from './requests';
import { call, visit } from './url-map';

type ApiAnswer = Awaited<ReturnType<typeof call>>;

/** What another program is told. */
export const told = async (answer: Promise<ApiAnswer>, message: string, isDone: boolean) => {
  const { json } = await answer;
  expect([json.success, json.message]).toEqual([isDone, message]);
};

/** What the page shows at its top. */
export const shown = async (answer: Promise<PageAnswer>, message: string, type: 'success' | 'error') => {
  const { toast, message: ofForm } = await answer;
  expect(toast ?? { type: 'error', message: ofForm }).toEqual({ type, message });
};

/** Done, on pages and through the API. */
export const done =
  (api: () => Promise<ApiAnswer>, page: () => Promise<PageAnswer>, message: string) => async () => {
    await told(api(), message, true);
    await shown(page(), message, 'success');
  };

/** Failed inside, on pages and through the API. */
export const failed =
  (table: string, api: () => Promise<ApiAnswer>, page: () => Promise<PageAnswer>, message: string) =>
  async () => {
    await whileBroken(table, () => told(api(), message, false));
    await whileBroken(table, () => shown(page(), message, 'error'));
  };

/** A list as another program asks for it. */
export const list = (line: string, { token }: Somebody, params = {}) => call(line, { token, params });

/** A list that cannot be read, on pages and through the API. */
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
    await whileBroken(table, () => told(list(line, who(), of), message, false));
    const page = await whileBroken(table, () => visit(route, who(), { params: of }));
    expect([page.status, page.message]).toEqual([500, message]);
  };
