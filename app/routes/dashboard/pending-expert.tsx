import { Link, useLoaderData } from '@remix-run/react';
import { approveExpert } from '~/domain/experts/approve';
import { listPendingExperts } from '~/domain/experts/lists';
import { ExpertCard } from '~/ui/ExpertCard';
import { SubmitButton } from '~/ui/form';
import { Icon } from '~/ui/Icon';
import { EmptyState, List } from '~/ui/lists';
import { PageError } from '~/ui/PageError';
import { pageTitle } from '~/ui/pageTitle';
import { PostForm } from '~/ui/post-form';
import { PageHead } from '~/ui/Shell';
import { useWords } from '~/ui/words';
import { pageAction, pageLoader } from '~/web/page.server';
import { paths } from '~/web/paths';

export const loader = pageLoader(listPendingExperts, { query: true });

export const action = pageAction(approveExpert, {
  to: () => ({ path: paths.pendingExpert }),
  back: paths.pendingExpert,
  alsoSays: { failed: 'approve.failed' },
  failed: paths.pendingExpert,
});

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
                <PostForm operation="expert.approve">
                  <input type="hidden" name="expertId" value={expert._id} />
                  <SubmitButton icon="check">
                    {t('experts.approve')}
                    {whom}
                  </SubmitButton>
                </PostForm>
                <Link to={paths.judgeExpert(expert._id, 'reject')} className="button danger">
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
