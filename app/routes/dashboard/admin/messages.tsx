import { Form, useLoaderData, useLocation } from '@remix-run/react';
import { closeMessage } from '~/domain/messages/close-message.server';
import { messageStates } from '~/domain/messages/constants';
import { listMessages, type PublicMessage } from '~/domain/messages/message-lists.server';
import { type MessageKind, messageKinds } from '~/platform/enums';
import { SubmitButton } from '~/ui/forms/buttons';
import { Icon, type IconName } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { EmptyState } from '~/ui/lists/empty-state';
import { FilterFold } from '~/ui/lists/filter-fold';
import { Pager } from '~/ui/lists/pager';
import { PostForm } from '~/ui/notices/post-form';
import { OfName } from '~/ui/of-name';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { pageAction } from '~/web/pages/page-action.server';
import { sameListAt } from '~/web/pages/page-handle';
import { pageLoader } from '~/web/pages/page-loader.server';

export const loader = pageLoader(listMessages, { query: true });

const sameList = sameListAt(paths.messages);

export const action = pageAction(closeMessage, {
  onSuccess: (done) => ({ path: sameList(done) }),
  refusedPath: sameList,
});

export const meta = pageTitle('nav.messages');

export default function Messages() {
  const { t } = useWords();
  const { data, meta, state, kind } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('nav.messages')} lead={t('messages.lead')} />
      <Filter state={state} kind={kind ?? ''} />
      {data.length === 0 ? (
        <EmptyState title={t('messages.empty')} />
      ) : (
        <ul className="grid gap-4">
          {data.map((message) => (
            <li key={message._id}>
              <Message message={message} />
            </li>
          ))}
        </ul>
      )}
      <Pager meta={meta} />
    </>
  );
}

function Filter({ state, kind }: { state: string; kind: string }) {
  const { t } = useWords();
  const set = [state, kind].filter((one) => one && one !== messageStates[0]);
  return (
    <FilterFold
      set={set.map((one) => t(`messages.${one as MessageKind}`))}
      clearPath={set.length > 0 ? paths.messages : undefined}
    >
      <Form method="get" key={`${state} ${kind}`} className="flex flex-wrap items-end gap-3">
        <div className="grow sm:grow-0">
          <label htmlFor="state" className="field-label">
            {t('messages.state')}
          </label>
          <select id="state" name="state" defaultValue={state} className="control">
            {messageStates.map((one) => (
              <option key={one} value={one}>
                {t(`messages.${one}`)}
              </option>
            ))}
          </select>
        </div>
        <div className="grow sm:grow-0">
          <label htmlFor="kind" className="field-label">
            {t('messages.kind')}
          </label>
          <select id="kind" name="kind" defaultValue={kind} className="control">
            <option value="">{t('messages.allKinds')}</option>
            {messageKinds.map((one) => (
              <option key={one} value={one}>
                {t(`messages.${one}`)}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className="button plain">
          <Icon name="filter" />
          {t('filter.submit')}
        </button>
      </Form>
    </FilterFold>
  );
}

/** Icons of the kinds that do not use the envelope. */
const icons: Partial<Record<MessageKind, IconName>> = { query: 'info', callback: 'phone' };

function Message({ message }: { message: PublicMessage }) {
  const { t, day } = useWords();
  const { _id, kind, email, phone, text, createdAt, closedAt } = message;
  const { search } = useLocation();
  const name = message.name || t('messages.noName');
  return (
    <article className="sheet grid gap-3" aria-labelledby={`message-${_id}`}>
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 id={`message-${_id}`}>{name}</h2>
          <time dateTime={createdAt} className="text-small text-muted">
            {day(createdAt)}
          </time>
        </div>
        <span className="badge bg-accent-quiet text-ink">
          <Icon name={icons[kind] ?? 'mail'} className="h-4 w-4" />
          {t(`messages.${kind}`)}
        </span>
      </header>
      {(email || phone) && (
        <p className="flex flex-wrap gap-x-6 [overflow-wrap:anywhere]">
          {email && <bdi>{email}</bdi>}
          {phone && (
            <a href={`tel:${phone}`} className="font-figures">
              {phone}
            </a>
          )}
        </p>
      )}
      {text && (
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
          {text}
        </p>
      )}
      {closedAt && <p className="text-muted">{t('messages.closedOn', { date: day(closedAt) })}</p>}
      <div className="flex flex-wrap gap-3">
        {email && isAddress(email) && (
          <a href={`mailto:${email}`} className="button small">
            <Icon name="mail" />
            {t('messages.reply')}
            <OfName name={name} />
          </a>
        )}
        {phone && (
          <a href={`tel:${phone}`} className="button small">
            <Icon name="phone" />
            {t('messages.call')}
            <OfName name={name} />
          </a>
        )}
        {!closedAt && (
          <PostForm operation="message.close" action={`${paths.messages}${search}`}>
            <input type="hidden" name="messageId" value={_id} />
            <SubmitButton variant="small plain" icon="check">
              {t('messages.close')}
              <OfName name={name} />
            </SubmitButton>
          </PostForm>
        )}
      </div>
    </article>
  );
}

/** The contact page accepts any text as an address. Only a valid address becomes a link. */
const isAddress = (email: string) => /^[^\s@?&]+@[^\s@?&]+$/.test(email);
