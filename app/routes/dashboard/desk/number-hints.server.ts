import type { LoaderFunctionArgs } from '@remix-run/node';
import { findUnprintedNumbers } from '~/domain/comparison/number-hints';
import { readReportNumbers } from '~/domain/desk/report-numbers.server';
import type { PublicDraft } from '~/domain/report/present-draft';
import { fromPath } from '~/web/pages/from-path';
import { withNumbers } from '~/web/pages/page-handle';
import { pageLoader } from '~/web/pages/page-loader.server';

const read = pageLoader(readReportNumbers, { routeInput: fromPath('reportId') });

type ReviewPage = { state: string; draft: Pick<PublicDraft, 'review'> | null };

/** Lists the numbers of a draft that its report does not print, for a page that was asked for them. */
export async function readUnprintedNumbers(args: LoaderFunctionArgs, { state, draft }: ReviewPage) {
  const isAsked = new URL(args.request.url).searchParams.has(withNumbers);
  if (!isAsked || !draft || state === 'beaten' || state === 'taken') return {};
  const { data } = await read(args);
  return data.numbers ? { unprintedNumbers: findUnprintedNumbers(draft.review, data.numbers) } : {};
}
