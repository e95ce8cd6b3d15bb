import { Link, useLocation } from '@remix-run/react';
import type { PersonGroup } from '~/domain/desk/reports-by-person.server';
import { useWords } from '~/ui/sentence';

/**
 * Chooses whose reports a list shows: everybody's or one person's. Not rendered for a single
 * person. Other filters are kept.
 */
export function PersonChips({ people }: { people: PersonGroup[] }) {
  const { t } = useWords();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const chosenPerson = query.get('person') || undefined;
  if (people.length < 2 && !chosenPerson) return null;
  const total = people.reduce((sum, { reports }) => sum + reports, 0);
  const everyone = { person: undefined, name: t('about.all'), reports: total };
  return (
    <nav aria-label={t('about.filter')} className="mb-5 max-sm:mb-2">
      <ul className="flex flex-wrap gap-2">
        {[everyone, ...people].map(({ person, name, reports }) => (
          <li key={person ?? ''} className="min-w-0">
            <Link
              to={pathOf(pathname, query, person)}
              aria-current={person === chosenPerson ? 'true' : undefined}
              className="chip"
            >
              <bdi className="min-w-0 [overflow-wrap:anywhere]">{name ?? t('about.none')}</bdi>
              <span className="font-figures text-small">{reports}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function pathOf(pathname: string, query: URLSearchParams, person: string | undefined) {
  const next = new URLSearchParams(query);
  next.delete('page');
  if (person === undefined) next.delete('person');
  else next.set('person', person);
  return next.size > 0 ? `${pathname}?${next}` : pathname;
}
