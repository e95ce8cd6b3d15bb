import { Form, Link, useLocation, useSearchParams } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { listedStatuses } from '~/domain/experts/constants';
import { reportStatuses, reportTypes } from '~/domain/reports/constants';
import { languageCodes } from '~/i18n/languages';
import type { MessageKey } from '~/i18n/messages/en';
import { Icon } from '~/ui/icon';
import { Mark } from '~/ui/layout/logo';
import { usePageNavigation } from '~/ui/notices/connection';
import { useWords } from '~/ui/sentence';
import { useTypeName } from './type-name';

/** What a list says when there is nothing in it. */
export function EmptyState({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string;
  children?: ReactNode;
}) {
  return (
    <div className="sheet grid justify-items-center gap-3 !py-12 text-center">
      <Mark className="h-12 w-16 text-line" />
      <p className="text-[1.1rem] font-semibold">{title}</p>
      {hint && <p className="max-w-md text-muted">{hint}</p>}
      {children}
    </div>
  );
}

type Meta = { page: number; limit: number; total: number };

/** The number of the first row on a page of a list. */
export const numberOfFirst = ({ page, limit }: Meta) => (page - 1) * limit + 1;

export type Filter = 'reportType' | 'status' | 'standing' | 'language' | 'q';

type ListProps = {
  meta: Meta;
  filters: Filter[];
  /** What the search looks at. */
  searchLabel?: MessageKey;
  /** How many rows there must be before a search is of use. */
  searchFrom?: number;
  /** What stands here when there is nothing at all. */
  empty: ReactNode;
  children: ReactNode;
};

/**
 * A list with everything around it: filters, its rows or why there are none, its pages, and that it
 * is loading.
 */
export function List({ meta, filters, searchLabel, searchFrom = 1, empty, children }: ListProps) {
  const { t } = useWords();
  const { pathname } = useLocation();
  const applied = useFilters(filters);
  const isBusy = useIsLoading();
  const isFiltered = Object.values(applied).some(Boolean);
  const isNothing = meta.total === 0;
  return (
    <>
      {(isFiltered || meta.total >= searchFrom) && (
        <FilterBar {...{ filters, applied, searchLabel, isFiltered }} total={meta.total} isBusy={isBusy} />
      )}
      <div aria-busy={isBusy} className={isBusy ? 'opacity-60' : undefined}>
        {!isNothing && children}
        {isNothing && !isFiltered && empty}
        {isNothing && isFiltered && (
          <EmptyState
            title={t('filter.nothing')}
            hint={filters.includes('q') ? t('filter.nothingHint') : undefined}
          >
            <Link to={pathname} className="button mt-2">
              <Icon name="menu" />
              {t('filter.all')}
            </Link>
          </EmptyState>
        )}
      </div>
      <Pager meta={meta} />
    </>
  );
}

const barringStatuses = listedStatuses.filter((standing) => standing !== 'approved');

/**
 * What the address says of a list's filters; what is no choice counts as not said, as on the
 * server.
 */
function useFilters(filters: Filter[]): Partial<Record<Filter, string>> {
  const [query] = useSearchParams();
  const applied = {
    reportType: reportTypes.find((type) => type === query.get('reportType')),
    status: reportStatuses.find((status) => status === query.get('status')),
    standing: barringStatuses.find((standing) => standing === query.get('standing')),
    language: languageCodes.find((code) => code === query.get('language')),
    q: query.get('q')?.trim() || undefined,
  };
  return Object.fromEntries(filters.map((name) => [name, applied[name]]));
}

/** Whether the same list is on its way with other rows. */
function useIsLoading() {
  const { state, location, formMethod } = usePageNavigation();
  const { pathname } = useLocation();
  return state === 'loading' && formMethod !== 'POST' && location.pathname === pathname;
}

type BarProps = Pick<ListProps, 'filters' | 'searchLabel'> & {
  applied: Partial<Record<Filter, string>>;
  isFiltered: boolean;
  total: number;
  isBusy: boolean;
};

/**
 * Search and filters of a list, kept in the address: a plain form, with or without script. A new
 * search begins at the first page.
 */
