import { useActionData, useLoaderData } from '@remix-run/react';
import { maxAmendReasonLength } from '~/domain/report/report-constants';
import { readReviewHistory, takeBackReview } from '~/domain/review/take-back-review.server';
import { amendReasons } from '~/platform/enums';
import { SelectField } from '~/ui/fields/fields';
import { TextArea } from '~/ui/fields/text-area';
import { useTypeName } from '~/ui/fields/type-name';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { patientNameOf } from '~/ui/people/people-words';
import { NextStep } from '~/ui/report/next-step';
import { type Version, VersionLine, VersionText } from '~/ui/report/version-words';
import { useWords } from '~/ui/sentence';
import { CaseNumber } from '~/ui/staff/report-cells';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { requiredFields } from '~/web/pages/required-fields.server';

export {
  PageErrorBoundary as ErrorBoundary,
  revalidateOnConflict as shouldRevalidate,
} from '~/routes/page-exports';

const routeInput = fromPath('reportId');

export const loader = pageLoader(readReviewHistory, {
  routeInput,
  extraData: () => ({ required: requiredFields(takeBackReview, 'reasonCode', 'reason') }),
});

export const action = pageAction(takeBackReview, {
  routeInput,
  onSuccess: ({ params }) => ({ path: paths.reviewVersions(params.reportId ?? '') }),
});

export const meta = pageTitle('takeBack.title');

export default function ReviewVersions() {
  const { t } = useWords();
  const { data: report } = useLoaderData<typeof loader>();
  const type = useTypeName()(report.reportType);
  const isReviewed = report.status === 'Reviewed';
  return (
    <div className="max-w-2xl">
      <PageHead
        title={t('takeBack.title')}
        lead={t('review.for', { type, name: patientNameOf(report) })}
        aside={
          <BackLink
            to={isReviewed ? paths.previousReviewedReports : paths.pendingReport}
            label={t('review.back')}
          />
        }
      />
      <section className="sheet" aria-label={t('takeBack.title')}>
        <CaseNumber reportId={report._id} />
        {report.nextStep && (
          <div className="mt-3">
            <NextStep step={report.nextStep} />
          </div>
        )}
        <Versions />
        {!isReviewed && <p className="mt-4">{t('takeBack.none')}</p>}
      </section>
      {isReviewed && <TakeBackForm />}
    </div>
  );
}

/** Lists all versions of the report's review, the newest first. */
function Versions() {
  const { t } = useWords();
  const { data: report } = useLoaderData<typeof loader>();
  const isAnyTakenBack = report.versions.some(({ kind }) => kind === 'takenBack');
  return (
    <>
      {isAnyTakenBack && (
        <Notice icon="alert" variant="wait mt-4">
          {t('takeBack.hidden')}
        </Notice>
      )}
      <ol className="mt-4 grid gap-5">
        {versionsOf(report).map((version) => (
          <li key={version.number} className="border-s-2 border-line ps-3">
            <VersionLine version={version} />
            <VersionText version={version} />
          </li>
        ))}
      </ol>
    </>
  );
}

type Report = ReturnType<typeof useLoaderData<typeof loader>>['data'];

/**
 * Returns all versions, the newest first. A review that was never changed, or is newer than all
 * changes, has no row of its own yet and is added here.
 */
function versionsOf({ versions, ...report }: Report): Version[] {
  const { review, expert, version, reviewLanguage, reviewedAt, translations } = report;
  const storedVersions = versions.toReversed();
  if (review === null || !expert || !reviewedAt || versions.at(-1)?.number === version) return storedVersions;
  const currentVersion = { number: version ?? 1, review, language: reviewLanguage, createdAt: reviewedAt };
  return [
    { ...currentVersion, kind: 'review', reasonCode: null, reason: null, expert, translations },
    ...storedVersions,
  ];
}

function TakeBackForm() {
  const { t } = useWords();
  const { data: report, required } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <section className="sheet mt-6" aria-labelledby="take-back">
      <h2 id="take-back">{t('takeBack.form')}</h2>
      <p className="mt-2 mb-5 text-muted">{t('takeBack.text')}</p>
      <OperationForm
        id="take-back-form"
        operation="review.takeBackFor"
        answer={answer}
        required={required}
        order={['reasonCode', 'reason']}
      >
        <input type="hidden" name="version" value={report.version ?? 0} />
        <SelectField
          name="reasonCode"
          label={t('amend.reasonCode')}
          empty={t('amend.choose')}
          options={amendReasons.map((reason) => ({ value: reason, label: t(`amend.reason.${reason}`) }))}
        />
        <TextArea
          name="reason"
          label={t('amend.reasonLabel')}
          hint={t('takeBack.reasonHint')}
          rows={2}
          maxLength={maxAmendReasonLength}
          isRequired
        />
        <SubmitButton busyLabel={t('review.busy')} icon="close" variant="danger">
          {t('takeBack.submit')}
        </SubmitButton>
      </OperationForm>
    </section>
  );
}
