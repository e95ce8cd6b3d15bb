import { useActionData, useLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import { listUncheckedLanguages } from '~/domain/comparison/step-warnings.server';
import { maxAmendReasonLength, maxReviewLength } from '~/domain/report/report-constants';
import { amendReview, readReviewToAmend } from '~/domain/review/amend-review.server';
import { allLanguages, languages } from '~/i18n/languages';
import { amendReasons } from '~/platform/enums';
import { ChoiceField } from '~/ui/fields/choice-field';
import { SelectField } from '~/ui/fields/fields';
import { SendAsIsField } from '~/ui/fields/send-as-is-field';
import { TextArea } from '~/ui/fields/text-area';
import { useTypeName } from '~/ui/fields/type-name';
import { WritingBox } from '~/ui/fields/writing-box';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { patientNameOf } from '~/ui/people/people-words';
import { NextStep } from '~/ui/report/next-step';
import { RegistrationNotice } from '~/ui/report/registration-bar';
import { VersionLine } from '~/ui/report/version-words';
import { useWords } from '~/ui/sentence';
import { CaseNumber } from '~/ui/staff/report-cells';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { requiredFields } from '~/web/pages/required-fields.server';
import { NumberHint } from './desk/number-hint';
import { StepFields, stepLinks } from './desk/step-fields';
import { NotCompared, StepQuestion } from './desk/step-question';

export { revalidateOnConflict as shouldRevalidate } from '~/routes/page-exports';

const routeInput = fromPath('reportId');

export const loader = pageLoader(readReviewToAmend, {
  routeInput,
  refusedPath: paths.previousReviewedReport,
  extraData: () => ({
    required: requiredFields(amendReview, 'kind', 'reasonCode'),
    uncheckedLanguages: listUncheckedLanguages(),
  }),
});

export const action = pageAction(amendReview, {
  routeInput,
  onSuccess: () => ({ path: paths.previousReviewedReport }),
  // A change made meanwhile, or a registration that lacks, is reported beside the text.
  refusedPath: ({ refused }) =>
    refused === 'outdated' || refused === 'registrationRequired' ? undefined : paths.previousReviewedReport,
});

export const meta = pageTitle('amend.title');

export const links = () => stepLinks;

const kinds = ['addition', 'correction', 'takenBack'] as const;
const fieldOrder = [
  'kind',
  'text',
  'language',
  'sendAsIs',
  'nextStep',
  'withinDays',
  'specialist',
  'speciality',
  'stepConfirmed',
  'reasonCode',
  'reason',
];

export default function AmendReview() {
  const { t } = useWords();
  const { data: report, registrationBar } = useLoaderData<typeof loader>();
  const type = useTypeName()(report.reportType);
  const last = report.versions.at(-1);
  return (
    <>
      <PageHead
        title={t('amend.title')}
        lead={t('review.for', { type, name: patientNameOf(report) })}
        aside={<BackLink to={paths.previousReviewedReport} label={t('review.back')} />}
      />
      {registrationBar && <RegistrationNotice bar={registrationBar} />}
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <section className="sheet" aria-labelledby="holds">
          <h2 id="holds">{t('amend.holds')}</h2>
          <CaseNumber reportId={report._id} />
          {report.nextStep && (
            <div className="mt-3">
              <NextStep step={report.nextStep} />
            </div>
          )}
          <p className="letter mt-3" lang={report.reviewLanguage ?? 'en'} dir="auto">
            {report.review}
          </p>
          {last && (
            <p className="mt-3 text-small text-muted">
              <VersionLine version={last} />
            </p>
          )}
        </section>
        <section className="sheet" aria-label={t('amend.title')}>
          <AmendForm />
        </section>
      </div>
    </>
  );
}

function AmendForm() {
  const { t, languageName } = useWords();
  const { data: report, required, uncheckedLanguages, viewer } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  useTextToCorrect('amend-text', report.review ?? '');
  return (
    <OperationForm
      id="amend"
      operation="review.amend"
      questions={['stepConfirmed', 'sendAsIs']}
      answer={answer}
      required={required}
      defaults={{ language: report.reviewLanguage ?? 'en' }}
      order={fieldOrder}
    >
      <input type="hidden" name="version" value={report.version ?? 0} />
      <ChoiceField
        name="kind"
        label={t('amend.kind')}
        options={kinds.map((kind) => ({ value: kind, label: t(`amend.kind.${kind}`) }))}
        isList
      />
      <WritingBox
        name="text"
        label={t('amend.text')}
        hint={t('amend.textHint')}
        rows={8}
        maxLength={maxReviewLength}
        language={report.reviewLanguage ?? 'en'}
        submitLabel={t('amend.submit')}
        draft={{ ownerId: viewer.id, reportId: `${report._id}/amend` }}
      />
      <NumberHint boxId="amend-text" report={report} />
      <SelectField
        name="language"
        label={t('amend.languageLabel')}
        hint={t('review.patientReads', { language: languageName(report.language) })}
        options={allLanguages.map((code) => ({ value: code, label: languages[code].name }))}
      />
      <StepFields hint={t('step.amendHint')} />
      <NotCompared
        listId="amend-language"
        first={report.reviewLanguage ?? 'en'}
        languages={uncheckedLanguages}
      />
      <StepQuestion answer={answer} textName="text" />
      <SendAsIsField answer={answer} />
      <SelectField
        name="reasonCode"
        label={t('amend.reasonCode')}
        empty={t('amend.choose')}
        options={amendReasons.map((reason) => ({ value: reason, label: t(`amend.reason.${reason}`) }))}
      />
      <TextArea
        name="reason"
        label={t('amend.reasonLabel')}
        hint={t('amend.reasonHint')}
        rows={2}
        maxLength={maxAmendReasonLength}
      />
      <p className="text-muted">{t('amend.told')}</p>
      <SubmitButton busyLabel={t('review.busy')} icon="check">
        {t('amend.submit')}
      </SubmitButton>
    </OperationForm>
  );
}

/**
 * Fills the box with the current text for a correction, and empties it for another kind of change.
 * Input of the user stays.
 */
function useTextToCorrect(boxId: string, holds: string) {
  useEffect(() => {
    const box = document.getElementById(boxId);
    if (!(box instanceof HTMLTextAreaElement)) return;
    const { form } = box;
    const choose = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.name !== 'kind') return;
      const [from, to] = target.value === 'correction' ? ['', holds] : [holds, ''];
      if (box.value !== from) return;
      box.value = to;
      box.dispatchEvent(new Event('input', { bubbles: true }));
    };
    form?.addEventListener('change', choose);
    return () => form?.removeEventListener('change', choose);
  }, [boxId, holds]);
}
