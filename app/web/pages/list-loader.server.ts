import type { LoaderFunctionArgs } from '@remix-run/node';
import type { AnyOperation, Outcome } from '~/domain/kernel/operation';
import type { PublicReport } from '~/domain/report/present-report';
import { pageLoader } from './page-loader.server';

/**
 * Creates the loader of a list of reports, as `pageLoader` does. The page carries each row twice, as
 * markup and as data, so it gets only what its cells read.
 *
 * @param toRow takes that from a report.
 */
export function listLoader<Result extends Outcome & { data: PublicReport[] }, Row>(
  operation: AnyOperation<Result>,
  toRow: (report: PublicReport) => Row,
) {
  const load = pageLoader(operation, { query: true });
  return async (args: LoaderFunctionArgs) => {
    const { data, ...beside } = await load(args);
    return { ...beside, data: data.map(toRow) };
  };
}
