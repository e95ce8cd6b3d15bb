import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { pageChannel } from '~/domain/kernel/channels';
import type { AnyOperation } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import type { Download } from '~/domain/own-data/export-data.server';
import { translate } from '~/i18n/translate';
import { logIncident } from '~/platform/observability/log.server';
import { paths } from '~/urls/paths';
import { type FormAnswer, formAnswer } from '~/web/pages/form-answer.server';
import { isOtherViewer } from '~/web/pages/other-viewer.server';
import { redirectForRefusal } from '~/web/pages/refusal-redirect.server';
import { findViewerOrUnavailable } from '~/web/pages/viewer-of-page.server';
import type { OperationResult } from '~/web/pipeline/call-state';
import { contextOf } from '~/web/pipeline/context.server';
import { formAction } from '~/web/pipeline/form-token.server';
import { type Failure, respond, sayRefusal } from '~/web/pipeline/respond.server';
import { runOperation } from '~/web/pipeline/run-operation.server';
import { takeMemo, writeMemo } from '~/web/request/cookies.server';
import { isAskedAsData } from '~/web/request/exchange.server';
import { isFromOurPages } from '~/web/request/origin.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { textResponse } from '~/web/request/text-response';
import { formatDisposition, streamAsRead } from './serve-file.server';

/**
 * Creates the action for an operation whose result is a file. A plain form posts to it, and the
 * browser saves the file. If the form has errors, the action redirects back to its page, which
 * reads them with `takeFieldErrors`.
 *
 * @param options.page the path of the page with the form.
 */
export function downloadAction(operation: AnyOperation<{ data: Download }>, { page }: { page: string }) {
  return formAction(operation, async ({ request }: ActionFunctionArgs): Promise<Response> => {
    const refusal = refuseRequest(request);
    if (refusal) return refusal;
    const viewer = await findViewerOrUnavailable(request);
    const context = await contextOf(request, pageChannel);
    const result = await runOperation(operation, {
      request,
      context,
      findViewer: () => viewer,
      isForm: true,
    });
    return respond(operation, await openDownload(result), {
      onDone: ({ value }) => value.response,
      onFailed: (failure) => downloadRefused(operation, failure, { request, page, viewer }),
    });
  });
}

/** Redirects back to the page of the form, or to the target of the refusal. */
async function downloadRefused(
  operation: AnyOperation,
  failure: Failure,
  { request, page, viewer }: { request: Request; page: string; viewer: Viewer | null },
): Promise<Response> {
  const { result } = failure;
  if (result.status === 'refused') {
    const { refusal } = result;
    if (refusal.kind === 'signedOut') return redirect(`${paths.login}?next=${encodeURIComponent(page)}`);
    const away = await redirectForRefusal(refusal, request);
    if (away) return away;
    if (isOtherViewer(result)) return textResponse(failure.status, sayRefusal(refusal));
  }
  const { data } = await formAnswer(operation, failure);
  return redirect(page, { headers: [await writeMemo('mistaken', JSON.stringify(data), viewer)] });
}

function refuseRequest(request: Request): Response | undefined {
  if (request.method !== 'POST') {
    const answer = textResponse(405, translate(requestLanguage(), 'refused.method'));
    answer.headers.set('Allow', 'GET, HEAD, POST');
    return answer;
  }
  // For a data request, Remix would read the whole file into memory.
  if (isAskedAsData()) return textResponse(404, translate(requestLanguage(), 'error.notFound'));
  return isFromOurPages(request)
    ? undefined
    : textResponse(403, translate(requestLanguage(), 'refused.crossSite'));
}

/** Reads the errors of a `downloadAction` form once, with the headers that delete them. */
export async function takeFieldErrors(
  request: Request,
  viewer: Viewer,
): Promise<{ answer?: FormAnswer; headers: HeadersInit }> {
  const { value, headers } = await takeMemo(request, 'mistaken', viewer);
  return { answer: value === undefined ? undefined : (JSON.parse(value) as FormAnswer), headers };
}

/**
 * Opens the file that an operation returns. It is streamed as it is produced, no faster than the
 * client reads, and never cached. If the file cannot be opened, the result is `failed`.
 */
export async function openDownload<Result extends { data: Download }>(
  result: OperationResult<Result>,
  extra?: HeadersInit,
): Promise<OperationResult<{ response: Response }>> {
  if (result.status !== 'done') return result;
  try {
    return { ...result, value: { response: await responseOf(result.value.data, extra) } };
  } catch (error) {
    return { status: 'failed', incident: logIncident('download', error) };
  }
}

async function responseOf({ name, mediaType, content }: Download, extra?: HeadersInit) {
  const headers = new Headers(extra);
  headers.set('Content-Type', mediaType);
  headers.set('Content-Disposition', formatDisposition('attachment', name));
  headers.set('Cache-Control', 'no-store');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Content-Security-Policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
  headers.set('Referrer-Policy', 'no-referrer');
  headers.append('Vary', 'Origin');
  return new Response(await streamAsRead(content, 'download'), { headers });
}
