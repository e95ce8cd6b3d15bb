import { Form, useLoaderData } from '@remix-run/react';
import { approveExpert } from '~/domain/experts/approve';
import { listPendingExperts } from '~/domain/experts/lists';
import { SubmitButton } from '~/ui/form';
import { Avatar } from '~/ui/Header';
import { EmptyState, Pager } from '~/ui/lists';
import { pageTitle } from '~/ui/pageTitle';
import { PageHead } from '~/ui/Shell';
import { useWords } from '~/ui/words';
import { pageAction, pageLoader } from '~/web/page.server';
import { paths } from '~/web/paths';

export const loader = pageLoader(listPendingExperts, { query: true });

export const action = pageAction(approveExpert, {
  to: () => ({ path: paths.pendingExpert }),
  back: paths.pendingExpert,
  saysFailed: true,
  failed: paths.pendingExpert,
});

export const meta = pageTitle('experts.pendingTitle');

export default function PendingExpert() {
  const { t } = useWords();
  const { data, meta } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('experts.pendingTitle')} lead={t('experts.pendingLead')} />
      {data.length === 0 ? (
        <EmptyState title={t('experts.pendingEmpty')} hint={t('experts.pendingEmptyHint')} />
      ) : (
        <ul className="grid gap-4 xl:grid-cols-2">
          {data.map((expert) => (
            <li key={expert._id} className="sheet grid min-w-0 content-start gap-4">
              <div className="flex items-center gap-3">
                <Avatar person={expert} />
                <h2 className="min-w-0">
                  {expert.firstName} {expert.lastName}
                </h2>
              </div>
              <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[0.98rem]">
                <dt className="text-muted">{t('experts.email')}</dt>
                <dd className="min-w-0 [overflow-wrap:anywhere]">{expert.email}</dd>
                <dt className="text-muted">{t('experts.contact')}</dt>
                <dd className="font-figures">{expert.contactNumber}</dd>
                <dt className="text-muted">{t('experts.accountType')}</dt>
                <dd>{expert.accountType}</dd>
              </dl>
              <Form method="post">
                <input type="hidden" name="expertId" value={expert._id} />
                <SubmitButton icon="check">
                  {t('experts.approve')}
                  <span className="sr-only">
                    {' '}
                    {t('list.of', { name: `${expert.firstName} ${expert.lastName}` })}
                  </span>
                </SubmitButton>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <Pager meta={meta} />
    </>
  );
}
