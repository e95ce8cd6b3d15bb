import { useLoaderData } from '@remix-run/react';
import { formatFullName } from '~/domain/identity/full-name';
import { listReviewsToTranslate } from '~/domain/review/translate-review.server';
import { useTypeName } from '~/ui/fields/type-name';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { List } from '~/ui/lists/list';
import { numberOfFirst } from '~/ui/lists/pager';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';
import { CaseNumber, RowName } from '~/ui/staff/report-cells';
import { type Column, ReportTable, tableLinks } from '~/ui/staff/report-table';
import { paths } from '~/urls/paths';
import { pageLoader } from '~/web/pages/page-loader.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const links = tableLinks;

export const loader = pageLoader(listReviewsToTranslate, { query: true });

export const meta = pageTitle('translate.listTitle');

export default function TranslateList() {
  const { t } = useWords();
  const { data, meta } = useLoaderData<typeof loader>();
  const columns = useColumns();
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
        <ReportTable
          label={t('translate.listTitle')}
          columns={columns}
          rows={data}
          first={numberOfFirst(meta)}
        />
      </List>
    </>
  );
}

type Wanted = ReturnType<typeof useLoaderData<typeof loader>>['data'][number];

function useColumns(): Column<Wanted>[] {
  const { t, day, languageName } = useWords();
  const typeName = useTypeName();
  return [
    {
      key: 'type',
      label: t('pending.type'),
      card: 'name',
      rowName: ({ reportType }) => typeName(reportType),
      cell: ({ _id, reportType }) => (
        <>
          <RowName name={typeName(reportType)} />
          <CaseNumber reportId={_id} />
        </>
      ),
    },
    {
      key: 'from',
      label: t('translate.from'),
      card: 'half',
      cell: ({ from }) => <Labelled label={t('translate.from')}>{languageName(from)}</Labelled>,
    },
    {
      key: 'to',
      label: t('translate.to'),
      card: 'half',
      cell: ({ to }) => <Labelled label={t('translate.to')}>{languageName(to)}</Labelled>,
    },
    {
      key: 'expert',
      label: t('reviewed.expert'),
      cell: ({ expert }) => <span className="[overflow-wrap:anywhere]">{formatFullName(expert)}</span>,
    },
    {
      key: 'on',
      label: t('reviewed.on'),
      card: 'corner',
      cell: ({ reviewedAt: at }) => (at ? <time dateTime={at}>{day(at)}</time> : t('reviewed.none')),
    },
    {
      key: 'action',
      label: t('pending.action'),
      card: 'action',
      cell: ({ _id, reportType }) => (
        <ButtonLink to={paths.translate(_id)} icon="language" variant="small">
          {t('translate.action')}
          <OfName name={typeName(reportType)} />
        </ButtonLink>
      ),
    },
  ];
}

/** A value with its label on a card, where no column heads it. */
function Labelled({ label, children }: { label: string; children: string }) {
  return (
    <>
      <span className="me-2 text-muted @3xl:hidden">{label}</span>
      {children}
    </>
  );
}
