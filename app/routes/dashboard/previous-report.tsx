import { useLoaderData, useParams } from '@remix-run/react';
import { answerQuestion } from '~/domain/reports/questions/answer-question.server';
import { listReportsWithOpenings } from '~/domain/reports/queue/report-lists.server';
import { ButtonLink } from '~/ui/button-link';
import { Emergency } from '~/ui/layout/emergency';
import { PageError } from '~/ui/layout/page-error';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { EmptyState } from '~/ui/lists/empty-state';
import { List } from '~/ui/lists/list';
import { PersonChips } from '~/ui/people/person-chips';
import { ReportCard } from '~/ui/report-card/report-card';
import { useWords } from '~/ui/sentence';
import { answerLimits } from '~/web/pages/form-rules.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { paths } from '~/web/paths';
import { fromPath } from '../from-path';

export const loader = pageLoader(listReportsWithOpenings, {
  query: true,
  routeInput: fromPath('patientId'),
  with: () => ({ limits: answerLimits(answerQuestion) }),
});

/** Fewer cards than this are seen at a glance. */
const searchFrom = 5;

export const meta = pageTitle('reports.title');

export default function PreviousReport() {
  const { t } = useWords();
  const { data, meta, people, openings, newAnswers, limits, viewer } = useLoaderData<typeof loader>();
  const isOwn = useParams().patientId === viewer.id;
  return (
    <>
      <PageHead title={t('reports.title')} />
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
        <ul className="grid gap-5 xl:grid-cols-2">
          {data.map((report) => (
            <li key={report._id} className="grid">
              <ReportCard
                report={report}
                audience={isOwn ? 'patient' : 'staff'}
                isNew={newAnswers?.includes(report._id)}
                openings={openings?.[report._id]}
                limits={limits}
                paths={
                  isOwn
                    ? {
                        correct: paths.correctReport(report._id),
                        delete: paths.deleteReport(report._id),
                        withdraw: paths.withdrawConsent(report._id),
                        giveAgain: paths.giveConsent(report._id),
                        answer: paths.answerQuestion(report._id),
                      }
                    : undefined
                }
              />
            </li>
          ))}
        </ul>
      </List>
      <Emergency />
    </>
  );
}

export function ErrorBoundary() {
  return <PageError home={paths.home} />;
}
