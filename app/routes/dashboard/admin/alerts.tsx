import { useActionData, useLoaderData } from '@remix-run/react';
import { quietenAlerts } from '~/domain/alerts/quiet-times.server';
import { changeTarget, readAlertSettings } from '~/domain/alerts/targets.server';
import { ownWords } from '~/i18n/translate';
import { SelectField, TextField } from '~/ui/fields/fields';
import { useTypeName } from '~/ui/fields/type-name';
import { ActionButton, SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { actionByIntent, pageAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { requestLanguage } from '~/web/request/request-language.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const alertParts = ['targets', 'quiet'] as const;

export const loader = pageLoader(readAlertSettings, {
  routeInput: ({ params: { part } }) => {
    if (part !== undefined && !alertParts.some((name) => name === part)) throw notFound();
    return {};
  },
  extraData: () => ownWords(requestLanguage(), 'alertsPage'),
});

const here = { onSuccess: () => ({ path: paths.alerts }), refusedPath: paths.alerts };

export const action = actionByIntent({
  targets: pageAction(changeTarget, here),
  quiet: pageAction(quietenAlerts, { ...here, failedPath: paths.alerts }),
} satisfies Record<(typeof alertParts)[number], unknown>);

export const meta = pageTitle('alerts.title');

/** Shows how long reports of each type may wait, and stops the messages about them for an hour. */
export default function Alerts() {
  const { t } = useWords();
  return (
    <div className="max-w-3xl">
      <PageHead title={t('alerts.title')} lead={t('alertsPage.lead')} />
      <div className="grid gap-6">
        <Targets />
        <Quiet />
      </div>
    </div>
  );
}

function Targets() {
  const { t, number } = useWords();
  const typeName = useTypeName();
  const { targets } = useLoaderData<typeof loader>().data;
  return (
    <section className="sheet grid gap-4" aria-labelledby="targets">
      <h2 id="targets">{t('alertsPage.targets')}</h2>
      <p>{t('alertsPage.targetsLead')}</p>
      <table className="w-full max-w-sm">
        <thead className="text-small text-muted">
          <tr>
            <th scope="col" className="text-start font-label">
              {t('filter.type')}
            </th>
            <th scope="col" className="text-end font-label">
              {t('alerts.hours')}
            </th>
          </tr>
        </thead>
        <tbody>
          {targets.map(({ reportType, hours }) => (
            <tr key={reportType} className="border-t border-line">
              <th scope="row" className="py-2 text-start font-text">
                {typeName(reportType)}
              </th>
              <td className="py-2 text-end font-label tabular-nums">{number(hours)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <OperationForm
        id="target"
        operation="alerts.changeTarget"
        action={paths.alertsOf('targets')}
        answer={useActionData<typeof action>()}
        order={['reportType', 'hours']}
        required={{ reportType: t('form.choices'), hours: t('alerts.hoursInvalid') }}
      >
        <SelectField
          name="reportType"
          label={t('filter.type')}
          empty={t('upload.choose')}
          options={targets.map(({ reportType }) => ({ value: reportType, label: typeName(reportType) }))}
        />
        <TextField name="hours" label={t('alerts.hours')} inputMode="numeric" maxLength={3} />
        <SubmitRow icon="check" variant="plain">
          {t('alertsPage.save')}
        </SubmitRow>
      </OperationForm>
    </section>
  );
}

function Quiet() {
  const { t, moment } = useWords();
  const { quietUntil, mayQuieten } = useLoaderData<typeof loader>().data;
  return (
    <section className="sheet grid gap-4" aria-labelledby="quiet">
      <h2 id="quiet">{t('alertsPage.quiet')}</h2>
      <p>{t('alertsPage.quietLead')}</p>
      {quietUntil && (
        <Notice icon="alert">{t('alertsPage.quietUntil', { moment: moment(quietUntil) })}</Notice>
      )}
      {!quietUntil && !mayQuieten && <p className="font-label">{t('alerts.quietAgain')}</p>}
      {mayQuieten && (
        <ActionButton
          operation="alerts.quieten"
          action={paths.alertsOf('quiet')}
          icon="alert"
          variant="plain"
        >
          {t('alertsPage.quietSubmit')}
        </ActionButton>
      )}
    </section>
  );
}
