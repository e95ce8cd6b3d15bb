import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useContext, useState } from 'react';
import { type Country, countriesIn } from '~/copy/countries';
import { defaultDialCode } from '~/domain/phone';
import { reportTypes } from '~/domain/reports/catalogue';
import { maxDescriptionLength } from '~/domain/reports/schemas';
import { uploadReport } from '~/domain/reports/upload';
import { Emergency } from '~/ui/Emergency';
import { CheckField, OperationForm, SelectField, SubmitButton, TextArea, TextField } from '~/ui/form';
import { pageTitle } from '~/ui/pageTitle';
import { PageHead } from '~/ui/Shell';
import { useTypeName } from '~/ui/typeName';
import { Uploading } from '~/ui/Uploading';
import { ReportFileField, useUploadChecks } from '~/ui/uploadChecks';
import { LocaleContext, useWords } from '~/ui/words';
import { isAskedAsData } from '~/web/client.server';
import { writeCookie } from '~/web/cookies.server';
import { uploadRules } from '~/web/form.server';
import { language } from '~/web/language.server';
import { pageAction, requireViewer } from '~/web/page.server';
import { paths } from '~/web/paths';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireViewer(request, 'home.loginFirst');
  return {
    ...uploadRules(uploadReport, language()),
    // A page that is drawn has the countries as options already, and need not carry them a second time as data.
    countries: isAskedAsData() ? countriesIn(language()) : [],
    maxDescriptionLength,
    defaults: { countryCode: defaultDialCode },
  };
}

export const action = pageAction(uploadReport, {
  onSuccess: async ({ value }) => ({
    path: paths.reportSubmitted,
    headers: [await writeCookie('sent', value.data._id)],
  }),
});

export const meta = pageTitle('upload.title');

/** The countries: those that came along, those the server draws with, or those that are drawn already. */
function useCountries(came: Country[]): Country[] {
  const { countries } = useContext(LocaleContext);
  const [options] = useState(() => {
    if (came.length > 0 || countries) return countries?.() ?? came;
    const drawn = document.querySelectorAll<HTMLOptionElement>('select[name="countryCode"] option');
    return [...drawn].map(({ value, label }) => ({ value, label }));
  });
  return options;
}

const loadPhone = () => import('~/domain/phone');

const fieldOrder = ['reportType', 'countryCode', 'phoneNumber', 'description', 'consent', 'report'];

export default function UploadReport() {
  const { t } = useWords();
  const typeName = useTypeName();
  const {
    missing,
    countries,
    megabytes,
    maxBytes,
    refusals,
    submissionKey,
    defaults,
    maxDescriptionLength: most,
  } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const options = useCountries(countries);
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
          <input type="hidden" name="submissionKey" value={submissionKey} />
          <SelectField
            name="reportType"
            label={t('upload.reportTypeLabel')}
            empty={t('upload.choose')}
            options={reportTypes.map((type) => ({ value: type, label: typeName(type) }))}
          />
          <div className="pair max-sm:grid max-sm:gap-5">
            <SelectField name="countryCode" label={t('upload.countryCodeLabel')} options={options} />
            <TextField
              name="phoneNumber"
              label={t('upload.phoneNumberLabel')}
              hint={t('upload.phoneNumberHint')}
              type="tel"
              autoComplete="tel-national"
              inputMode="tel"
              maxLength={24}
            />
          </div>
          <TextArea
            name="description"
            label={t('upload.descriptionLabel')}
            hint={t('upload.descriptionHint')}
            maxLength={most}
          />
          <CheckField name="consent" label={t('upload.consentLabel')} />
          {/* What stands before the file is judged before the file is received. */}
          <ReportFileField
            name="report"
            label={t('upload.reportLabel')}
            hint={
              <>
                {t('upload.reportHint', { megabytes })} {t('upload.metadataHint')}
                {answer && <noscript> {t('upload.fileAgain')}</noscript>}
              </>
            }
            accept=".pdf,image/*,.heic,.heif"
          />
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
