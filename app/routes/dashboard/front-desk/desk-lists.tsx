import { useLoaderData } from '@remix-run/react';
import { readDeskLists } from '~/domain/front-desk/unused-slips.server';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink, ButtonLink } from '~/ui/links';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { pageLoader } from '~/web/pages/page-loader.server';
import { RemovalState } from './removal-state';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(readDeskLists);

export const meta = pageTitle('deskLists.title');

/** Lists the slips that were never used, and the addresses to take off. */
export default function DeskLists() {
  const { t } = useWords();
  return (
    <>
      <BackLink to={paths.frontDesk} label={t('frontDesk.title')} />
      <PageHead title={t('deskLists.title')} />
      <div className="grid max-w-3xl gap-6">
        <UnusedSlips />
        <Removals />
      </div>
    </>
  );
}

const rowClass =
  'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-4 first:border-t-0 first:pt-0 [overflow-wrap:anywhere]';

function UnusedSlips() {
  const { t, day } = useWords();
  const { slips } = useLoaderData<typeof loader>();
  return (
    <section className="sheet" aria-labelledby="unused-slips">
      <h2 id="unused-slips">{t('unusedSlips.title')}</h2>
      <p className="mt-2 mb-4 text-muted">{t('unusedSlips.lead')}</p>
      {slips.length === 0 ? (
        <p>{t('ownNumber.none')}</p>
      ) : (
        <ul className="grid gap-4">
          {slips.map(({ userId, firstName, numberStart, issuedAt, endsAt, isOver }) => (
            <li key={userId} className={rowClass}>
              <div>
                <p className="font-label">
                  <bdi>{firstName}</bdi> (<bdi dir="ltr" className="font-figures">{`${numberStart}-…`}</bdi>)
                </p>
                <p className="text-small text-muted">
                  {t('unusedSlips.issued', { date: day(issuedAt) })}
                  <br />
                  {t(isOver ? 'unusedSlips.over' : 'unusedSlips.ends', { date: day(endsAt) })}
                </p>
              </div>
              <ButtonLink to={paths.issueSlip(userId)} icon="print" variant="plain small">
                {t('slip.title')}
                <OfName name={firstName} />
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Removals() {
  const { t } = useWords();
  const { removals } = useLoaderData<typeof loader>();
  return (
    <section className="sheet" aria-labelledby="removals">
      <h2 id="removals" className="mb-4">
        {t('removal.title')}
      </h2>
      {removals.length === 0 ? (
        <p>{t('ownNumber.none')}</p>
      ) : (
        <ul className="grid gap-4">
          {removals.map((removal) => (
            <li key={removal.userId} className={rowClass}>
              <div>
                <p>
                  <bdi>{removal.firstName}</bdi> (
                  <bdi dir="ltr" className="font-figures">{`${removal.numberStart}-…`}</bdi>)
                </p>
                <RemovalState removal={removal} />
              </div>
              <ButtonLink
                to={
                  removal.state === 'ready'
                    ? paths.issueSlip(removal.userId)
                    : paths.disputeAddress(removal.userId)
                }
                icon={removal.state === 'ready' ? 'print' : 'next'}
                variant="plain small"
              >
                {t(removal.state === 'ready' ? 'slip.title' : 'removal.title')}
                <OfName name={removal.firstName} />
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
