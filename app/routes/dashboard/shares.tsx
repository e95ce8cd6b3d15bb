import { useLoaderData } from '@remix-run/react';
import { endShare, listShares, type PublicShare } from '~/domain/shares/list-shares.server';
import { useTypeName } from '~/ui/fields/type-name';
import { ActionButton } from '~/ui/forms/buttons';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(listShares);

export const action = pageAction(endShare, {
  onSuccess: () => ({ path: paths.shares }),
  refusedPath: paths.shares,
  failedPath: paths.shares,
});

export const meta = pageTitle('shares.title');

export default function Shares() {
  const { t } = useWords();
  const { data: shares, viewer } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-3xl">
      <BackLink to={paths.previousReport(viewer.id)} label={t('reports.title')} />
      <PageHead title={t('shares.title')} lead={t('shares.lead')} />
      {shares.length === 0 ? (
        <EmptyState title={t('shares.empty')} hint={t('shares.emptyHint')} />
      ) : (
        <ul className="grid gap-4">
          {shares.map((share) => (
            <ShareEntry key={share._id} share={share} />
          ))}
        </ul>
      )}
    </div>
  );
}

function ShareEntry({ share }: { share: PublicShare }) {
  const { t, day, moment } = useWords();
  const typeName = useTypeName();
  const { _id, label, createdAt, reports, isOpen } = share;
  return (
    <li className="sheet grid gap-4 !p-5 [overflow-wrap:anywhere]">
      <div>
        <h2 className="text-body">
          {label ? <bdi>{label}</bdi> : t('shares.createdOn', { date: day(createdAt) })}
        </h2>
        <ShareState share={share} />
        {label && <p className="text-muted">{t('shares.createdAt', { moment: moment(createdAt) })}</p>}
      </div>
      {reports.length > 0 && (
        <ul className="grid gap-1">
          {reports.map((report) => (
            <li key={report._id} className="flex gap-2">
              <Icon name="file" className="mt-0.5 shrink-0" />
              <span>
                {typeName(report.reportType)},{' '}
                <span className="text-muted">
                  {t('share.choice', { date: day(report.sentAt), number: report.caseNumber })}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Openings share={share} />
      {isOpen && (
        <ActionButton
          operation="share.end"
          action={paths.shares}
          fields={{ shareId: _id }}
          icon="close"
          variant="danger small"
        >
          {t('shares.end')}
        </ActionButton>
      )}
    </li>
  );
}

/** Says until when a link works, or why it does not. */
function ShareState({ share: { isOpen, expiresAt, endedAt, endedBy, reports } }: { share: PublicShare }) {
  const { t, moment } = useWords();
  if (isOpen) {
    return (
      <p className="flex items-start gap-2 font-label">
        <Icon name="check" className="mt-0.5 shrink-0 text-good" />
        {t('shares.open', { moment: moment(expiresAt) })}
      </p>
    );
  }
  const at = moment(endedAt ?? expiresAt);
  if (endedBy === 'tries') {
    return (
      <Notice icon="alert" variant="bad my-2">
        {t('shares.guessed', { moment: at })}
      </Notice>
    );
  }
  if (endedBy) return <p className="text-muted">{t(`shares.endedBy.${endedBy}`, { moment: at })}</p>;
  if (reports.length === 0) return <p className="text-muted">{t('shares.noReports')}</p>;
  return <p className="text-muted">{t('shares.expired', { moment: at })}</p>;
}

function Openings({ share: { openings, isOpen } }: { share: PublicShare }) {
  const { t, moment } = useWords();
  if (openings.length === 0) return isOpen ? <p className="text-muted">{t('shares.neverOpened')}</p> : null;
  return (
    <section className="border-t border-line pt-3">
      <h3 className="text-body">{t('shares.openedBy')}</h3>
      <p className="text-small text-muted">{t('shares.unchecked')}</p>
      <ul className="mt-2 grid gap-2">
        {openings.map(({ at, name, registrationNumber }) => (
          <li key={`${at} ${name} ${registrationNumber}`}>
            {t('shares.saidToBe', { name, number: registrationNumber })}
            <time dateTime={at} className="block text-small text-muted">
              {moment(at)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
