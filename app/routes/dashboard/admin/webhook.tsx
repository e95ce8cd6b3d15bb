import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import { maxWebhookUrlLength, webhookParts } from '~/domain/programs/webhook-constants';
import {
  changeWebhook,
  readWebhook,
  removeWebhook,
  retryDelivery,
  testWebhook,
} from '~/domain/programs/webhooks.server';
import { CheckField } from '~/ui/fields/fields';
import { PasswordAndCode } from '~/ui/fields/password-and-code';
import { ActionButton, SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import { actionByIntent, pageAction } from '~/web/pages/page-action.server';
import { notFound, pageLoader } from '~/web/pages/page-loader.server';
import { requiredFields } from '~/web/pages/required-fields.server';
import { WebhookFields } from './webhook-parts';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const routeInput = fromPath('webhookId');

export const loader = pageLoader(readWebhook, {
  routeInput: ({ params }) => {
    if (params.part !== undefined && !webhookParts.some((part) => part === params.part)) throw notFound();
    return routeInput({ params });
  },
  extraData: () => ({ required: requiredFields(changeWebhook, 'url'), maxLength: maxWebhookUrlLength }),
});

const pathOf = ({ params }: { params: { webhookId?: string } }) => paths.webhook(params.webhookId ?? '');

/** Handles the forms. Each posts to the page's path with its part at the end. */
export const action = actionByIntent({
  change: pageAction(changeWebhook, {
    routeInput,
    onSuccess: (done) => ({ path: pathOf(done) }),
    refusedPath: ({ refused }) => (refused === 'notFound' ? paths.webhooks : undefined),
  }),
  remove: pageAction(removeWebhook, {
    routeInput,
    onSuccess: () => ({ path: paths.webhooks }),
    refusedPath: paths.webhooks,
    failedPath: pathOf,
  }),
  test: pageAction(testWebhook, {
    routeInput,
    onSuccess: (done) => ({ path: pathOf(done) }),
    refusedPath: pathOf,
    failedPath: pathOf,
  }),
  retry: pageAction(retryDelivery, {
    onSuccess: (done) => ({ path: pathOf(done) }),
    refusedPath: pathOf,
    failedPath: pathOf,
  }),
} satisfies Record<(typeof webhookParts)[number], unknown>);

export const meta = pageTitle('webhooks.title');

/** One webhook: its messages of the last 30 days, and the forms to change or remove it. */
export default function Webhook() {
  const { t } = useWords();
  const { webhook, data: deliveries } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-3xl">
      <PageHead
        title={t('webhooks.title')}
        lead={<bdi dir="ltr">{webhook.url}</bdi>}
        aside={<BackLink to={paths.webhooks} label={t('webhooks.title')} />}
      />
      <div className="grid gap-6">
        <section className="sheet" aria-labelledby="deliveries">
          <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 id="deliveries">{t('webhooks.deliveries')}</h2>
            {webhook.isActive && (
              <ActionButton
                operation="webhook.test"
                action={paths.webhook(webhook._id, 'test')}
                icon="next"
                variant="plain small"
              >
                {t('webhooks.test')}
              </ActionButton>
            )}
          </div>
          {deliveries.length === 0 && <p className="text-muted">{t('webhooks.noDeliveries')}</p>}
          <ul>
            {deliveries.map((delivery) => (
              <Delivery key={delivery._id} {...delivery} webhookId={webhook._id} />
            ))}
          </ul>
        </section>
        <ChangeForm />
        <RemoveForm />
      </div>
    </div>
  );
}

type DeliveryProps = ReturnType<typeof useLoaderData<typeof loader>>['data'][number] & { webhookId: string };

const states = {
  waiting: { label: 'webhooks.stateWaiting', icon: 'wait', variant: 'wait' },
  delivered: { label: 'webhooks.stateDelivered', icon: 'check', variant: 'good' },
  givenUp: { label: 'webhooks.stateGivenUp', icon: 'alert', variant: 'bad' },
} as const;

function Delivery({ webhookId, ...delivery }: DeliveryProps) {
  const { t, moment } = useWords();
  const { _id, event, objectId, happenedAt, state, tries, lastTryAt, nextTryAt, status, error } = delivery;
  const { label, icon, variant } = states[state];
  const facts = [
    t('webhooks.happened', { moment: moment(happenedAt) }),
    state !== 'delivered' && tries > 0 && t('webhooks.tries', { count: tries }),
    state === 'givenUp' && lastTryAt && t('webhooks.lastTry', { moment: moment(lastTryAt) }),
    nextTryAt && tries > 0 && t('webhooks.nextTry', { moment: moment(nextTryAt) }),
    status !== null && t('webhooks.status', { status }),
    error && t('webhooks.error', { error }),
  ].filter((fact) => typeof fact === 'string');
  return (
    <li className="grid gap-2 border-line border-t py-4 first:border-t-0 first:pt-0 [overflow-wrap:anywhere]">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="text-body">{t(`webhookEvent.${event}`)}</h3>
        <span className={`badge ${variant}`}>
          <Icon name={icon} className="h-4 w-4" />
          {t(label)}
        </span>
      </div>
      <p className="font-figures text-small text-muted">
        <bdi dir="ltr">{objectId}</bdi>
      </p>
      <div className="text-small text-muted">
        {facts.map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
      </div>
      {state !== 'waiting' && (
        <div>
          <ActionButton
            operation="webhook.retryDelivery"
            action={paths.webhook(webhookId, 'retry')}
            fields={{ deliveryId: _id }}
            icon="again"
            variant="plain small"
          >
            {t('webhooks.retry')}
            <OfName name={objectId} />
          </ActionButton>
        </div>
      )}
    </li>
  );
}

function ChangeForm() {
  const { t } = useWords();
  const { webhook, required, maxLength, asksCode } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isSent = useParams().part === 'change' && answer !== undefined;
  const path = paths.webhook(webhook._id, 'change');
  return (
    <details className="sheet !py-0" open={isSent}>
      <summary className="flex min-h-11 cursor-pointer items-center py-3">
        <h2 className="text-body">{t('webhooks.changeTitle')}</h2>
      </summary>
      <div className="border-line border-t py-4">
        <OperationForm
          id="change-form"
          operation="webhook.change"
          action={path}
          answer={isSent ? answer : undefined}
          required={required}
          order={['url', 'events', 'isActive', 'password', 'otp']}
          defaults={{
            url: webhook.url,
            events: webhook.events.join(),
            ...(webhook.isActive && { isActive: 'on' }),
          }}
        >
          <WebhookFields maxLength={maxLength} />
          <CheckField name="isActive" label={t('webhooks.activeLabel')} isRequired={false} />
          <PasswordAndCode asksCode={asksCode} isRequired={false} hint={t('webhooks.needsPassword')} />
          <SubmitRow icon="check" action={path}>
            {t('webhooks.change')}
          </SubmitRow>
        </OperationForm>
      </div>
    </details>
  );
}

function RemoveForm() {
  const { t } = useWords();
  const { webhook } = useLoaderData<typeof loader>();
  return (
    <details className="sheet !py-0">
      <summary className="flex min-h-11 cursor-pointer items-center py-3">
        <h2 className="text-body">{t('webhooks.removeTitle')}</h2>
      </summary>
      <div className="grid gap-4 border-line border-t py-4">
        <p>{t('webhooks.removeText')}</p>
        <div>
          <ActionButton
            operation="webhook.remove"
            action={paths.webhook(webhook._id, 'remove')}
            icon="trash"
            variant="danger small"
          >
            {t('webhooks.remove')}
          </ActionButton>
        </div>
      </div>
    </details>
  );
}
