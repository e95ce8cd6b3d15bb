import { Link, useLoaderData } from '@remix-run/react';
import { listPendingExperts } from '~/domain/experts/lists';
import { ExpertCard } from '~/ui/ExpertCard';
import { Icon } from '~/ui/Icon';
import { EmptyState, List } from '~/ui/lists';
import { PageError } from '~/ui/PageError';
import { pageTitle } from '~/ui/pageTitle';
import { PageHead } from '~/ui/Shell';
import { useWords } from '~/ui/words';
import { pageLoader } from '~/web/page.server';
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
                <Link to={paths.changeExpertStatus(expert._id, 'reject')} className="button danger">
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
