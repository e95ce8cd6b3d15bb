import { useActionData, useLoaderData } from '@remix-run/react';
import { maxDescriptionLength } from '~/domain/report/schemas';
import { correctReport, readReportToCorrect } from '~/domain/upload/correct-report.server';
import { countriesIn } from '~/i18n/countries';
import { translate } from '~/i18n/translate';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { findMissingFields } from '~/ui/people/check-whose';
import { PersonOfCorrection, personFieldOrder } from '~/ui/people/person-of-correction';
import { usePersonInForm } from '~/ui/people/use-person-in-form';
import { ReportLine } from '~/ui/report/report-words';
import { useWords } from '~/ui/sentence';
import { ReportFormFields, reportFieldOrder } from '~/ui/upload/report-fields';
import { useUploadChecks } from '~/ui/upload/use-upload-checks';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import type { PageHandle } from '~/web/pages/page-handle';
import { pageLoader } from '~/web/pages/page-loader.server';
import { isAskedAsData } from '~/web/request/exchange.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { toOwnReportsPath } from './own-report-action.server';

export { revalidateOnConflict as shouldRevalidate } from '~/routes/page-exports';

const routeInput = fromPath('reportId');

export const handle: PageHandle = { hasLongLists: true };

export const loader = pageLoader(readReportToCorrect, {
  routeInput,
  extraData: () => {
    // The path names the report, not a form field.
    const { reportId: _reportId, ...required } = formRules(correctReport, requestLanguage());
    return {
      required,
      notInCountry: translate(requestLanguage(), 'phone.notInCountry'),
      countries: isAskedAsData() ? countriesIn(requestLanguage()) : [],
      maxDescriptionLength,
    };
  },
});

export const action = pageAction(correctReport, {
  routeInput,
  onSuccess: ({ viewer }) => ({ path: toOwnReportsPath({ viewer }) }),
  // If the report was reviewed meanwhile, the page says so and links to the answer.
  refusedPath: ({ viewer, refused }) => (refused === 'conflict' ? undefined : toOwnReportsPath({ viewer })),
});

export const meta = pageTitle('correct.title');

export default function CorrectReport() {
  const { t } = useWords();
  const { data: report, waits } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-2xl">
      <PageHead title={t('correct.title')} lead={<ReportLine report={report} />} />
      <div className="sheet">{waits ? <CorrectionForm /> : <TooLate />}</div>
    </div>
  );
}

const loadPhone = () => import('~/domain/kernel/phone');

const formId = 'correct';
const fieldOrder = [...personFieldOrder, ...reportFieldOrder];

function CorrectionForm() {
  const { t } = useWords();
  const loaded = useLoaderData<typeof loader>();
  const { data: report, typed, whose, required, notInCountry, countries } = loaded;
  const answer = useActionData<typeof action>();
  const checkFields = useUploadChecks({ phoneNumber: notInCountry }, { formId, loadPhone });
  const sentFields = answer?.lastResult?.initialValue;
  const person = usePersonInForm(formId, whose, sentFields?.personId ? sentFields : typed);
  const isAgreed = sentFields?.consent === 'on' && sentFields.consentTo === person.consentKind;
  const check = (formData: FormData) => {
    if (person.selectedId === typed.personId) return checkFields(formData);
    const unsaid = findMissingFields(formData, person);
    return {
      ...checkFields(formData),
      ...Object.fromEntries(unsaid.map(([name, key]) => [name, t(key)])),
      ...(!formData.has('consent') && { consent: t('upload.consent') }),
    };
  };
  return (
    <OperationForm
      id={formId}
      operation="report.correct"
      answer={answer}
      required={required}
      defaults={typed}
      order={fieldOrder}
      check={check}
    >
      <PersonOfCorrection
        about={report.about}
        currentId={typed.personId}
        choices={whose.choices}
        person={person}
        isAgreed={isAgreed}
        peoplePath={paths.people}
      />
      <ReportFormFields countries={countries} maxLength={loaded.maxDescriptionLength} />
      <p className="text-muted">{t('correct.fileStays')}</p>
      <div className="flex flex-wrap gap-3">
        <SubmitButton icon="check">{t('correct.submit')}</SubmitButton>
        <ButtonLink to={paths.report(report._id)} icon="close" variant="plain">
          {t('correct.leave')}
        </ButtonLink>
      </div>
    </OperationForm>
  );
}

/** Says that a doctor was faster, or that nobody may read the report now. */
function TooLate() {
  const { t } = useWords();
  const { data: report } = useLoaderData<typeof loader>();
  const isReviewed = report.status === 'Reviewed';
  return (
    <div className="grid gap-4" role="status">
      <Notice icon={isReviewed ? 'check' : 'lock'} variant="wait">
        {t(isReviewed ? 'correct.reviewed' : 'correct.withdrawn')}
      </Notice>
      <ButtonLink
        to={isReviewed ? paths.report(report._id) : paths.giveConsent(report._id)}
        icon="next"
        variant="justify-self-start"
      >
        {t(isReviewed ? 'correct.readAnswer' : 'consent.giveAgain')}
      </ButtonLink>
    </div>
  );
}
