import { useLoaderData } from '@remix-run/react';
import { listApprovedExperts } from '~/domain/experts/lists';
import { ExpertCard } from '~/ui/ExpertCard';
import { EmptyState, List } from '~/ui/lists';
import { PageError } from '~/ui/PageError';
import { pageTitle } from '~/ui/pageTitle';
import { PageHead } from '~/ui/Shell';
import { useWords } from '~/ui/words';
import { pageLoader } from '~/web/page.server';
import { paths } from '~/web/paths';

export const loader = pageLoader(listApprovedExperts, { query: true });

export const meta = pageTitle('experts.approvedTitle');

export default function ApprovedExpert() {
  const { t } = useWords();
  const { data, meta } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('experts.approvedTitle')} />
      <List
        meta={meta}
        filters={['q']}
        searchLabel="filter.expert"
        empty={<EmptyState title={t('experts.approvedEmpty')} hint={t('experts.approvedEmptyHint')} />}
      >
        <ul className="grid gap-4 xl:grid-cols-2">
          {data.map((expert) => (
            <ExpertCard key={expert._id} expert={expert} />
          ))}
        </ul>
      </List>
    </>
  );
}

export function ErrorBoundary() {
  return <PageError home={paths.home} />;
}
