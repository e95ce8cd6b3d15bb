import { Link, useLoaderData, useLocation } from '@remix-run/react';
import { may } from '~/domain/abilities';
import { restoreExpert } from '~/domain/experts/judge';
import { listApprovedExperts } from '~/domain/experts/lists';
import type { PublicExpert } from '~/domain/experts/presentExpert';
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

export const loader = pageLoader(listApprovedExperts, { query: true });

/** Back to the list as it was filtered. */
const sameList = ({ request }: { request: Request }) => {
  const query = new URL(request.url).searchParams;
  query.delete('_routes');
  return query.size > 0 ? `${paths.approvedExpert}?${query}` : paths.approvedExpert;
};

export const action = pageAction(restoreExpert, {
  onSuccess: (done) => ({ path: sameList(done) }),
  back: sameList,
  failed: sameList,
});

export const meta = pageTitle('experts.approvedTitle');

export default function ApprovedExpert() {
  const { t } = useWords();
  const { data, meta, viewer } = useLoaderData<typeof loader>();
  const isJudge = may(viewer, 'expert.judge');
  return (
    <>
      <PageHead title={t('experts.approvedTitle')} />
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
              {expert.standing && <Judge expert={expert} />}
            </ExpertCard>
          ))}
        </ul>
      </List>
    </>
  );
}

/** What an admin can do about an expert who waits no more. */
function Judge({ expert }: { expert: PublicExpert }) {
  const { t } = useWords();
  const { search } = useLocation();
  const whom = (
    <span className="sr-only"> {t('list.of', { name: `${expert.firstName} ${expert.lastName}` })}</span>
  );
  if (expert.standing?.is === 'approved') {
    return (
      <Link to={paths.changeExpertStatus(expert._id, 'suspend')} className="button danger small">
        <Icon name="lock" />
        {t('judge.suspend')}
        {whom}
      </Link>
    );
  }
  return (
    <PostForm operation="expert.restore" action={`${paths.approvedExpert}${search}`}>
      <input type="hidden" name="expertId" value={expert._id} />
      <SubmitButton icon="check" variant="small plain">
        {t('standing.restore')}
        {whom}
      </SubmitButton>
    </PostForm>
  );
}

export function ErrorBoundary() {
  return <PageError home={paths.home} />;
}
