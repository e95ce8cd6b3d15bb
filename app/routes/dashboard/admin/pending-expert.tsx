import { useLoaderData } from '@remix-run/react';
import { listPendingExperts } from '~/domain/experts/expert-lists.server';
import { formatFullName } from '~/domain/identity/full-name';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { List } from '~/ui/lists/list';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';
import { ExpertCard } from '~/ui/staff/expert-card';
import { paths } from '~/urls/paths';
import { pageLoader } from '~/web/pages/page-loader.server';
import { DoctorLink, ExpertTabs } from './expert-tabs';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(listPendingExperts, { query: true });

export const meta = pageTitle('experts.pendingTitle');

export default function PendingExpert() {
  const { t } = useWords();
  const { data, meta } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('experts.pendingTitle')} lead={t('experts.pendingLead')} />
      <ExpertTabs current={paths.pendingExpert} />
      <List
        meta={meta}
        filters={['q']}
        searchLabel="filter.expert"
        empty={<EmptyState title={t('experts.pendingEmpty')} hint={t('experts.pendingEmptyHint')} />}
      >
        <ul className="grid gap-4 xl:grid-cols-2">
          {data.map((expert) => {
            const whom = <OfName name={formatFullName(expert)} />;
            return (
              <ExpertCard key={expert._id} expert={expert}>
                <ButtonLink to={paths.approveExpert(expert._id)} icon="check">
                  {t('experts.approve')}
                  {whom}
                </ButtonLink>
                <ButtonLink
                  to={`${paths.changeExpertStatus(expert._id)}?to=reject`}
                  icon="close"
                  variant="danger"
                >
                  {t('judge.reject')}
                  {whom}
                </ButtonLink>
                <DoctorLink expert={expert} />
              </ExpertCard>
            );
          })}
        </ul>
      </List>
    </>
  );
}
