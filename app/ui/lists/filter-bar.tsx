import { Form, useLocation, useSubmit } from '@remix-run/react';
import { type FormEvent, useEffect, useRef } from 'react';
import type { MessageKey } from '~/i18n/message-keys';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { FilterFold } from './filter-fold';
import {
  type AppliedFilters,
  type ChoiceName,
  choiceNames,
  type Filter,
  filterChoices,
  useFilterWords,
} from './list-filters';

type Props = {
  filters: Filter[];
  applied: AppliedFilters;
  isFiltered: boolean;
  /** Label of the search field: what it searches. */
  searchLabel?: MessageKey;
  /** Says in which order the rows are. */
  order?: string;
  total: number;
  isBusy: boolean;
};

/**
 * Search and filters of a list, kept in the address. It is a plain form that works without script;
 * with script a choice applies at once. A new search starts at the first page.
 */
export function FilterBar({ filters, applied, searchLabel, isFiltered, order, total, isBusy }: Props) {
  const { t } = useWords();
  const { pathname, search } = useLocation();
  const set = useFilterWords(applied);
  const form = useFollowedForm(applied);
  const replaceSame = useReplaceSame();
  // The person is chosen beside the filters and is kept.
  const person = new URLSearchParams(search).get('person');
  const showChosen = () => form.current?.requestSubmit();
  const count = (
    <div className="ms-auto flex items-center gap-x-4">
      {order && <p className="text-muted max-sm:sr-only">{order}</p>}
      <p role="status" className="font-label whitespace-nowrap">
        {isBusy ? t('form.loading') : t('list.total', { total })}
      </p>
    </div>
  );
  if (filters.length === 0) return <div className="mb-3">{count}</div>;
  return (
    <FilterFold set={set} clearPath={isFiltered ? pathname : undefined} status={count}>
      <Form
        ref={form}
        action={pathname}
        onSubmit={replaceSame}
        autoComplete="off"
        className="flex flex-wrap items-end gap-3"
      >
        {person && <input type="hidden" name="person" value={person} />}
        {choiceNames.map(
          (name) =>
            filters.includes(name) && (
              <ChoiceFilter key={name} name={name} value={applied[name]} onChoose={showChosen} />
            ),
        )}
        {filters.includes('q') && (
          <label className="min-w-0 grow basis-36 max-sm:basis-full">
            <span className="field-label">{t(searchLabel ?? 'filter.patientOrCase')}</span>
            <input
              type="search"
              name="q"
              defaultValue={applied.q ?? ''}
              maxLength={100}
              className="control"
            />
          </label>
        )}
        <button type="submit" className="button plain">
          <Icon name="filter" />
          {t('filter.submit')}
        </button>
      </Form>
    </FilterFold>
  );
}

/**
 * Replaces the history entry if the form repeats what is already shown, so that the way back needs
 * no second step.
 */
function useReplaceSame() {
  const submit = useSubmit();
  return (event: FormEvent<HTMLFormElement>) => {
    const formData = new FormData(event.currentTarget);
    // The address is ahead of the page that is being rendered for it.
    const inAddress = new URLSearchParams(window.location.search);
    const isSame = (name: Filter) => String(formData.get(name) ?? '').trim() === (inAddress.get(name) ?? '');
    if (![...choiceNames, 'q' as const].every(isSame)) return;
    event.preventDefault();
    submit(event.currentTarget, { replace: true });
  };
}

/**
 * Returns a form whose fields follow the address when it is cleared or the user goes back. The
 * focus stays. Input from before hydration and input in progress are kept.
 */
function useFollowedForm(applied: AppliedFilters) {
  const form = useRef<HTMLFormElement>(null);
  const inAddress = JSON.stringify(
    Object.fromEntries([...choiceNames, 'q' as const].map((name) => [name, applied[name] ?? ''])),
  );
  const followedAddress = useRef(inAddress);
  useEffect(() => {
    if (followedAddress.current === inAddress) return;
    const oldValues = JSON.parse(followedAddress.current) as Record<string, string>;
    followedAddress.current = inAddress;
    for (const [name, value] of Object.entries(JSON.parse(inAddress) as Record<string, string>)) {
      const field = form.current?.elements.namedItem(name);
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
      const isTyping = field === document.activeElement && field.value !== oldValues[name];
      if (!isTyping) field.value = value;
    }
  }, [inAddress]);
  return form;
}

type ChoiceFilterProps = { name: ChoiceName; value?: string; onChoose(): void };

function ChoiceFilter({ name, value = '', onChoose }: ChoiceFilterProps) {
  const words = useWords();
  const { label, all, optionsIn } = filterChoices[name];
  return (
    <label className="max-w-full grow">
      <span className="field-label">{words.t(label)}</span>
      <select name={name} defaultValue={value} className="control" onChange={onChoose}>
        <option value="">{words.t(all)}</option>
        {optionsIn(words).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
