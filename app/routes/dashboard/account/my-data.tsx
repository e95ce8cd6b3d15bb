import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { exportData } from '~/domain/own-data/export-data.server';
import { PasswordField } from '~/ui/fields/account-fields';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { takeFieldErrors } from '~/web/files/download.server';
import { formRules } from '~/web/pages/form-rules.server';
import { requireViewer } from '~/web/pages/require-viewer.server';
import { requestLanguage } from '~/web/request/request-language.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request);
  const { answer, headers } = await takeFieldErrors(request, viewer);
  return data(
    { answer, required: formRules(exportData, requestLanguage()), accountType: viewer.accountType },
    { headers },
  );
}

export const meta = pageTitle('myData.title');

/** Says that the file is being downloaded: a download leaves the page as it is. */
function Saving({ formId }: { formId: string }) {
  const { t } = useWords();
  const [isSaving, setSaving] = useState(false);
  useEffect(() => {
    const note = ({ target, defaultPrevented }: SubmitEvent) => {
      if (!defaultPrevented && target instanceof HTMLFormElement && target.id === formId) setSaving(true);
    };
    window.addEventListener('submit', note);
    return () => window.removeEventListener('submit', note);
  }, [formId]);
  return (
    <div role="status">
      {isSaving && (
        <Notice icon="check" variant="good">
          {t('myData.saving')}
        </Notice>
      )}
    </div>
  );
}

export default function MyData() {
  const { t } = useWords();
  const { answer, required, accountType } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-2xl">
      <BackLink to={paths.settings} label={t('settings.title')} />
      <PageHead title={t('myData.title')} lead={t('myData.lead')} />
      <div className="sheet grid gap-5">
        <div>
          <p className="font-label">{t('myData.in')}</p>
          <ul className="mt-1 list-disc ps-6">
            <li>{t('myData.account')}</li>
            <li>{t('myData.reports')}</li>
            {accountType === 'Expert' && <li>{t('myData.written')}</li>}
            <li>{t('myData.log')}</li>
          </ul>
        </div>
        <Notice icon="lock" variant="wait">
          {t('myData.care')}
        </Notice>
        <OperationForm
          id="my-data"
          operation="account.exportData"
          answer={answer}
          required={required}
          action={paths.myDataDownload}
          isDownload
        >
          <PasswordField name="password" label={t('login.passwordLabel')} autoComplete="current-password" />
          <SubmitRow icon="file">{t('myData.submit')}</SubmitRow>
          <Saving formId="my-data" />
        </OperationForm>
      </div>
      <p className="mt-6">
        <Link to={`${paths.settings}#delete`}>{t('myData.delete')}</Link>
      </p>
    </div>
  );
}
