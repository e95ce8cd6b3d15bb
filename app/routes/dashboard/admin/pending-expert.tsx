import { Link, useLoaderData } from '@remix-run/react';
import { listPendingExperts } from '~/domain/experts/expert-lists.server';
import { Icon } from '~/ui/icon';
import { PageError } from '~/ui/layout/page-error';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ExpertCard } from '~/ui/lists/expert-card';
import { EmptyState, List } from '~/ui/lists/lists';
import { useWords } from '~/ui/sentence';
import { pageLoader } from '~/web/pages/page.server';
import { paths } from '~/web/paths';

export const loader = pageLoader(listPendingExperts, { query: true });

export const meta = pageTitle('experts.pendingTitle');

export default function PendingExpert() {
  const { t } = useWords();
  const { data, meta } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('experts.pendingTitle')} lead={t('experts.pendingLead')} />
      <List
        meta={meta}
        filters={['q']}
        searchLabel="filter.expert"
        empty={<EmptyState title={t('experts.pendingEmpty')} hint={t('experts.pendingEmptyHint')} />}
      >
        <ul className="grid gap-4 xl:grid-cols-2">
          {data.map((expert) => {
            const whom = (
              <span className="sr-only">
                {' '}
                {t('list.of', { name: `${expert.firstName} ${expert.lastName}` })}
              </span>
            );
            return (
              <ExpertCard key={expert._id} expert={expert}>
                <Link to={paths.approveExpert(expert._id)} className="button">
                  <Icon name="check" />
                  {t('experts.approve')}
                  {whom}
                </Link>
                <Link to={`${paths.changeExpertStatus(expert._id)}?to=reject`} className="button danger">
                  <Icon name="close" />
                  {t('judge.reject')}
                  {whom}
                </Link>
              </ExpertCard>
            );
          })}
        </ul>
      </List>
    </>
  );
}

export function ErrorBoundary() {
  return <PageError home={paths.home} />;
}
