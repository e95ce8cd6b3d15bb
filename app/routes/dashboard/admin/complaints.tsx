import { useLoaderData } from '@remix-run/react';
import { listComplaints } from '~/domain/messages/complaint-lists.server';
import type { PublicComplaint } from '~/domain/messages/complaint-schemas';
import { complaintStates } from '~/domain/messages/constants';
import { Icon } from '~/ui/icon';
import { PageTabs } from '~/ui/layout/page-tabs';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { Pager } from '~/ui/lists/pager';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { pageLoader } from '~/web/pages/page-loader.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(listComplaints, { query: true });

export const meta = pageTitle('complaints.title');

/** Lists the complaints that the admin may read. */
export default function Complaints() {
  const { t } = useWords();
  const { data, meta, state } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-3xl">
      <PageHead title={t('complaints.title')} lead={t('complaints.lead')} />
      <PageTabs
        label={t('complaints.title')}
        current={`${paths.complaints}?state=${state}`}
        tabs={complaintStates.map((one) => ({
          to: `${paths.complaints}?state=${one}`,
          label: t(`complaints.${one}`),
        }))}
      />
      {data.length === 0 ? (
        <EmptyState title={t('complaints.none')} />
      ) : (
        <ul className="grid gap-4">
          {data.map((complaint) => (
            <li key={complaint._id}>
              <Entry complaint={complaint} />
            </li>
          ))}
        </ul>
      )}
      <Pager meta={meta} />
    </div>
  );
}

function Entry({ complaint }: { complaint: PublicComplaint }) {
  const { t, day } = useWords();
  const { _id, number, topic, name, dueDay, isOverdue, answeredAt } = complaint;
  return (
    <article className="sheet grid gap-3" aria-labelledby={`complaint-${_id}`}>
      <header className="flex flex-wrap items-start justify-between gap-2">
        <h2 id={`complaint-${_id}`} className="font-figures" dir="ltr">
          {number}
        </h2>
        {isOverdue && (
          <span className="badge bg-danger text-raised">
            <Icon name="alert" className="h-4 w-4" />
            {t('complaints.overdue')}
          </span>
        )}
      </header>
      <p className="[overflow-wrap:anywhere]">
        {t(`complaintTopic.${topic}`)} · {t('complaint.from', { name })}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          {answeredAt ? day(answeredAt) : t('complaints.dueBy', { date: day(dueDay) })}
        </p>
        <ButtonLink to={paths.complaint(_id)} icon="file" variant="small plain">
          {t('complaints.read')}
          <OfName name={number} />
        </ButtonLink>
      </div>
    </article>
  );
}
