import { useSearchParams } from '@remix-run/react';
import { listedStatuses } from '~/domain/experts/constants';
import { languageCodes } from '~/i18n/languages';
import { reportStatuses, reportTypes } from '~/platform/enums';

/** What a list can be narrowed to, by the filter's name in the address. */
export const filterChoices = {
  reportType: reportTypes,
  status: reportStatuses,
  // Without a filter it is those who are approved.
  standing: listedStatuses.filter((standing) => standing !== 'approved'),
  language: languageCodes,
} as const;

/** The filters of lists; `q` is what is searched for. */
export type Filter = keyof typeof filterChoices | 'q';

export type AppliedFilters = Partial<Record<Filter, string>>;

/**
 * What the address says of a list's filters; what is no choice counts as not said, as on the
 * server.
 */
export function useFilters(filters: readonly Filter[]): AppliedFilters {
  const [query] = useSearchParams();
  const said = (name: Filter) => {
    const value = query.get(name);
    if (name === 'q') return value?.trim() || undefined;
    const choices: readonly string[] = filterChoices[name];
    return choices.find((choice) => choice === value);
  };
  return Object.fromEntries(filters.map((name) => [name, said(name)]));
}