export function FilterBar({
  filters,
  applied,
  searchLabel = 'filter.patient',
  isFiltered,
  total,
  isBusy,
}: BarProps) {
  const { t, languageName } = useWords();
  const typeName = useTypeName();
  const { pathname } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const { reportType = '', status = '', standing = '', language = '', q = '' } = applied;
  const inAddress = JSON.stringify({ reportType, status, standing, language, q });
  const followed = useRef(inAddress);
  // The fields follow the address, when it is cleared or gone back to, without losing the
  // keyboard's place; what was chosen before the page came alive stays.
  useEffect(() => {
    if (followed.current === inAddress) return;
    followed.current = inAddress;
    for (const [name, value] of Object.entries(JSON.parse(inAddress) as Record<string, string>)) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    }
  }, [inAddress]);
  const count = (
    <p role="status" className="font-semibold whitespace-nowrap">
      {isBusy ? t('form.loading') : t('list.total', { total })}
    </p>
  );
  if (filters.length === 0) return <div className="mb-4">{count}</div>;
  return (
    <Form
      ref={form}
      action={pathname}
      role="search"
      autoComplete="off"
      aria-label={t('filter.label')}
      className="mb-6 flex flex-wrap items-end gap-3"
    >
      {filters.includes('reportType') && (
        <Choice
          name="reportType"
          label={t('filter.type')}
          all={t('filter.allTypes')}
          value={reportType}
          options={reportTypes.map((value) => ({ value, label: typeName(value) }))}
        />
      )}
      {filters.includes('status') && (
        <Choice
          name="status"
          label={t('filter.status')}
          all={t('filter.allStatuses')}
          value={status}
          options={reportStatuses.map((value) => ({ value, label: t(`report.${value}`) }))}
        />
      )}
      {filters.includes('standing') && (
        <Choice
          name="standing"
          label={t('standing.label')}
          all={t('standing.approved')}
          value={standing}
          options={barringStatuses.map((value) => ({ value, label: t(`standing.${value}`) }))}
        />
      )}
      {filters.includes('language') && (
        <Choice
          name="language"
          label={t('filter.language')}
          all={t('filter.allLanguages')}
          value={language}
          options={languageCodes.map((value) => ({ value, label: languageName(value) }))}
        />
      )}
      {filters.includes('q') && (
        <label className={`min-w-0 grow ${filters.length > 1 ? 'basis-32' : 'basis-56'}`}>
          <span className="field-label">{t(searchLabel)}</span>
          <input type="search" name="q" defaultValue={q} maxLength={100} className="control" />
        </label>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <button type="submit" className="button">
          <Icon name="filter" />
          {t('filter.submit')}
        </button>
        {isFiltered && (
          <Link to={pathname} className="inline-flex min-h-11 items-center px-1 font-semibold">
            {t('filter.clear')}
          </Link>
        )}
        {count}
      </div>
    </Form>
  );
}

function Choice({
  name,
  label,
  all,
  value,
  options,
}: {
  name: string;
  label: string;
  all: string;
  value: string;
  options: { value: string; label: string }[];
}) {
  return (
    <label className="min-w-0 grow basis-32">
      <span className="field-label">{label}</span>
      <select name={name} defaultValue={value} className="control">
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The pages of a list; which one is shown stands in the address. */
export function Pager({ meta: { page, limit, total } }: { meta: Meta }) {
  const { t } = useWords();
  const { pathname, search } = useLocation();
  const pages = Math.max(1, Math.ceil(total / limit));
  if (pages === 1) return null;
  const at = (number: number) => {
    const query = new URLSearchParams(search);
    query.set('page', String(number));
    return `${pathname}?${query}`;
  };
  return (
    <nav aria-label={t('list.pages')} className="mt-6 flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted">{t('list.position', { page, pages })}</p>
      <div className="flex gap-3">
        {page > 1 && (
          <Link to={at(page - 1)} className="button plain small" rel="prev">
            <Icon name="previous" />
            {t('list.previous')}
          </Link>
        )}
        {page < pages && (
          <Link to={at(page + 1)} className="button plain small" rel="next">
            {t('list.next')}
            <Icon name="next" />
          </Link>
        )}
      </div>
    </nav>
  );
}

const signs = { Pending: 'pending', Reviewed: 'check', Withdrawn: 'lock' } as const;

/** Pending in amber, Reviewed in green, Withdrawn in red, each with a sign as well as a colour. */
export function StatusBadge({ status }: { status: keyof typeof signs }) {
  const { t } = useWords();
  const variant = { Pending: 'wait', Reviewed: 'good', Withdrawn: 'bad' }[status];
  return (
    <span className={`badge ${variant}`}>
      <Icon name={signs[status]} className="h-4 w-4" />
      {t(`report.${status}`)}
    </span>
  );
}
