import { useLoaderData } from '@remix-run/react';
import { listOwnComplaints } from '~/domain/messages/complaint-lists.server';
import type { OwnComplaint } from '~/domain/messages/complaint-schemas';
import { ComplaintText } from '~/ui/complaint-text';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink, ButtonLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { pageLoader } from '~/web/pages/page-loader.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(listOwnComplaints);

export const meta = pageTitle('complaints.own');

/** Lists what the user complained about, with the clinic's answers. */
export default function MyComplaints() {
  const { t } = useWords();
  const { data: complaints } = useLoaderData<typeof loader>();
  return (
    <>
      <BackLink to={paths.settings} label={t('settings.title')} />
      <PageHead title={t('complaints.own')} />
      {complaints.length === 0 ? (
        <EmptyState title={t('complaints.ownNone')} />
      ) : (
        <ul className="grid max-w-3xl gap-4">
          {complaints.map((complaint) => (
            <li key={complaint.number}>
              <Complaint complaint={complaint} />
            </li>
          ))}
        </ul>
      )}
      <div className="actions mt-6">
        <ButtonLink to={paths.complain} icon="write" variant="plain">
          {t('complain.link')}
        </ButtonLink>
      </div>
    </>
  );
}

function Complaint({ complaint }: { complaint: OwnComplaint }) {
  const { t, day } = useWords();
  const { number, state, dueDay, answer } = complaint;
  return (
    <article className="sheet grid gap-3" aria-labelledby={`complaint-${number}`}>
      <header className="flex flex-wrap items-start justify-between gap-2">
        <h2 id={`complaint-${number}`} className="font-figures" dir="ltr">
          {number}
        </h2>
        <span className="badge bg-accent-quiet text-ink">{t(`complaints.${state}`)}</span>
      </header>
      <ComplaintText complaint={complaint} />
      {answer === null ? (
        <p>{t('complain.dueBy', { date: day(dueDay) })}</p>
      ) : (
        <section className="rounded-field bg-accent-quiet p-4 text-ink">
          <h3>{t('complaint.ourAnswer')}</h3>
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
            {answer}
          </p>
        </section>
      )}
    </article>
  );
}
