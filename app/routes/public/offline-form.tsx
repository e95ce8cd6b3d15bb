import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { defaultDialCode } from '~/domain/kernel/phone';
import { maxDescriptionLength } from '~/domain/report/schemas';
import { uploadReport } from '~/domain/upload/upload-report.server';
import { countriesIn } from '~/i18n/countries';
import { ownWords } from '~/i18n/translate';
import { pageTitle } from '~/ui/layout/page-title';
import { OfflineReport } from '~/ui/upload/offline-report';
import { paths } from '~/urls/paths';
import { readDangerQuestion } from '~/web/pages/danger-list.server';
import { uploadRules } from '~/web/pages/form-rules.server';
import type { PageHandle } from '~/web/pages/page-handle';
import { readCookie } from '~/web/request/cookies.server';
import { isAskedAsData } from '~/web/request/exchange.server';
import { requestLanguage } from '~/web/request/request-language.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const handle: PageHandle = { hasLongLists: true, isWholeWindow: true };

/**
 * Loads the rules of the form that a browser stores for use without a connection. They are the same
 * for everyone: whoever is logged in is led to the dashboard.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  if (await readCookie(request, 'session')) throw redirect(paths.dashboard);
  const language = requestLanguage();
  const { submissionKey: _submissionKey, ...rules } = uploadRules(uploadReport, language);
  return {
    ...rules,
    danger: await readDangerQuestion(),
    // The rendered page has the countries as options already.
    countries: isAskedAsData() ? countriesIn(language) : [],
    maxDescriptionLength,
    dialCode: defaultDialCode,
    ...ownWords(language, 'offlineForm'),
  };
}

export const meta = pageTitle('upload.title');

export default function OfflineForm() {
  const { ownWords: _words, ...rules } = useLoaderData<typeof loader>();
  return <OfflineReport rules={rules} links={paths} />;
}
