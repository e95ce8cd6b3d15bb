import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireOwnRow } from '~/domain/accounts/profile/profile.server';
import { defaultDialCode, typedParts } from '~/domain/kernel/fields/phone';
import { maxDescriptionLength } from '~/domain/reports/schemas';
import { uploadReport } from '~/domain/reports/submit/upload-report.server';
import { countriesIn } from '~/i18n/countries';
import { CheckField } from '~/ui/forms/fields/check-field';
import { OperationForm } from '~/ui/forms/operation-form';
import { SubmitButton } from '~/ui/forms/submit-button';
import { ReportFields, reportFieldOrder } from '~/ui/forms/upload/report-fields';
import { ReportFileField } from '~/ui/forms/upload/report-file-field';
import { Uploading } from '~/ui/forms/upload/uploading';
import { useUploadChecks } from '~/ui/forms/upload/use-upload-checks';
import { Emergency } from '~/ui/layout/emergency';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { useWords } from '~/ui/sentence';
import { isAskedAsData } from '~/web/http/exchange.server';
import { language } from '~/web/locale/request-language.server';
import { uploadRules } from '~/web/pages/form-rules.server';
import { pageAction } from '~/web/pages/page-action.server';
import { requireViewer } from '~/web/pages/require-viewer.server';
import { paths } from '~/web/paths';
import { writeCookie } from '~/web/session/cookies.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request, 'home.loginFirst');
  const { contactNumber } = await requireOwnRow(viewer);
  const countries = countriesIn(language());
  return {
    ...uploadRules(uploadReport, language()),
    // A page that is drawn has the countries as options already, and need not carry them a second
    // time as data.
    countries: isAskedAsData() ? countries : [],
    maxDescriptionLength,
    defaults: contactNumber
      ? typedParts(
          contactNumber,
          countries.map(({ value }) => value),
        )
      : { countryCode: defaultDialCode },
  };
}

export const action = pageAction(uploadReport, {
  onSuccess: async ({ value }) => ({
    path: paths.reportSubmitted,
    headers: [await writeCookie('sent', value.data._id)],
  }),
});

export const meta = pageTitle('upload.title');

const loadPhone = () => import('~/domain/kernel/fields/phone');

const fieldOrder = [...reportFieldOrder, 'consent', 'report'];

export default function UploadReport() {
  const { t } = useWords();
  const { missing, megabytes, maxBytes, refusals, defaults } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const check = useUploadChecks(refusals, { formId: 'upload', loadPhone });
  return (
    <div className="max-w-2xl">
      <PageHead title={t('upload.title')} lead={t('upload.lead')} />
      <div className="sheet">
        <OperationForm
          id="upload"
          operation="report.upload"
          answer={answer}
          missing={missing}
          defaults={defaults}
          hasFile
          order={fieldOrder}
          maxBytes={maxBytes}
          tooLarge={t('upload.tooLarge', { megabytes })}
          check={check}
        >
          <Fields isSentBefore={Boolean(answer)} mistakes={answer?.pages} />
          <Uploading>
            <SubmitButton busy={t('upload.busy')} icon="upload">
              {t('upload.submit')}
            </SubmitButton>
          </Uploading>
        </OperationForm>
      </div>
      <Emergency />
    </div>
  );
}

type FieldsProps = { isSentBefore: boolean; mistakes?: { page: number; message: string }[] };

function Fields({ isSentBefore, mistakes }: FieldsProps) {
  const { t } = useWords();
  const {
    countries,
    megabytes,
    submissionKey,
    maxDescriptionLength: most,
    pageRules,
  } = useLoaderData<typeof loader>();
  return (
    <>
      <input type="hidden" name="submissionKey" value={submissionKey} />
      <ReportFields countries={countries} maxLength={most} />
      <CheckField name="consent" label={t('upload.consentLabel')} />
      {/* What stands before the file is judged before the file is received. */}
      <ReportFileField
        name="report"
        label={t('upload.reportLabel')}
        hint={
          <>
            {t('upload.reportHint', { megabytes })} {t('upload.pagesHint', { most: pageRules.most })}{' '}
            {t('upload.metadataHint')}
            {isSentBefore && <noscript> {t('upload.fileAgain')}</noscript>}
          </>
        }
        rules={pageRules}
        mistakes={mistakes}
      />
    </>
  );
}
