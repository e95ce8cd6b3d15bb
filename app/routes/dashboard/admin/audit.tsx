import { Form, Link, useLoaderData, useLocation } from '@remix-run/react';
import { type AuditLine, listAudit, type Named } from '~/domain/clinic/audit-lists.server';
import { ownWords } from '~/i18n/translate';
import { auditActions } from '~/platform/enums';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { FilterFold } from '~/ui/lists/filter-fold';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { pageLoader } from '~/web/pages/page-loader.server';
import { requestLanguage } from '~/web/request/request-language.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(listAudit, {
  query: true,
  extraData: () => ({ actions: auditActions, ...ownWords(requestLanguage(), 'audit', 'auditPage') }),
});

export const meta = pageTitle('nav.audit');

export default function AuditLog() {
  const { t } = useWords();
  const { data } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={t('nav.audit')}
        lead={t('auditPage.lead')}
        aside={
          <ButtonLink to={paths.reportAccess} icon="search" variant="plain">
            {t('auditPage.whoOpened')}
          </ButtonLink>
        }
      />
      <Filter />
      {data.length === 0 ? (
        <EmptyState title={t('auditPage.empty')} />
      ) : (
        <ol className="sheet [&>*+*]:border-t [&>*+*]:border-line !py-1">
          {groupsOf(data).map((group) => (
            <Group key={group[0]?.id} lines={group} />
          ))}
        </ol>
      )}
      <OlderAndNewer />
    </>
  );
}

/** Groups entries that belong together, under the first of them. */
function groupsOf(lines: AuditLine[]): AuditLine[][] {
  const groups: AuditLine[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (line.isTogether && last) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

function Filter() {
  const { t, day } = useWords();
  const { filters, actions } = useLoaderData<typeof loader>();
  const { action = '', person, object, from, to } = filters;
  const set = [
    action && t(`audit.${action}`),
    person,
    object,
    from && `${t('auditPage.from')} ${day(from)}`,
    to && `${t('auditPage.to')} ${day(to)}`,
  ].flatMap((one) => one || []);
  return (
    <FilterFold set={set} clearPath={set.length > 0 ? paths.audit : undefined}>
      <Form
        key={[action, person, object, from, to].join(' ')}
        action={paths.audit}
        autoComplete="off"
        className="grid w-full items-end gap-3 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]"
      >
        <label className="min-w-0 lg:col-span-2">
          <span className="field-label">{t('auditPage.action')}</span>
          <select name="action" defaultValue={action} className="control">
            <option value="">{t('auditPage.all')}</option>
            {actions.map((value) => (
              <option key={value} value={value}>
                {t(`audit.${value}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="min-w-0">
          <span className="field-label">{t('auditPage.person')}</span>
          <input type="search" name="person" defaultValue={person} maxLength={100} className="control" />
        </label>
        <label className="min-w-0">
          <span className="field-label">{t('auditPage.objectOrCase')}</span>
          <input type="search" name="object" defaultValue={object} maxLength={64} className="control" />
        </label>
        <label className="min-w-0">
          <span className="field-label">
            {t('auditPage.from')} {from && <span className="font-text text-muted">{day(from)}</span>}
          </span>
          <input type="date" name="from" defaultValue={from} className="control" />
        </label>
        <label className="min-w-0">
          <span className="field-label">
            {t('auditPage.to')} {to && <span className="font-text text-muted">{day(to)}</span>}
          </span>
          <input type="date" name="to" defaultValue={to} className="control" />
        </label>
        <button type="submit" className="button plain justify-self-start">
          <Icon name="filter" />
          {t('filter.submit')}
        </button>
      </Form>
    </FilterFold>
  );
}

/** One entry, or several that belong together and expand on demand. */
function Group({ lines }: { lines: AuditLine[] }) {
  const { moment } = useWords();
  const [first, ...laterLines] = lines;
  if (!first) return null;
  return (
    <li className="grid gap-x-4 py-1 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <time dateTime={first.at} className="flex items-center text-small text-muted sm:min-h-11">
        {moment(first.at)}
      </time>
      {laterLines.length === 0 ? <Line line={first} /> : <Seen lines={lines} actor={first.actor} />}
    </li>
  );
}

/** A view of a list: how many patients the viewer saw in it, and who they are. */
function Seen({ lines, actor }: { lines: AuditLine[]; actor: Named | null }) {
  const { t } = useWords();
  const seenPatients = new Map(lines.flatMap(({ object }) => (object ? [[object.id, object] as const] : [])));
  return (
    <div className="flex flex-wrap items-start gap-x-2 [overflow-wrap:anywhere]">
      <Actor actor={actor} />
      <details className="group min-w-0">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-x-2 [&::-webkit-details-marker]:hidden">
          {t('auditPage.listed', { count: seenPatients.size })}
          <Icon name="next" className="h-4 w-4 text-muted group-open:rotate-90 rtl:group-open:-rotate-90" />
        </summary>
        <ul className="mb-1 grid border-s-2 border-line ps-3">
          {[...seenPatients.values()].map((object) => (
            <li key={object.id}>
              <Filtered by="object" named={object} />
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function Actor({ actor }: { actor: Named | null }) {
  const { t } = useWords();
  if (actor) return <Filtered by="person" named={actor} />;
  return <span className="inline-flex min-h-11 items-center">{t('auditPage.somebody')}</span>;
}

function Line({ line: { action, actor, object } }: { line: AuditLine }) {
  const { t, isKey } = useWords();
  return (
    <p className="flex flex-wrap items-center gap-x-2 [overflow-wrap:anywhere]">
      <Actor actor={actor} />
      <span>{isKey(`audit.${action}`) ? t(`audit.${action}`) : action}</span>
      {object && (
        <span className="inline-flex items-center gap-x-2">
          <Icon name="next" className="h-4 w-4 text-muted" />
          <Filtered by="object" named={object} />
        </span>
      )}
    </p>
  );
}

/** A subject of an entry, linked to all entries about it. */
function Filtered({
  by,
  named: { id, name, isKey, accountType, number },
}: {
  by: 'person' | 'object';
  named: Named;
}) {
  const { t } = useWords();
  const fallbackName = by === 'person' ? t('auditPage.gone', { id }) : id;
  const type = isKey ? t('openings.program') : accountType && t(`account.${accountType}`);
  const label = number ? t('auditPage.case', { number }) : (name ?? fallbackName);
  return (
    <Link
      to={`${paths.audit}?${by}=${encodeURIComponent(id)}`}
      className="inline-flex min-h-11 items-center font-label"
    >
      {type ? `${label} (${type})` : label}
    </Link>
  );
}

function OlderAndNewer() {
  const { t } = useWords();
  const { older, newer } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const at = (name?: 'before' | 'after', id?: number) => {
    const query = new URLSearchParams(search);
    query.delete('before');
    query.delete('after');
    if (name) query.set(name, String(id));
    return `${paths.audit}?${query}`;
  };
  if (older === null && newer === null) return null;
  return (
    <nav aria-label={t('list.pages')} className="mt-6 flex flex-wrap justify-end gap-3">
      {newer !== null && (
        <>
          <ButtonLink to={at()} icon="pending" variant="plain small">
            {t('auditPage.newest')}
          </ButtonLink>
          <Link to={at('after', newer)} className="button plain small" rel="prev">
            <Icon name="previous" />
            {t('auditPage.newer')}
          </Link>
        </>
      )}
      {older !== null && (
        <Link to={at('before', older)} className="button plain small" rel="next">
          {t('auditPage.older')}
          <Icon name="next" />
        </Link>
      )}
    </nav>
  );
}
