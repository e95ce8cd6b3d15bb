import { useSearchParams } from '@remix-run/react';
import { listedStatuses } from '~/domain/identity/expert-constants';
import { languageCodes } from '~/i18n/languages';
import type { MessageKey } from '~/i18n/message-keys';
import { reportStatuses, reportTypes, reportWaits } from '~/platform/enums';
import type { useWords } from '~/ui/sentence';

type Words = Pick<ReturnType<typeof useWords>, 't' | 'languageName'>;

type Choice<Value extends string> = {
  values: readonly Value[];
  label: MessageKey;
  /** What stands there while nothing is chosen. */
  all: MessageKey;
  say(value: Value, words: Words): string;
};

/** A filter with a choice, and the words of each value. */
const choice = <const Value extends string>({ values, label, all, say }: Choice<Value>) => ({
  values: values as readonly string[],
  label,
  all,
  optionsIn: (words: Words) => values.map((value) => ({ value, label: say(value, words) })),
});

/**
 * What a list can be narrowed to, by the filter's name in the address, as they stand beside each
 * other.
 */
export const filterChoices = {
  reportType: choice({
    values: reportTypes,
    label: 'filter.type',
    all: 'filter.allTypes',
    say: (type, { t }) => t(`type.${type}`),
  }),
  status: choice({
    values: reportStatuses,
    label: 'filter.status',
    all: 'filter.allStatuses',
    say: (status, { t }) => t(`report.${status}`),
  }),
  standing: choice({
    // Without a filter it is those who are approved.
    values: listedStatuses.filter((standing) => standing !== 'approved'),
    label: 'standing.label',
    all: 'standing.approved',
    say: (standing, { t }) => t(`standing.${standing}`),
  }),
  waitsFor: choice({
    values: reportWaits,
    label: 'waits.label',
    all: 'waits.doctor',
    say: (whom, { t }) => t(`waits.${whom}`),
  }),
  language: choice({
    values: languageCodes,
    label: 'filter.language',
    all: 'filter.allLanguages',
    say: (code, { languageName }) => languageName(code),
  }),
} as const;

export type ChoiceName = keyof typeof filterChoices;
export const choiceNames = Object.keys(filterChoices) as ChoiceName[];

/** The filters of lists; `q` is what is searched for. */
export type Filter = ChoiceName | 'q';

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
    return filterChoices[name].values.find((one) => one === value);
  };
  return Object.fromEntries(filters.map((name) => [name, said(name)]));
}
