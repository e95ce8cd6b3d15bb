import { useSearchParams } from '@remix-run/react';
import { listedStatuses } from '~/domain/identity/expert-constants';
import { allLanguages } from '~/i18n/languages';
import type { MessageKey } from '~/i18n/message-keys';
import { reportStatuses, reportTypes, reportWaits, stepAnswerFilter, urgentFilter } from '~/platform/enums';
import { useWords } from '~/ui/sentence';

type Words = Pick<ReturnType<typeof useWords>, 't' | 'languageName'>;

type Choice<Value extends string> = {
  values: readonly Value[];
  label: MessageKey;
  /** The label while nothing is selected. */
  all: MessageKey;
  say(value: Value, words: Words): string;
  /** True if the words of a value need the label to be understood alone. */
  needsLabel?: true;
};

/** Builds a filter with choices and the words of each value. */
const choice = <const Value extends string>({
  values,
  label,
  all,
  needsLabel,
  say: wordOf,
}: Choice<Value>) => ({
  values: values as readonly string[],
  label,
  all,
  needsLabel,
  optionsIn: (words: Words) => values.map((value) => ({ value, label: wordOf(value, words) })),
});

/** The filters of lists by their name in the address, in their order on the page. */
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
    // Without this filter the list shows approved experts.
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
    needsLabel: true,
  }),
  urgent: choice({
    values: urgentFilter,
    label: 'danger.filter',
    all: 'danger.filterAll',
    say: (_yes, { t }) => t('danger.filterYes'),
  }),
  stepAnswer: choice({
    values: stepAnswerFilter,
    label: 'stepCheck.filter',
    all: 'stepCheck.filterAll',
    say: (_none, { t }) => t('stepCheck.filterNone'),
  }),
  language: choice({
    values: allLanguages,
    label: 'filter.language',
    all: 'filter.allLanguages',
    say: (code, { languageName }) => languageName(code),
  }),
} as const;

export type ChoiceName = keyof typeof filterChoices;
export const choiceNames = Object.keys(filterChoices) as ChoiceName[];

/** Names of the filters; `q` is the search. */
export type Filter = ChoiceName | 'q';

export type AppliedFilters = Partial<Record<Filter, string>>;

/**
 * Returns the filters in the address. A value that is not a choice is ignored, as on the server.
 */
export function useFilters(filters: readonly Filter[]): AppliedFilters {
  const [query] = useSearchParams();
  const appliedValue = (name: Filter) => {
    const value = query.get(name);
    if (name === 'q') return value?.trim() || undefined;
    return filterChoices[name].values.find((one) => one === value);
  };
  return Object.fromEntries(filters.map((name) => [name, appliedValue(name)]));
}

/** Words the filters in use, in their order on the page. */
export function useFilterWords({ q, ...applied }: AppliedFilters): string[] {
  const words = useWords();
  const chosen = choiceNames.flatMap((name) => {
    const { label, needsLabel, optionsIn } = filterChoices[name];
    const option = optionsIn(words).find(({ value }) => value === applied[name]);
    if (!option) return [];
    return needsLabel ? `${words.t(label)}: ${option.label}` : option.label;
  });
  return q ? [...chosen, q] : chosen;
}
