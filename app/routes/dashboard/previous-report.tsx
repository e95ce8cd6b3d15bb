import { Link, useLoaderData, useLocation, useParams, useSearchParams } from '@remix-run/react';
import { listReportsWithOpenings } from '~/domain/desk/report-lists.server';
import { answerQuestion } from '~/domain/questions/answer-question.server';
import { Icon } from '~/ui/icon';
import { Emergency } from '~/ui/layout/emergency';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { List } from '~/ui/lists/list';
import { Notice } from '~/ui/notices/notice';
import { PersonChips } from '~/ui/people/person-chips';
import { ReportCard } from '~/ui/report/report-card';
import { useWords } from '~/ui/sentence';
import { contactDetails } from '~/web/pages/clinic-details.server';
import { answerLimits } from '~/web/pages/form-rules.server';
import { fromPath } from '~/web/pages/from-path';
import { pageLoader } from '~/web/pages/page-loader.server';
import { paths } from '~/web/request/paths';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/shared/page-exports';

export const loader = pageLoader(listReportsWithOpenings, {
  query: true,
  routeInput: fromPath('patientId'),
  extraData: () => ({
    limits: answerLimits(answerQuestion),
    helpline: contactDetails().helpline,
  }),
});

/** Number of cards from which on the list has filters; fewer fit at a glance. */
const searchFrom = 5;

export const meta = pageTitle('reports.title');

export default function PreviousReport() {
  const { t, moment } = useWords();
  const { meta, people, viewer, guessedShareAt } = useLoaderData<typeof loader>();
  const isOwn = useParams().patientId === viewer.id;
  const [query] = useSearchParams();
  return (
    <>
      <PageHead
        title={t('reports.title')}
        aside={
          isOwn && (
            <ButtonLink to={paths.shares} icon="share" variant="plain small">
              {t('shares.title')}
            </ButtonLink>
          )
        }
      />
      {guessedShareAt && (
        <Notice icon="alert" variant="bad mb-5">
          {t('shares.guessed', { moment: moment(guessedShareAt) })}
        </Notice>
      )}
      {query.get('report') ? (
        <OneReport />
      ) : (
        <>
          <PersonChips people={people} />
          <List
            meta={meta}
            filters={['reportType', 'status']}
            searchFrom={searchFrom}
            empty={
              <EmptyState title={t('reports.empty')} hint={isOwn ? t('reports.emptyHint') : undefined}>
                {isOwn && (
                  <ButtonLink to={paths.uploadReport} icon="upload" variant="mt-2">
                    {t('nav.uploadReport')}
                  </ButtonLink>
                )}
              </EmptyState>
            }
          >
            <Cards />
          </List>
        </>
      )}
      <Emergency />
    </>
  );
}

/** The report that the address names, by itself, with a link to all of them. */
function OneReport() {
  const { t } = useWords();
  const { pathname } = useLocation();
  const { meta } = useLoaderData<typeof loader>();
  return (
    <>
      <Link to={pathname} className="mb-4 inline-flex min-h-11 items-center gap-1 font-semibold">
        <Icon name="previous" />
        {t('filter.all')}
      </Link>
      {meta.total === 0 ? <EmptyState title={t('filter.nothing')} /> : <Cards isAlone />}
    </>
  );
}

/** The cards. Those of the newest report and of new answers are open; all others are folded. */
function Cards({ isAlone = false }: { isAlone?: boolean }) {
  const { data, openings, newAnswers, untranslated, limits, helpline, loadedAt, viewer } =
    useLoaderData<typeof loader>();
  const newest = Math.max(...data.map(({ createdAt }) => Date.parse(createdAt)));
  const isOpenAtFirst = ({ _id, createdAt }: (typeof data)[number]) =>
    isAlone || Date.parse(createdAt) === newest || newAnswers?.includes(_id);
  return (
    <ul className="grid max-w-4xl items-start gap-3">
      {data.map((report) => (
        <li key={report._id}>
          <ReportCard
            report={report}
            audience={report.patient._id === viewer.id ? 'patient' : 'staff'}
            isNew={newAnswers?.includes(report._id)}
            isAlone={isAlone}
            isOpenAtFirst={isOpenAtFirst(report)}
            openings={openings?.[report._id]}
            limits={limits}
            untranslated={untranslated?.[report._id]}
            helpline={helpline}
            loadedAt={loadedAt}
            paths={
              report.patient._id === viewer.id
                ? {
                    seen: paths.reviewSeen(report._id),
                    correct: paths.correctReport(report._id),
                    delete: paths.deleteReport(report._id),
                    summary: paths.reviewSummary(report._id),
                    withdraw: paths.withdrawConsent(report._id),
                    consentAgain: paths.giveConsent(report._id),
                    answer: paths.answerQuestion(report._id),
                    share: paths.shareReport(report._id),
                    contact: paths.contactUs,
                  }
                : undefined
            }
          />
        </li>
      ))}
    </ul>
  );
}
