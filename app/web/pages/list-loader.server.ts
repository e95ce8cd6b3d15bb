import type { LoaderFunctionArgs } from '@remix-run/node';
import type { AnyOperation, Outcome } from '~/domain/kernel/operation';
import type { PublicReport } from '~/domain/report/present-report';
import { pageLoader } from './page-loader.server';

type Row<Field extends keyof PublicReport> = Pick<PublicReport, Field>;

/**
 * Creates the loader of a list of reports, as `pageLoader` does. The page carries each row twice, as
 * markup and as data, so it gets only the fields that its cells read.
 */
export function listLoader<
  Result extends Outcome & { data: PublicReport[] },
  Field extends keyof PublicReport,
>(operation: AnyOperation<Result>, fields: readonly Field[]) {
  const load = pageLoader(operation, { query: true });
  return async (args: LoaderFunctionArgs) => {
    const { data, ...beside } = await load(args);
    return { ...beside, data: data.map((report) => pick(report, fields)) };
  };
}

const pick = <Field extends keyof PublicReport>(report: PublicReport, fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, report[field]])) as Row<Field>;
