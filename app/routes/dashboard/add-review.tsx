import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { addReview, readReportToReview } from '~/domain/reports/review';
import { OperationForm, SubmitButton, TextArea } from '~/ui/form';
import { Icon } from '~/ui/Icon';
import { pageTitle } from '~/ui/pageTitle';
import { ReportPicture } from '~/ui/ReportCard';
import { PageHead } from '~/ui/Shell';
import { useTypeName } from '~/ui/typeName';
import { useWords } from '~/ui/words';
import { formFacts } from '~/web/form.server';
import { language, pageAction, pageLoader } from '~/web/page.server';
import { paths } from '~/web/paths';

const own = ({ params }: { params: { reportId?: string } }) => ({ reportId: params.reportId });

export const loader = pageLoader(readReportToReview, {
  own,
  back: paths.pendingReport,
  with: () => {
    const { review } = formFacts(addReview, language);
    return { missing: { review: review ?? '' } };
  },
});

export const action = pageAction(addReview, {
  own,
  to: () => ({ path: paths.pendingReport }),
  back: paths.pendingReport,
});

export const meta = pageTitle('review.title');

export default function AddReview() {
  const { t, day } = useWords();
  const { data: report, missing } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const type = useTypeName()(report.reportType);
  const name = `${report.patient.firstName} ${report.patient.lastName}`.trim();
  return (
    <>
      <PageHead
        title={t('review.title')}
        lead={t('review.for', { type, name })}
        aside={
          <Link to={paths.pendingReport} className="inline-flex min-h-11 items-center gap-1 font-semibold">
            <Icon name="previous" />
            {t('review.back')}
          </Link>
        }
      />
      <div className="grid gap-5 xl:grid-cols-2">
        <section className="sheet grid content-start gap-4" aria-label={type}>
          <h2>{type}</h2>
          <dl className="grid gap-3 text-[0.98rem]">
            <div>
              <dt className="text-muted">{t('report.submittedOn')}</dt>
              <dd className="font-semibold">{day(report.createdAt)}</dd>
            </div>
            <div>
              <dt className="text-muted">{t('review.phone')}</dt>
              <dd className="font-figures font-semibold">{report.phoneNumber}</dd>
            </div>
            <div>
              <dt className="text-muted">{t('review.description')}</dt>
              <dd className="whitespace-pre-line">{report.description ?? t('report.noDescription')}</dd>
            </div>
          </dl>
          <ReportPicture report={report} label={type} isLarge />
        </section>
        <section className="sheet" aria-label={t('review.label')}>
          <OperationForm id="review" answer={answer} missing={missing}>
            <TextArea name="review" label={t('review.label')} hint={t('review.hint')} rows={14} isRequired />
            <SubmitButton busy={t('review.busy')} icon="check">
              {t('review.submit')}
            </SubmitButton>
          </OperationForm>
        </section>
      </div>
    </>
  );
}
