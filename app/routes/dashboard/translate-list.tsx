import { useLoaderData } from '@remix-run/react';
import { listReviewsToTranslate } from '~/domain/review/translate-review.server';
import { useTypeName } from '~/ui/fields/type-name';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { List } from '~/ui/lists/list';
import { ReportFact } from '~/ui/report/report-parts';
import { useWords } from '~/ui/sentence';
import { CaseNumber } from '~/ui/staff/report-cells';
import { pageLoader } from '~/web/pages/page-loader.server';
import { paths } from '~/web/request/paths';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/shared/page-exports';

export const loader = pageLoader(listReviewsToTranslate, { query: true });

export const meta = pageTitle('translate.listTitle');

export default function TranslateList() {
  const { t, day, languageName } = useWords();
  const typeName = useTypeName();
  const { data, meta } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('translate.listTitle')} lead={t('translate.listLead')} />
      <List
        meta={meta}
        filters={[]}
        empty={
          <EmptyState title={t('translate.empty')} hint={t('translate.emptyHint')}>
            <ButtonLink to={paths.settingsOf('languages')} icon="settings" variant="mt-2">
              {t('nav.settings')}
            </ButtonLink>
          </EmptyState>
        }
      >
        <ul className="grid gap-4 md:grid-cols-2">
          {data.map((review) => (
            <li key={review._id} className="sheet grid content-start gap-3">
              <div>
                <h2>{typeName(review.reportType)}</h2>
                <CaseNumber reportId={review._id} />
              </div>
              <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-[0.95rem]">
                <ReportFact name={t('translate.from')}>{languageName(review.from)}</ReportFact>
                <ReportFact name={t('translate.to')}>{languageName(review.to)}</ReportFact>
                <ReportFact name={t('reviewed.expert')} className="min-w-0 [overflow-wrap:anywhere]">
                  {`${review.expert.firstName} ${review.expert.lastName}`.trim()}
                </ReportFact>
                {review.reviewedAt && (
                  <ReportFact name={t('reviewed.on')}>{day(review.reviewedAt)}</ReportFact>
                )}
              </dl>
              <ButtonLink to={paths.translate(review._id)} icon="language" variant="small justify-self-start">
                {t('translate.action')}
                <span className="sr-only"> {t('list.of', { name: typeName(review.reportType) })}</span>
              </ButtonLink>
            </li>
          ))}
        </ul>
      </List>
    </>
  );
}
