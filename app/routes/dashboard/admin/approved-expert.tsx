import { useLoaderData, useLocation } from '@remix-run/react';
import { restoreExpert } from '~/domain/experts/change-expert-status.server';
import { listApprovedExperts } from '~/domain/experts/expert-lists.server';
import type { PublicExpert } from '~/domain/experts/present-expert.server';
import { formatFullName } from '~/domain/identity/full-name';
import { hasAbility } from '~/domain/kernel/abilities';
import { SubmitButton } from '~/ui/forms/buttons';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { List } from '~/ui/lists/list';
import { PostForm } from '~/ui/notices/post-form';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';
import { ExpertCard } from '~/ui/staff/expert-card';
import { paths } from '~/urls/paths';
import { pageAction } from '~/web/pages/page-action.server';
import { sameListAt } from '~/web/pages/page-handle';
import { pageLoader } from '~/web/pages/page-loader.server';
import { DoctorLink, ExpertTabs } from './expert-tabs';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(listApprovedExperts, { query: true });

const sameList = sameListAt(paths.approvedExpert);

export const action = pageAction(restoreExpert, {
  onSuccess: (done) => ({ path: sameList(done) }),
  refusedPath: sameList,
  failedPath: sameList,
});

export const meta = pageTitle('experts.approvedTitle');

export default function ApprovedExpert() {
  const { t } = useWords();
  const { data, meta, viewer } = useLoaderData<typeof loader>();
  const isJudge = hasAbility(viewer, 'expert.judge');
  return (
    <>
      <PageHead
        title={t('experts.approvedTitle')}
        aside={
          hasAbility(viewer, 'duty.plan') && (
            <ButtonLink to={paths.dutyPlan} icon="pending" variant="plain">
              {t('dutyPlan.title')}
            </ButtonLink>
          )
        }
      />
      {hasAbility(viewer, 'expert.listPending') && <ExpertTabs current={paths.approvedExpert} />}
      <List
        meta={meta}
        filters={isJudge ? ['standing', 'q'] : ['q']}
        searchLabel="filter.expert"
        searchFrom={isJudge ? 0 : 1}
        empty={<EmptyState title={t('experts.approvedEmpty')} hint={t('experts.approvedEmptyHint')} />}
      >
        <ul className="grid gap-4 xl:grid-cols-2">
          {data.map((expert) => (
            <ExpertCard key={expert._id} expert={expert}>
              {expert.standing && <DoctorLink expert={expert} />}
              {expert.standing && <Judge expert={expert} />}
            </ExpertCard>
          ))}
        </ul>
      </List>
    </>
  );
}

/** Links to an admin's actions for an expert who no longer waits for approval. */
function Judge({ expert }: { expert: PublicExpert }) {
  const { t } = useWords();
  const { search } = useLocation();
  const whom = <OfName name={formatFullName(expert)} />;
  if (expert.standing?.is === 'approved') {
    return (
      <ButtonLink
        to={`${paths.changeExpertStatus(expert._id)}?to=suspend`}
        icon="lock"
        variant="danger small"
      >
        {t('judge.suspend')}
        {whom}
      </ButtonLink>
    );
  }
  return (
    <>
      <ButtonLink
        to={`${paths.changeExpertStatus(expert._id)}?to=doubt`}
        icon="reports"
        variant="plain small"
      >
        {t('doubt.link')}
        {whom}
      </ButtonLink>
      <PostForm operation="expert.restore" action={`${paths.approvedExpert}${search}`}>
        <input type="hidden" name="expertId" value={expert._id} />
        <SubmitButton icon="check" variant="small plain">
          {t('standing.restore')}
          {whom}
        </SubmitButton>
      </PostForm>
    </>
  );
}
