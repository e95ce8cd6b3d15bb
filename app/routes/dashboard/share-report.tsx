import { useActionData, useLoaderData } from '@remix-run/react';
import { useRef } from 'react';
import { createShare, readToShare } from '~/domain/shares/create-share.server';
import { maxShareLabel, shareHourChoices } from '~/domain/shares/share-constants';
import { OwnProof } from '~/routes/dashboard/account/own-proof';
import { ChoiceField } from '~/ui/fields/choice-field';
import { FieldErrorText, TextField } from '~/ui/fields/fields';
import { useTypeName } from '~/ui/fields/type-name';
import { SubmitRow } from '~/ui/forms/buttons';
import { useOperationField } from '~/ui/forms/operation-field';
import { OperationForm } from '~/ui/forms/operation-form';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { CopySecret, OneTimeSecret, WayOn } from '~/ui/notices/one-time-secret';
import { OfName } from '~/ui/of-name';
import { useShareSheet } from '~/ui/report/use-share-sheet';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { fromPath } from '~/web/pages/from-path';
import { renderAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { toShownShare } from '~/web/pages/shown-share.server';
import { requestLanguage } from '~/web/request/request-language.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(readToShare, {
  routeInput: fromPath('reportId'),
  extraData: () => ({ required: formRules(createShare, requestLanguage()) }),
});

export const action = renderAction(createShare, {
  show: ({ data }) => toShownShare(data),
});

export const meta = pageTitle('share.title');

type Shown = Awaited<ReturnType<typeof toShownShare>>;

export default function ShareReport() {
  const answer = useActionData<typeof action>();
  return answer && 'shown' in answer ? (
    <OneTimeSecret>
      <NewLink shown={answer.shown} />
    </OneTimeSecret>
  ) : (
    <ShareForm />
  );
}

/** The new link and its passcode, which are shown once. */
function NewLink({ shown: { address, passcode, expiresAt, picture } }: { shown: Shown }) {
  const { t, moment } = useWords();
  const ofPasscode = useRef<HTMLElement>(null);
  const ofLink = useRef<HTMLElement>(null);
  return (
    <div className="max-w-2xl">
      <PageHead title={t('share.done')} lead={t('shares.open', { moment: moment(expiresAt) })} />
      <Notice icon="alert" variant="wait mb-5">
        {t('share.once')}
      </Notice>
      <div className="sheet grid gap-6">
        <section className="grid gap-2">
          <h2>{t('share.passcodeLabel')}</h2>
          <p className="share-passcode font-figures text-title font-strong">
            <bdi ref={ofPasscode} dir="ltr" data-secret>
              {passcode}
            </bdi>
          </p>
          <div className="actions">
            <CopySecret part={ofPasscode} text={passcode} name={t('share.passcodeLabel')} />
          </div>
          <p>{t('share.tellApart')}</p>
        </section>
        <section className="grid gap-2 border-t border-line pt-5">
          <h2>{t('share.link')}</h2>
          <p className="share-address [overflow-wrap:anywhere]">
            <bdi ref={ofLink} dir="ltr" data-secret>
              {address}
            </bdi>
          </p>
          <div className="actions">
            <ShareLink address={address} />
            <CopySecret part={ofLink} text={address} name={t('share.link')} />
          </div>
          <p>{t('share.scan')}</p>
          <img src={picture} alt={t('share.codePicture')} className="h-52 w-52 bg-raised" />
        </section>
      </div>
      <p className="mt-5">
        <WayOn to={paths.shares} icon="reports">
          {t('shares.title')}
        </WayOn>
      </p>
    </div>
  );
}

/** Sends the link, without its passcode, with the device's share sheet, if it has one. */
function ShareLink({ address }: { address: string }) {
  const { t } = useWords();
  const share = useShareSheet();
  if (!share) return null;
  return (
    <button type="button" className="button plain small" onClick={() => share({ url: address })}>
      <Icon name="share" />
      {t('report.share')}
      <OfName name={t('share.link')} />
    </button>
  );
}

function ShareForm() {
  const { t } = useWords();
  const { required, chosenId, viewer, hasPasskeys } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="max-w-2xl">
      <BackLink to={paths.previousReport(viewer.id)} label={t('reports.title')} />
      <PageHead title={t('share.title')} lead={t('share.lead')} />
      <Notice icon="eye" variant="mb-5">
        {t('share.shows')}
      </Notice>
      <div className="sheet">
        <OperationForm
          id="share-report"
          operation="share.create"
          answer={answer && 'shown' in answer ? undefined : answer}
          required={required}
          order={['reportIds', 'hours', 'label', 'password']}
          defaults={{ reportIds: chosenId, hours: '24' }}
        >
          <ReportChoices />
          <ChoiceField
            name="hours"
            label={t('share.howLong')}
            options={shareHourChoices.map((hours) => ({ value: hours, label: t(`share.hours.${hours}`) }))}
            isList
          />
          <TextField
            name="label"
            label={t('share.labelLabel')}
            hint={t('share.labelHint')}
            maxLength={maxShareLabel}
            autoComplete="off"
            isRequired={false}
          />
          <OwnProof hasPasskeys={hasPasskeys} hint={t('share.whyPassword')} />
          <SubmitRow icon="share">{t('share.submit')}</SubmitRow>
        </OperationForm>
      </div>
    </div>
  );
}

/** The user's reports with a box each. */
function ReportChoices() {
  const { t, day } = useWords();
  const typeName = useTypeName();
  const { data: choices } = useLoaderData<typeof loader>();
  const { field, control } = useOperationField('reportIds', false);
  // The boxes arrive joined with commas, and are shown again as they arrived.
  const ticked = field.initialValue?.split(',') ?? [];
  return (
    <fieldset aria-describedby={control['aria-describedby']}>
      <legend className="field-label">{t('share.which')}</legend>
      <div className="grid gap-1">
        {choices.map(({ reportId, reportType, caseNumber, sentAt, person }, at) => (
          <label key={reportId} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
            <input
              type="checkbox"
              name="reportIds"
              value={reportId}
              id={`${field.id}-${reportId}`}
              defaultChecked={ticked.includes(reportId)}
              aria-invalid={control['aria-invalid']}
              {...(at === 0 && { autoFocus: control.autoFocus })}
              className="mt-0.5 h-6 w-6 shrink-0 accent-accent"
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-label">{typeName(reportType)}</span>
              {person && (
                <>
                  , <bdi>{person}</bdi>
                </>
              )}
              <span className="block text-small text-muted">
                {t('share.choice', { date: day(sentAt), number: caseNumber })}
              </span>
            </span>
          </label>
        ))}
      </div>
      <FieldErrorText id={field.errorId} errors={field.errors} />
    </fieldset>
  );
}
