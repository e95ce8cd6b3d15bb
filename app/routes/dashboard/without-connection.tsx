import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ownWords } from '~/i18n/translate';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { WithoutConnection } from '~/ui/upload/without-connection';
import { paths } from '~/urls/paths';
import { requireViewer } from '~/web/pages/require-viewer.server';
import { requestLanguage } from '~/web/request/request-language.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

// On this page alone: a browser that finds it loads it and its icons.
export const links: LinksFunction = () => [
  { rel: 'manifest', href: paths.manifest },
  { rel: 'apple-touch-icon', href: '/icon-192.png' },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const { firstName, lastName } = await requireViewer(request);
  const [letter] = new Intl.Segmenter().segment(firstName || lastName);
  return { initial: letter?.segment ?? '', ...ownWords(requestLanguage(), 'offlineForm') };
}

export const meta = pageTitle('offline.when');

export default function WithoutConnectionPage() {
  const { t } = useWords();
  const { initial } = useLoaderData<typeof loader>();
  return (
    <>
      <BackLink to={paths.uploadReport} label={t('nav.uploadReport')} />
      <PageHead title={t('offline.when')} lead={t('offlineForm.lead')} />
      <WithoutConnection initial={initial} />
    </>
  );
}
