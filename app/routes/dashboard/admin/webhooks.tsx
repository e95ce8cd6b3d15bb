import { useActionData, useLoaderData } from '@remix-run/react';
import { useRef } from 'react';
import { maxWebhookUrlLength } from '~/domain/programs/webhook-constants';
import { addWebhook, readWebhooks } from '~/domain/programs/webhooks.server';
import { webhookEvents } from '~/platform/enums';
import { PasswordAndCode } from '~/ui/fields/password-and-code';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { CopySecret, OneTimeSecret, SavedLink } from '~/ui/notices/one-time-secret';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { renderAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { requiredFields } from '~/web/pages/required-fields.server';
import { ProgramTabs } from './program-tabs';
import { WebhookFields } from './webhook-parts';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(readWebhooks, {
  extraData: () => ({
    required: requiredFields(addWebhook, 'url', 'password'),
    maxLength: maxWebhookUrlLength,
  }),
});

export const action = renderAction(addWebhook);

export const meta = pageTitle('webhooks.title');

/** The webhooks of the clinic, and the form for a new one, whose secret is shown once. */
export default function Webhooks() {
  const { t } = useWords();
  const { data: webhooks, required, maxLength, asksCode } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && 'shown' in answer) return <NewSecret secret={answer.shown.secret} />;
  return (
    <div className="max-w-3xl">
      <PageHead title={t('webhooks.title')} lead={t('webhooks.lead')} />
      <ProgramTabs current={paths.webhooks} />
      {webhooks.length === 0 ? (
        <EmptyState title={t('webhooks.none')} />
      ) : (
        <ul className="grid gap-4">
          {webhooks.map((webhook) => (
            <WebhookEntry key={webhook._id} {...webhook} />
          ))}
        </ul>
      )}
      <section className="sheet mt-6" aria-labelledby="add-webhook">
        <h2 id="add-webhook" className="mb-4">
          {t('webhooks.addTitle')}
        </h2>
        <OperationForm
          id="webhook"
          operation="webhook.add"
          answer={answer}
          required={required}
          order={['url', 'events', 'password', 'otp']}
          defaults={{ events: webhookEvents.join() }}
        >
          <WebhookFields maxLength={maxLength} />
          <PasswordAndCode asksCode={asksCode} />
          <SubmitRow icon="check">{t('webhooks.add')}</SubmitRow>
        </OperationForm>
      </section>
    </div>
  );
}

type WebhookProps = ReturnType<typeof useLoaderData<typeof loader>>['data'][number];

function WebhookEntry({ _id, url, isActive, waiting, givenUp }: WebhookProps) {
  const { t } = useWords();
  return (
    <li className="sheet grid min-w-0 gap-3 !p-5 [overflow-wrap:anywhere]">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 text-body">
          <bdi dir="ltr">{url}</bdi>
        </h2>
        <span className={`badge ${isActive ? 'good' : 'wait'}`}>
          <Icon name={isActive ? 'check' : 'close'} className="h-4 w-4" />
          {isActive ? t('webhooks.isOn') : t('webhooks.isOff')}
        </span>
      </div>
      {waiting > 0 && <p className="text-muted">{t('webhooks.waiting', { count: waiting })}</p>}
      {givenUp > 0 && <p className="text-danger">{t('webhooks.givenUp', { count: givenUp })}</p>}
      <div>
        <ButtonLink to={paths.webhook(_id)} icon="next" variant="plain small">
          {t('webhooks.open')}
          <OfName name={url} />
        </ButtonLink>
      </div>
    </li>
  );
}

function NewSecret({ secret }: { secret: string }) {
  const { t } = useWords();
  const part = useRef<HTMLElement>(null);
  return (
    <OneTimeSecret>
      <div className="max-w-3xl">
        <PageHead title={t('webhooks.secretTitle')} lead={t('webhooks.secretLead')} />
        <div className="sheet grid gap-5">
          <p className="select-all font-figures text-body [overflow-wrap:anywhere]">
            <bdi ref={part} dir="ltr" data-secret>
              {secret}
            </bdi>
          </p>
          <div className="actions">
            <SavedLink to={paths.webhooks}>{t('secret.saved')}</SavedLink>
            <CopySecret part={part} text={secret} name={t('webhooks.secretTitle')} />
          </div>
        </div>
      </div>
    </OneTimeSecret>
  );
}
